// @vitest-environment happy-dom
/**
 * Previews, key moments and scores of The Golden 21 against the real rules: G21-10, G21-11, G21-12, G21-13, G21-31,
 * G21-33, G21-34, G21-50, G21-51, G21-52, G21-60, G21-61, G21-63, G21-70, G21-80, G21-91, G21-94, G21-106, G21-109,
 * G21-114, G21-115.
 */
import { expect, test } from 'vitest'
import type { KeyMoment } from '../../lib/boardModule'
import { wordsOf } from '../../lib/locale.svelte'
import { ruleVectors } from '../../lib/ruleVectors'
import { balanceSentences } from './balance'
import { LIMIT } from './constants'
import { lastYear } from './contract'
import { sums } from './diceOdds'
import { keyMomentOf } from './moments'
import { debtChange, diceOf, difference, totalsOf } from './rolls'
import { scoreLinesOf } from './score'
import { type Effect, outcomeOf, type Use } from './spending'
import { sameSide } from './traders'
import type { Options, Thrown, View, Year } from './view'
import { rankingOf, yearEndedBetween } from './years'

interface Moment {
  told: string
  before: View
  after: View
  kills: number[]
  golds: number[]
  out: number[]
  year: number
}
interface Vectors {
  balances: { year: Year; said: string[] }[]
  moments: Moment[]
  scores: { view: View; scores: number[] }[]
  spending: { view: View; by: number; uses: { use: Use; seat: number; points: number; to: number; effect: Effect }[] }[]
  rolls: { thrown: Thrown; free_throw: Options['free_throw']; seat: number; by: number }[]
  announcing: { view: View; dice: number[]; low: number; high: number; sides: number[]; last: number }[]
  odds: { dice: number; ways: number[] }[]
}
const { balances, spending, rolls, announcing, odds, moments, scores } = ruleVectors<Vectors>('golden21')
const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve']
const words = (await wordsOf('golden21', 'en')).among(NAMES)

test('the balance of a year is explained as on the sheet', () => {
  const numbered = words.among(['player 1', 'player 2', 'player 3', 'player 4', 'player 5'])
  for (const { year, said } of balances) expect(balanceSentences(year, numbered)).toEqual(said)
  expect(new Set(balances.map(({ said }) => said.join().match(/G21-\d+/)?.[0]))).toEqual(
    new Set(['G21-51', 'G21-52', undefined]),
  )
})

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

// ---- key moments ------------------------------------------------------------------------

const momentOf = ({ told, before, after }: Moment, seat: number | null): KeyMoment | null =>
  keyMomentOf(told, before, after, seat, words).at(-1) ?? null
const some = (holds: (moment: Moment) => boolean): Moment[] => {
  const found = moments.filter(holds)
  expect(found.length).toBeGreaterThan(2)
  return found
}

test('the end of a year says who ended it, and to the survivor that it is theirs', () => {
  for (const moment of some(({ year }) => year > 0)) {
    const shown = momentOf(moment, null)!
    expect(shown).toMatchObject({ kind: 'year', tone: 'neutral', title: `End of year ${moment.year}` })
    const leaver = [...moment.out, ...moment.golds][0]!
    expect(shown.text).toContain(NAMES[leaver]!)
    expect(momentOf(moment, leaver)!.text).toMatch(/\b[Yy]ou\b/)
    const year = yearEndedBetween(moment.before, moment.after)!
    const best = year.balance.findIndex((debt) => debt !== null && debt < 0)
    if (best < 0) continue
    expect(rankingOf(year)[0]).toBe(best)
    expect(momentOf(moment, best)!.tone).toBe('good')
    expect(momentOf(moment, best)!.text).toMatch(/You (start again|end) at −\d+/)
  }
})

test('a Kill is good news for the killer and bad for the victim', () => {
  for (const moment of some(({ kills, year }) => kills.length > 0 && !year)) {
    const [killer, victim] = [moment.kills[0]!, moment.out[0]!]
    expect(momentOf(moment, killer)).toMatchObject({ kind: 'kill', tone: 'good', title: `Kill on ${NAMES[victim]}` })
    expect(momentOf(moment, victim)).toMatchObject({ kind: 'kill', tone: 'bad', title: 'You have been killed' })
    expect(momentOf(moment, null)!.title).toBe(`${NAMES[killer]}: Kill on ${NAMES[victim]}`)
    expect(momentOf(moment, null)!.text).toMatch(/from −?\d+ to \d+/)
  }
})

test('a Kill or a 21 that ends the year is told before the end of the year', () => {
  const both = moments.filter(({ kills, golds, year }) => kills.length + golds.length > 0 && year > 0)
  expect(both.length).toBeGreaterThan(0)
  for (const { told, before, after, kills } of both) {
    const shown = keyMomentOf(told, before, after, null, words)
    expect(shown.map(({ kind }) => kind)).toEqual([kills.length ? 'kill' : 'gold', 'year'])
  }
})

test('a 21 is told to everybody', () => {
  for (const moment of some(({ golds, year }) => golds.length > 0 && !year)) {
    const who = moment.golds[0]!
    expect(momentOf(moment, who)).toMatchObject({ kind: 'gold', tone: 'good', title: 'You make 21' })
    expect(momentOf(moment, null)).toMatchObject({ kind: 'gold', tone: 'neutral', title: `${NAMES[who]} makes 21` })
  }
})

test('only who is insolvent is shown that it is so', () => {
  for (const moment of some(({ out, kills, year }) => out.length > 0 && !kills.length && !year)) {
    expect(momentOf(moment, moment.out[0]!)).toMatchObject({ kind: 'out', tone: 'bad', title: 'You are insolvent' })
    expect(momentOf(moment, null)).toBeNull()
  }
})

// ---- the score --------------------------------------------------------------------------

test('the lines of a score add up to it', () => {
  for (const { view, scores: final } of scores)
    for (const seat of view.traders.keys()) {
      const lines = scoreLinesOf(view, seat, words)
      if (!final.length) {
        expect(lines).toEqual([])
        continue
      }
      expect(lines.at(-1)!.points).toBe(final[seat])
      const parts = lines.length > 1 ? lines.slice(0, -1) : lines
      expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(final[seat])
    }
})

test('the vectors reach every kind of score, and its explanations', () => {
  const labels = scores.flatMap(({ view }) =>
    view.traders.flatMap((_, seat) => scoreLinesOf(view, seat, words).map(({ label }) => label)),
  )
  for (const part of [
    /distances from 21: \d+/,
    /last to speculate: −?\d+ − 21/,
    /\d Kills? × \d traders/,
    /21 made \d times? × \d years/,
    /21 in years? \d/,
    /debt at the end/,
    /^Ann: /,
    /final debt/,
    /^Kills$/,
  ])
    expect(
      labels.some((label) => part.test(label)),
      String(part),
    ).toBe(true)
})
