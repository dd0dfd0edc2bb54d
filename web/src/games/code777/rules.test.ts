// @vitest-environment happy-dom
/** The pad and the notebook of Code 777 against the real rules: C77-01, C77-04, C77-10, C77-11, C77-21, C77-22, C77-23, C77-30, C77-31. */
import { expect, test } from 'vitest'
import { wordsOf } from '../../lib/locale.svelte'
import { expectNotes, type NotedCase } from '../../lib/notebookTesting'
import { ruleVectors } from '../../lib/ruleVectors'
import { answersFor, isClosing, nextPointWins, nextQuestion, seenTiles, tilesOn } from './bookkeeping'
import { scoreLines } from './moments'
import { notebook } from './notebook'
import { BOX } from './tiles'
import { triangleOf } from './triangle'
import type { Asked, View } from './view'

interface Position {
  view: View
  seen: Record<string, number>
  answers: Asked[]
  next: number | null
  closing: boolean
  wins: boolean
}
interface Vectors {
  noted: NotedCase<View>[]
  positions: Position[]
  scores: { view: View; scores: number[] }[]
}
const { positions, scores, noted } = ruleVectors<Vectors>('code777')

test('a tile cannot be mine if this seat saw it elsewhere since its tiles stood', () => {
  for (const { view, seen } of positions) expect(Object.fromEntries(seenTiles(view))).toEqual(seen)
})

test('in the triangle as many tiles are struck out as were seen', () => {
  for (const { view, seen } of positions) {
    const struck = triangleOf(seenTiles(view), null).flat()
    for (const [tile, all] of BOX) {
      const copies = struck.filter((cell) => cell.tile === tile)
      expect(copies).toHaveLength(all)
      expect(copies.filter((cell) => cell.seen)).toHaveLength(seen[tile]!)
    }
  }
})

test('the answers that concern me are those of others since my tiles stood', () => {
  for (const { view, answers } of positions) expect(answersFor(view)).toEqual(answers)
})

test('the next question is the one that the rules turn up', () => {
  for (const { view, next, closing } of positions) if (!closing) expect(nextQuestion(view)).toBe(next)
})

test('the last declarations begin when the rules say so', () => {
  for (const { view, closing } of positions) expect(isClosing(view)).toBe(closing)
})

test('a right declaration wins where the rules say so', () => {
  for (const { view, wins } of positions) expect(nextPointWins(view, view.seat!)).toBe(wins)
})

test('my own tiles are hidden, those of the others are not', () => {
  for (const { view } of positions)
    view.racks.forEach((racks, rack) => {
      expect(tilesOn(view, rack, null)).toEqual(rack === view.seat ? null : racks.at(-1))
    })
})

test('the vectors have every moment of a game', () => {
  expect(new Set(positions.map(({ closing }) => closing))).toEqual(new Set([true, false]))
  expect(new Set(positions.map(({ wins }) => wins))).toEqual(new Set([true, false]))
  expect(positions.some(({ next }) => next !== null)).toBe(true)
  expect(positions.some(({ view }) => view.log.filter(({ type }) => type === 'declared').length > 6)).toBe(true)
})

test('the lines of a score add up to it', async () => {
  const words = (await wordsOf('code777', 'en')).among(['Ann', 'Ben', 'Cleo', 'Dan'])
  for (const { view, scores: final } of scores)
    final.forEach((score, seat) => {
      const lines = scoreLines(view, seat, words)
      expect(lines.at(-1)!.points).toBe(score)
      expect(lines.slice(0, -1).reduce((sum, { points }) => sum + points, 0)).toBe(score)
    })
  expect(scores.some(({ scores: final }) => final.some((score) => score > 0))).toBe(true)
})

test('what is tapped into a notebook makes the lines that the rules follow', async () => {
  expectNotes(notebook, (await wordsOf('code777', 'en')).among(['Ann', 'Ben', 'Cleo', 'Dan']), noted)
})
