/** Helpers for the tests of notebooks: taps, one after the other. */
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

/** Taps of a game that was really played, and the lines that the rules followed then (tests/vectors/notes.py). */
export interface NotedCase<V> {
  view: V
  seat: number | null
  picks: string[]
  lines: string[]
}

/** Each tap is offered, and all of them together make these lines. */
export function expectNotes<V>(module: NotebookModule<V>, words: Words, noted: readonly NotedCase<V>[]): void {
  expect(noted.length).toBeGreaterThan(10)
  for (const { view, seat, picks, lines } of noted) {
    for (const [n, pick] of picks.entries()) {
      const step = module.next(view, seat ?? 0, picks.slice(0, n), words)
      const offered = step && 'choices' in step ? step.choices.filter(({ off }) => !off) : []
      expect(
        offered.map(({ value }) => value),
        lines.join(' · '),
      ).toContain(pick)
    }
    expect(module.next(view, seat ?? 0, picks, words)).toEqual({ lines })
  }
}
