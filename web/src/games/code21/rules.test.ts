// @vitest-environment happy-dom
/** Previews of Code 21 against the real rules: C21-01, C21-10, C21-11, C21-31, C21-32, C21-34, C21-36, C21-51. */
import { expect, test } from 'vitest'
import { wordsOf } from '../../lib/locale.svelte'
import { ruleVectors } from '../../lib/ruleVectors'
import { scoreLines } from './keyMoments'
import { change, paidInFull, pay } from './payments'
import { chanceOf, rightness, totals } from './totals'
import type { View } from './view'

interface Vectors {
  missions: {
    view: View
    earned: number[]
    next: number | null
    totals: [number, number][]
    chances: Record<string, Record<string, number>>
  }[]
  verdicts: { view: View; gains: number[]; right: boolean }[]
  scores: { view: View; scores: number[] }[]
}
const { missions, verdicts, scores } = ruleVectors<Vectors>('code21')

test('the next soldier face up earns what the rules pay', () => {
  for (const { view, next } of missions) if (next !== null) expect(pay(view.line.length, view.bank)).toBe(next)
})

test('where everything was paid in full, every soldier earned what stands under it', () => {
  for (const { view, earned } of missions)
    if (paidInFull(view)) expect(view.line.map((soldier, place) => (soldier.up ? pay(place, null) : 0))).toEqual(earned)
})

test('the mission can come to the totals that fit what this seat knows', () => {
  for (const { view, totals: expected } of missions) {
    const found = totals(view.line)
    expect(found.map(([total]) => total)).toEqual(expected.map(([total]) => total))
    found.forEach(([, chance], place) => {
      expect(chance).toBeCloseTo(expected[place]![1], 10)
    })
  }
})

test('a hidden soldier is as likely each of its values', () => {
  for (const { view, chances } of missions)
    for (const [name, odds] of Object.entries(chances))
      for (const value of view.options.soldiers)
        expect(chanceOf(view.line, Number(name.split(':')[1]), value)).toBeCloseTo(odds[value] ?? 0, 10)
})

test('the player who speaks is right where the rules say so', () => {
  for (const { view, right } of verdicts) {
    const { total, call } = view.verdicts.at(-1)!
    expect(rightness([[total, 1]], call.kind)).toBe(right ? 1 : 0)
  }
})

test('where everything was paid in full, a verdict changed the points by what stands beside the names', () => {
  for (const { view, gains } of verdicts)
    if (paidInFull(view)) expect(gains.map((_, seat) => change(view.verdicts.at(-1)!, seat) + 0)).toEqual(gains)
})

test('the vectors have full banks and empty ones', () => {
  expect(new Set(missions.map(({ view }) => paidInFull(view)))).toEqual(new Set([true, false]))
  expect(new Set(verdicts.map(({ right }) => right))).toEqual(new Set([true, false]))
})

test('the lines of a score add up to it', async () => {
  const words = (await wordsOf('code21', 'en')).among(['Ann', 'Ben', 'Cleo', 'Dan'])
  for (const { view, scores: final } of scores)
    final.forEach((score, seat) => {
      const lines = scoreLines(view, seat, words)
      expect(lines.at(-1)!.points).toBe(score)
      expect(lines.slice(0, -1).reduce((sum, { points }) => sum + points, 0)).toBe(score)
    })
  expect(scores.some(({ scores: final }) => final.some((score) => score > 10))).toBe(true)
})
