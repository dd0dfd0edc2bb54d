/** A helper for the tests of notebooks: taps, one after the other. */
import { expect } from 'vitest'
import { type NotebookModule, nextQuestion } from './notebookModule'
import type { Words } from './words'

/** The lines that these taps make for the player on seat 0; else what is asked then. Only what is offered is tapped. */
export function tapAll<V>(
  module: NotebookModule<V>,
  words: Words,
  view: V,
  taps: readonly string[],
): string[] | string | null {
  let picks: readonly string[] = []
  for (const tap of [...taps, null]) {
    const now = nextQuestion(module, view, 0, picks, words)
    if (!now.step || 'lines' in now.step) return now.step?.lines ?? null
    if (tap === null) return now.step.ask
    expect(now.step.choices.filter(({ off }) => !off).map(({ value }) => value)).toContain(tap)
    picks = [...now.picks, tap]
  }
  return null
}
