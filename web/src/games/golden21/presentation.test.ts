// @vitest-environment happy-dom
/** How a line is presented: its steps, what it throws, and the crash. */
import { expect, test } from 'vitest'
import { wordsOf } from '../../lib/locale.svelte'
import { ruleVectors } from '../../lib/ruleVectors'
import { shownLastYear } from './contract'
import { FLIGHT } from './diceFlight'
import { flickOf } from './flicks'
import { brokenDebt, crashDice, keyMomentOf } from './moments'
import { isRevealed, stagesOf } from './stages'
import { crisisPlaces, seedOf, thrownIn } from './throws'
import type { Options, View, Year } from './view'

const { announcing } = ruleVectors<{ announcing: { view: View }[] }>('golden21')
const words = (await wordsOf('golden21', 'en')).among(['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'])

// ---- steps ----------------------------------------------------------------------------

test('dice land, their total is read, then the debt moves', () => {
  const { view } = announcing[0]!
  const stages = stagesOf('*: rolled 3,5', view)
  expect(stages).toHaveLength(3)
  expect(stages[0]).toBeGreaterThanOrEqual(FLIGHT * 1000)
  const at = (stage: number) => isRevealed({ n: 1, told: '*: rolled 3,5', before: view, stage })
  expect([at(0), at(1), at(2), isRevealed(null)]).toEqual([false, false, true, true])
})

test('every kind of line has its steps', () => {
  const { view } = announcing[0]!
  const lines = [
    '*: cast 4',
    '0: announce 8',
    '0: announce 8 at 2',
    '0: roll',
    '*: rolled 3,5 hit',
    '*: off',
    '*: fined 4',
  ]
  for (const line of [...lines, '0: bonus +debt 1', '0: account -debt 0', '0: give 2', '0: done']) {
    const stages = stagesOf(line, view)
    expect(stages.length, line).toBeGreaterThan(0)
    for (const time of stages) expect(time).toBeGreaterThan(100)
  }
  const turn = view.turn!
  expect(stagesOf('0: announce 8', { ...view, seat: turn.seat })[0]).toBeLessThan(
    stagesOf('0: announce 8', { ...view, seat: null })[0]!,
  )
})

test('what a line throws is read from it: a roll, a die for the order, a penalty, a die off the table', () => {
  const { view } = announcing.find(({ view }) => view.turn)!
  const rolling = { ...view, turn: { ...view.turn!, step: 'roll' as const, total: 8, aim: 2 } }
  const by = view.turn!.seat
  expect(thrownIn('*: rolled 3,5 hit', rolling)).toMatchObject({
    what: 'roll',
    by,
    faces: [3, 5],
    total: 8,
    aim: 2,
    hit: true,
  })
  expect(thrownIn('*: fined 4', rolling)).toMatchObject({ what: 'fine', by, faces: [4] })
  expect(thrownIn('*: off', rolling)).toMatchObject({ what: 'off', faces: Array.from({ length: view.dice }, () => 0) })
  expect(thrownIn('*: cast 6', { ...view, turn: null, casting: [1, 2] })).toMatchObject({
    what: 'cast',
    by: 1,
    faces: [6],
  })
  expect(thrownIn('0: announce 8', rolling)).toBeNull()
  const roll = thrownIn('*: rolled 1,2,3,4', rolling)!
  expect(crisisPlaces({ ...roll, crisis: 3 }).filter(Boolean)).toHaveLength(3)
  expect(seedOf(roll)).not.toBe(seedOf({ ...roll, faces: [1, 2, 3, 5] }))
})

test('a flick is let go while it moves; a tap and a slow drag are none', () => {
  const trail = (...points: [number, number, number][]) => points.map(([x, y, at]) => ({ x, y, at }))
  expect(flickOf(trail([0, 0, 0], [2, -40, 40], [4, -80, 80]))).toEqual({ x: 50, y: -1000 })
  expect(flickOf(trail([0, 0, 0], [1, 2, 300]))).toBeNull()
  expect(flickOf(trail([0, 0, 0], [0, -90, 300], [0, -91, 600]))).toBeNull()
  expect(flickOf([])).toBeNull()
})

// ---- key moments ------------------------------------------------------------------------

test('a crash: four equal dice, or a third Crisis die', () => {
  const { view } = announcing.find(({ view }) => view.turn && view.turn.seat !== 0)!
  const turn = { ...view.turn!, gifts: 3, step: 'gift' as const }
  const rolled = { ...view, turn, thrown: { by: turn.seat, total: 9, faces: [2, 2, 2, 2], aim: null, hit: false } }
  expect(keyMomentOf('*: rolled 2,2,2,2', view, rolled, turn.seat, words)[0]).toMatchObject({
    kind: 'crisis',
    tone: 'good',
    title: 'Crash: 4 equal dice',
  })
  expect(keyMomentOf('*: rolled 2,2,2,2', view, rolled, 0, words)[0]!.text).toContain('has 3 Crisis dice to give')
  const given = (crisis: number) => ({
    ...view,
    traders: view.traders.map((trader, seat) => (seat ? trader : { ...trader, crisis })),
  })
  expect(keyMomentOf('1: give 0', given(2), given(3), 0, words)[0]).toMatchObject({
    kind: 'crisis',
    tone: 'bad',
    title: 'A crash for you',
  })
  expect(keyMomentOf('1: give 0', given(1), given(2), 0, words)).toEqual([])
  expect(keyMomentOf('1: give 0', given(2), given(3), 1, words)).toEqual([])
})

test('in a crash the equal dice fall, or as many as lie before me', () => {
  const { view } = announcing[0]!
  const rolled = { ...view, thrown: { by: 1, total: 13, faces: [2, 5, 2, 2, 2], aim: null, hit: false } }
  expect(crashDice('*: rolled 2,5,2,2,2', rolled, 0)).toEqual([2, 2, 2, 2])
  const given = { ...view, traders: view.traders.map((trader) => ({ ...trader, crisis: 3 })) }
  expect(crashDice('1: give 0', given, 0)).toHaveLength(3)
})

test('a Kill that ends the year is seen before the year’s end', () => {
  const { view } = announcing.find(({ view }) => view.traders.every(({ debt }) => debt < 21))!
  const killed = view.traders.map((trader, seat) => (seat === 1 ? { ...trader, debt: 24 } : trader))
  const kills = killed.map((trader, seat) => (seat === 0 ? { ...trader, kills: trader.kills + 1 } : trader))
  const lines = kills.map(({ debt }) => [{ debt }])
  const year = { number: view.year, lines, balance: kills.map(() => 0) } as unknown as Year
  const next = kills.map((trader) => ({ ...trader, debt: 0 }))
  const after = { ...view, traders: next, bourse: [...view.bourse.filter(({ number }) => number < view.year), year] }
  expect(keyMomentOf('0: bonus +debt 1', view, after, 1, words).map(({ kind }) => kind)).toEqual(['kill', 'year'])
  expect(brokenDebt('kill', view, after, 1)).toBe(24)
  expect(keyMomentOf('0: bonus +debt 1', view, { ...view, traders: kills }, 1, words).map(({ kind }) => kind)).toEqual([
    'kill',
  ])
})

test('an ordinary line is no moment', () => {
  const { view } = announcing[0]!
  expect(keyMomentOf('0: announce 8', view, view, 0, words)).toEqual([])
})

test('a cap that nobody agreed on is named only when it comes near', () => {
  const options = { goal: 'killer', years: null } as Options
  expect(shownLastYear({ options, year: 1 })).toBe(0)
  expect(shownLastYear({ options, year: 47 })).toBe(50)
  expect(shownLastYear({ options: { ...options, years: 9 }, year: 1 })).toBe(9)
  expect(shownLastYear({ options: { ...options, goal: 'original' }, year: 1 })).toBe(5)
})
