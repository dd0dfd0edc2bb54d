/**
 * Previews of The Golden 21 against the real rules: G21-10, G21-11, G21-13, G21-31, G21-33, G21-34, G21-60, G21-70,
 * G21-80, G21-91, G21-94, G21-106, G21-109, G21-114.
 */
import { expect, test } from 'vitest'
import { ruleVectors } from '../../lib/ruleVectors'
import { LIMIT } from './constants'
import { lastYear } from './contract'
import { sums } from './diceOdds'
import { debtChange, diceOf, difference, totalsOf } from './rolls'
import { type Effect, outcomeOf, type Use } from './spending'
import { sameSide } from './traders'
import type { Options, Thrown, View } from './view'

interface Vectors {
  spending: { view: View; by: number; uses: { use: Use; seat: number; points: number; to: number; effect: Effect }[] }[]
  rolls: { thrown: Thrown; free_throw: Options['free_throw']; seat: number; by: number }[]
  announcing: { view: View; dice: number[]; low: number; high: number; sides: number[]; last: number }[]
  odds: { dice: number; ways: number[] }[]
}
const { spending, rolls, announcing, odds } = ruleVectors<Vectors>('golden21')

test('points change what the rules say, and have the effect that the rules say', () => {
  for (const { view, by, uses } of spending)
    for (const { use, seat, points, to, effect } of uses) {
      const outcome = outcomeOf(view, by, seat, use, points)
      const about = `${points} ${use} on ${JSON.stringify(view.traders[seat])}`
      expect(outcome.to, about).toBe(to)
      expect(outcome.effect, about).toBe(effect)
    }
})

test('the vectors reach every effect and both limits', () => {
  const uses = spending.flatMap((position) => position.uses)
  expect(new Set(uses.map(({ effect }) => effect))).toEqual(new Set(['gold', 'kill', 'out', null]))
  expect(uses.some(({ use, to }) => use === '-debt' && to === -LIMIT)).toBe(true)
  expect(uses.some(({ use, to }) => use === '+account' && to === LIMIT)).toBe(true)
  expect(uses.some(({ use, to }) => use === '-account' && to === 0)).toBe(true)
})

test('a roll changes the debt of its roller, or of the trader who was hit, as the rules say', () => {
  for (const { thrown, free_throw, seat, by } of rolls) {
    expect(debtChange({ free_throw }, thrown)).toEqual({ seat, by: by || 0 })
    expect(difference(thrown)).toBe(Math.abs(by))
  }
})

test('the vectors reach hits that add to a debt and hits that take off it', () => {
  const hits = rolls.filter(({ thrown, by }) => thrown.hit && by)
  expect(new Set(hits.map(({ free_throw, by }) => `${free_throw} ${Math.sign(by)}`))).toEqual(
    new Set(['true 1', 'literal -1']),
  )
})

test('a trader rolls the dice, and may announce the totals, that the rules say', () => {
  for (const { view, dice, low, high } of announcing) {
    expect(dice.map((_, seat) => diceOf(view, seat))).toEqual(dice)
    expect(totalsOf(view.dice)).toEqual({ low, high })
  }
})

test('teams and the last year are those of the rules', () => {
  for (const { view, sides, last } of announcing) {
    sides.forEach((side, one) => {
      sides.forEach((other, two) => {
        expect(sameSide(view, one, two)).toBe(side === other)
      })
    })
    expect(lastYear(view.options)).toBe(last)
  }
})

test('dice show each total as often as there are ways to it', () => {
  for (const { dice, ways } of odds) {
    const all = 6 ** dice
    const found = sums(dice)
    expect(found).toHaveLength(ways.length)
    ways.forEach((n, place) => {
      expect(found[place]).toBeCloseTo(n / all, 12)
    })
  }
})
