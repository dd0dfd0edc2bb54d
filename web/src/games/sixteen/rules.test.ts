// @vitest-environment happy-dom
/**
 * Previews and the notebook of Sixteen against the real rules: S16-01, S16-10, S16-11, S16-12, S16-20, S16-21, S16-22,
 * S16-23, S16-24, S16-25, S16-42, S16-51.
 */
import { expect, test } from 'vitest'
import { wordsOf } from '../../lib/locale.svelte'
import { expectNotes, type NotedCase } from '../../lib/notebookTesting'
import { ruleVectors } from '../../lib/ruleVectors'
import { cardOf, copies, faceOf, members, sideOf, unseen } from './cards'
import { COLOURS, GOAL, VALUES } from './constants'
import { keyMoment, scoreLines } from './keyMoments'
import { notebook } from './notebook'
import { type Kind, seriesFrom, wantedNext } from './series'
import type { View } from './view'

interface Position {
  view: View
  makes: Record<string, Kind>
  unseen: Record<string, number>
  sides: number[]
}
interface Vectors {
  noted: NotedCase<View>[]
  positions: Position[]
  plays: { told: string; before: View; after: View; forgot: boolean }[]
  scores: { view: View; scores: number[] }[]
}
const { positions, plays, scores, noted } = ruleVectors<Vectors>('sixteen')
const FACES = COLOURS.flatMap((colour) => VALUES.map((value) => ({ value, colour })))

test('a card makes the series that the rules say', () => {
  for (const { view, makes } of positions)
    for (const face of FACES)
      expect(seriesFrom(view, face), `${cardOf(face)} at ${view.total}`).toBe(makes[cardOf(face)] ?? null)
})

test('what is wanted next is what ends the pile by the rules', () => {
  for (const { view, makes } of positions) {
    const wanted = wantedNext(view)
    const kinds = (value: number) => COLOURS.map((colour) => makes[cardOf({ value, colour })] ?? '')
    const found = (holds: (kind: string) => boolean) => VALUES.find((value) => kinds(value).every(holds)) ?? null
    expect(wanted.sixteen).toBe(found((kind) => kind.endsWith('sixteen')))
    expect(wanted.bust).toBe(found((kind) => kind === 'bust'))
    expect(wanted.value).toBe(found((kind) => kind.startsWith('match')))
    for (const colour of COLOURS) {
      const open = VALUES.map((value) => makes[cardOf({ value, colour })]).filter((kind) => kind !== 'bust')
      const all = open.length > 1 && open.every((kind) => kind?.startsWith('match'))
      if (open.length > 1) expect(wanted.colour === colour).toBe(all)
    }
  }
})

test('a card is unseen if it is in the draw pile or in another hand', () => {
  for (const { view, unseen: expected } of positions)
    for (const [card, n] of Object.entries(expected)) expect(unseen(view, card), card).toBe(n)
})

test('sides are those of the rules', () => {
  for (const { sides } of positions) {
    expect(sides.map((_, seat) => sideOf(seat))).toEqual(sides)
    for (const side of [0, 1])
      expect(members(side, sides.length)).toEqual(sides.flatMap((of, seat) => (of === side ? [seat] : [])))
  }
})

test('the vectors cover every kind of series and every total', () => {
  const kinds = new Set(positions.flatMap(({ makes }) => Object.values(makes)))
  expect([...kinds].sort()).toEqual(['bust', 'match', 'match+sixteen', 'sixteen'])
  expect(Math.max(...positions.map(({ view }) => view.total))).toBeLessThan(GOAL)
  expect(faceOf('joker')).toBe(null)
  expect(copies('joker')).toBe(2)
})

test('the lines of a score add up to it', async () => {
  const words = (await wordsOf('sixteen', 'en')).among(['Ann', 'Ben', 'Cleo', 'Dan'])
  for (const { view, scores: final } of scores)
    final.forEach((score, seat) => {
      const lines = scoreLines(view, seat, words)
      expect(lines.at(-1)!.points).toBe(score)
      expect(lines.slice(0, -1).reduce((sum, { points }) => sum + points, 0)).toBe(score)
    })
  expect(scores.some(({ scores: final }) => final.some((score) => score > 1))).toBe(true)
})

test('drawing was forgotten where the rules make a hand smaller', async () => {
  const words = (await wordsOf('sixteen', 'en')).among(['Ann', 'Ben', 'Cleo', 'Dan'])
  for (const { told, before, after, forgot } of plays)
    expect(keyMoment(told, before, after, null, words)?.kind === 'oversight', told).toBe(forgot)
  expect(new Set(plays.map(({ forgot }) => forgot))).toEqual(new Set([true, false]))
})

test('what is tapped where only the score is kept makes the lines that the rules follow', async () => {
  expectNotes(notebook, (await wordsOf('sixteen', 'en')).among(['Ann', 'Ben', 'Cleo', 'Dan']), noted)
})
