// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest'
import { wordsOf } from '../../lib/locale.svelte'
import type { Words } from '../../lib/words'
import { faceOf } from './cards'
import { keyMoment, scoreLines } from './keyMoments'
import { lyingSeries, stagesOf, tally } from './shownLine'
import type { Laid, Series, View } from './view'

let words: Words
beforeAll(async () => {
  words = (await wordsOf('sixteen', 'en')).among(['Ana', 'Bo', 'Cleo', 'Dan'])
})

const laid = (cards: string, by = 1): Laid[] => cards.split(' ').map((card) => ({ card, by, ...faceOf(card)! }))
const series = (kind: Series['kind'], side: number, cards: string, worth = 1): Series => ({
  kind,
  side,
  worth,
  cards: laid(cards),
})
const view = (change: Partial<View> = {}): View => ({
  options: { players: 2, match: true, jokers: true, bonus: false, draw: 'auto', third: 'refused', first: null },
  seat: 0,
  hand: [],
  counts: [3, 3],
  stock: 20,
  turn: 0,
  to_deal: 0,
  drawing: false,
  drawn: 0,
  pile: [],
  total: 0,
  won: [0, 1],
  series: [],
  ...change,
})

test('a series is said to both sides, with who made it and how', () => {
  const after = view({ series: [series('match', 1, 'g4 o4 b4')] })
  const [mine, theirs] = [0, 1].map((seat) => keyMoment('1: play b4 = match', view(), after, seat, words))
  expect(mine).toMatchObject({ kind: 'match', tone: 'bad', title: 'Match: the series goes to Bo' })
  expect(mine?.text).toBe('Bo plays the third card in a row with the same number')
  expect(theirs).toMatchObject({ tone: 'good', title: 'Match: the series is yours' })
})

test('a bust is good news for the other side, and a team is one side', () => {
  const four = { ...view().options, players: 4 }
  const after = view({ options: four, series: [series('bust', 0, 'g6 o6 b6')] })
  expect(keyMoment('1: play b6 = bust', view(), after, 2, words)).toMatchObject({
    tone: 'good',
    title: 'Bust: the series is your team’s',
    text: 'Bo goes over 16: the pile is at 18',
  })
})

test('playing without drawing is told where it costs a card, and forgiven with the last one', () => {
  const before = view({ options: { ...view().options, draw: 'strict', third: 'forgiven' } })
  expect(keyMoment('1: play g3', before, view(), 1, words)).toMatchObject({ kind: 'oversight', tone: 'bad' })
  expect(keyMoment('1: play g3', { ...before, drawn: 1 }, view(), 1, words)).toBe(null)
  expect(keyMoment('1: play g3', view(), view(), 1, words)).toBe(null)
  const last = keyMoment('1: play g3', { ...before, counts: [3, 1] }, view(), 0, words)
  expect(last?.text).toBe('It was the last card: the oversight is forgiven')
})

test('the final score adds up, by how the series were made', () => {
  const all = [
    series('sixteen', 0, 'g6'),
    series('match+sixteen', 0, 'g6', 2),
    series('bust', 0, 'g6'),
    series('match', 1, 'g6'),
  ]
  const lines = scoreLines(view({ series: all, won: [4, 1] }), 0, words)
  expect(lines).toEqual([
    { label: 'Sixteen', points: 1 },
    { label: 'Match + Sixteen', points: 2 },
    { label: 'Busts by the other side', points: 1 },
    { label: 'Series', points: 4 },
  ])
})

test('a series lies there first, and counts afterwards', () => {
  const [before, after] = [view({ won: [0, 0] }), view({ series: [series('sixteen', 1, 'g6 o6 b4')] })]
  const shown = (stage: number) => ({ view: after, event: { n: 9, told: '1: play b4 = sixteen', before, stage } })
  expect(stagesOf('1: play b4 = sixteen', before)).toHaveLength(2)
  expect(lyingSeries(shown(0))).toBe(after.series[0])
  expect(tally(shown(0)).won).toEqual([0, 0])
  expect(lyingSeries(shown(1))).toBe(null)
  expect(tally(shown(1)).won).toEqual([0, 1])
})
