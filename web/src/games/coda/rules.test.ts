// @vitest-environment happy-dom
/**
 * Previews and the notebook of Code de Vinci against the real rules: COD-01, COD-06, COD-07, COD-11, COD-12, COD-13,
 * COD-14, COD-15, COD-16, COD-20, COD-21.
 */
import { expect, test } from 'vitest'
import type { Play } from '../../lib/boardModule'
import { wordsOf } from '../../lib/locale.svelte'
import { expectNotes, type NotedCase } from '../../lib/notebookTesting'
import { ruleVectors } from '../../lib/ruleVectors'
import { candidatesFor, remaining } from './candidates'
import { brokenBy } from './moments'
import { notebook } from './notebook'
import { codeOf, drawnBy, lastHidden } from './tiles'
import type { View } from './view'

interface Vectors {
  noted: NotedCase<View>[]
  positions: { view: View; still: Record<string, string[]> }[]
  drawn: { view: View; since: number }[]
  showing: { view: View; seat: number; out: boolean }[]
  broken: { before: View; after: View; out: number[] }[]
}
const { positions, drawn, showing, broken, noted } = ruleVectors<Vectors>('coda')

/** A table with bookkeeping, as far as candidates read it. */
function bookkeeping(view: View): Play<View> {
  const play = { view, seat: view.seat, head: { help: 'book' }, notepad: new Map<string, unknown>(), deduced: null }
  return play as unknown as Play<View>
}

test('a hidden tile may be what is neither seen elsewhere nor was said of it', () => {
  for (const { view, still } of positions)
    for (const piece of view.codes.flatMap((_, seat) => codeOf(view, seat)).filter(({ tile }) => tile === null)) {
      const left = remaining(candidatesFor(bookkeeping(view), piece)).map(({ value }) => value)
      expect(left).toEqual(still[`${piece.seat}:${piece.place}`])
    }
})

test('a drawn tile has the key that it gets in the code', () => {
  for (const { view, since } of drawn)
    expect(drawnBy(view, view.seat!).map(({ key }) => key)).toEqual([`${view.seat}:n${since}`])
})

test('turning up the last hidden tile puts a player out', () => {
  for (const { view, seat, out } of showing) expect(lastHidden(view, seat)).toBe(out)
  expect(new Set(showing.map(({ out }) => out))).toEqual(new Set([true, false]))
})

test('a code is broken where the rules put a player out, and nowhere else', () => {
  expect(broken.length).toBeGreaterThan(5)
  for (const { before, after, out } of broken) {
    expect([brokenBy(before, after)]).toEqual(out)
    expect(brokenBy(before, before)).toBeNull()
  }
})

test('what is tapped into a notebook makes the lines that the rules follow', async () => {
  expectNotes(notebook, (await wordsOf('coda', 'en')).among(['Ann', 'Ben', 'Cleo', 'Dan']), noted)
})
