// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest'
import { wordsOf } from '../../lib/locale.svelte'
import type { Words } from '../../lib/words'
import { keyMoment, scoreLines } from './keyMoments'
import { POINTS, STAMP, stagesOf, tally, verdictStage } from './shownLine'
import type { Verdict, View } from './view'

let words: Words
beforeAll(async () => {
  words = (await wordsOf('code21', 'en')).among(['Ana', 'Bo', 'Cleo'])
})

const TOLD = '2: stake 0 = 8+5+8=21 stakes 1>0,2>1,0 winner 1 takes 3 mission 4'
const verdict = (change: Partial<Verdict> = {}): Verdict => ({
  mission: 4,
  soldiers: [],
  total: 21,
  call: { by: 0, kind: 'accuse', last: 1 },
  stakes: [
    { points: 1, side: 0 },
    { points: 2, side: 1 },
    { points: 0, side: null },
  ],
  winner: 1,
  taken: 3,
  ...change,
})
const view = (change: Partial<View> = {}): View =>
  ({
    line: [],
    call: null,
    verdicts: [verdict()],
    ranks: [],
    points: [4, 9, 3],
    cards: [[], [4], []],
    scores: [4, 13, 3],
    ...change,
  }) as View

test('an accusation is said to the player who makes it, to the one whom it meets, and to the others', () => {
  const after = view({ call: { by: 0, kind: 'accuse', last: 1 } })
  const said = [0, 1, 2, null].map((seat) => keyMoment('0: accuse', after, after, seat, words))
  expect(said.map((one) => one?.title)).toEqual([
    'You accuse Bo',
    'Ana accuses you',
    'Ana accuses Bo',
    'Ana accuses Bo',
  ])
  expect(said.map((one) => one?.tone)).toEqual(['neutral', 'bad', 'neutral', 'neutral'])
})

test('a mission that is won is good news for its winner and for whoever trusted them', () => {
  const said = [0, 1, 2, null].map((seat) => keyMoment(TOLD, view(), view(), seat, words))
  expect(said.map((one) => one?.kind)).toEqual(Array(4).fill('mission'))
  expect(said.map((one) => one?.tone)).toEqual(['bad', 'good', 'neutral', 'neutral'])
  expect(said[1]).toMatchObject({ title: '21: you win mission 4', text: 'You take 3 points from Ana' })
  expect(said[0]?.text).toBe('Bo takes 3 points from you')
})

test('where there is nothing to take, nobody takes 0 points (C21-32)', () => {
  const after = view({ verdicts: [verdict({ taken: 0 })] })
  const said = [0, 1, 2].map((seat) => keyMoment(TOLD, after, after, seat, words)?.text)
  expect(said).toEqual(['Bo takes no points from you', 'You take no points from Ana', 'Bo takes no points from Ana'])
})

test('another total is a verdict', () => {
  const after = view({ verdicts: [verdict({ total: 24, winner: 0 })] })
  expect(keyMoment(TOLD, after, after, 0, words)).toMatchObject({
    kind: 'verdict',
    tone: 'good',
    title: '24: you were right',
  })
})

test('nothing else is one', () => {
  for (const told of ['0: play 8 up', '1: play ? down', '0: pass', '*: turned 4', '1: stake ?'])
    expect(keyMoment(told, view(), view(), 0, words)).toBe(null)
})

test('the final score adds up', () => {
  const lines = scoreLines(view(), 1, words)
  expect(lines.map(({ points }) => points)).toEqual([9, 4, 13])
})

test('the points move in the last stage of a line, and not before', () => {
  const [before, after] = [view({ points: [7, 6, 3], cards: [[], [], []] }), view()]
  const shown = (stage: number) => tally({ view: after, event: { n: 9, told: TOLD, before, stage } })
  expect(stagesOf(TOLD, before)).toHaveLength(POINTS + 1)
  expect(shown(STAMP).points).toEqual(before.points)
  expect(shown(STAMP).cards).toEqual(before.cards)
  expect(shown(POINTS).points).toEqual(after.points)
  expect(tally({ view: after, event: null })).toBe(after)
  expect(verdictStage({ n: 9, told: TOLD, before, stage: 2 })).toBe(2)
  expect(verdictStage({ n: 9, told: '0: play 8 up', before, stage: 0 })).toBe(null)
})
