import { expect, test } from 'vitest'
import { cardOf, faceOf, keyed, laidBy, unseen } from './cards'
import { seriesFrom, type Table, wantedNext } from './series'
import type { Laid, Options, View } from './view'

const OPTIONS: Options = {
  players: 2,
  match: true,
  jokers: true,
  bonus: false,
  draw: 'auto',
  third: 'refused',
  first: null,
}

function lying(cards: string, options: Partial<Options> = {}): Table {
  const pile: Laid[] = cards.split(' ').flatMap((card) => ({ card, by: 0, ...faceOf(card)! }))
  return { pile, total: pile.reduce((sum, { value }) => sum + value, 0), options: { ...OPTIONS, ...options } }
}

test.each([
  ['g6 o4 b4', 'p2', 'sixteen'],
  ['g6 o4 b4', 'p3', 'bust'],
  ['g6 o4 b4', 'g4', 'bust'], // S16-23: though it would have been a match
  ['o4 b4', 'g4', 'match'],
  ['g1 g5', 'g0', 'match'],
  ['g5 o5 b2 p2', 'g2', 'match+sixteen'],
  ['g6 g4', 'g6', 'match+sixteen'],
  ['g6', 'g6', null],
])('on %s the %s makes %s', (pile, card, kind) => {
  expect(seriesFrom(lying(pile), faceOf(card)!)).toBe(kind)
})

test('where matches are off there is none', () => {
  expect(seriesFrom(lying('o4 b4', { match: false }), faceOf('g4')!)).toBe(null)
  expect(wantedNext(lying('o4 b4', { match: false })).value).toBe(null)
})

test('what is wanted is what would end the pile', () => {
  expect(wantedNext(lying('g6 o4 b4'))).toEqual({ sixteen: 2, value: null, colour: null, bust: 3 })
  expect(wantedNext(lying('o4 b4'))).toEqual({ sixteen: null, value: 4, colour: null, bust: null })
  expect(wantedNext(lying('g1 g5'))).toEqual({ sixteen: null, value: null, colour: 'green', bust: null })
  expect(wantedNext(lying('g3 g3'))).toEqual({ sixteen: null, value: 3, colour: 'green', bust: null })
  expect(wantedNext(lying('g6'))).toEqual({ sixteen: null, value: null, colour: null, bust: null })
})

test('a card is read as it is written', () => {
  expect(faceOf('p4')).toEqual({ value: 4, colour: 'purple' })
  expect(faceOf('joker')).toBe(null)
  expect(cardOf({ value: 0, colour: 'orange' })).toBe('o0')
  expect(laidBy('play joker 4 green')).toEqual({ value: 4, colour: 'green' })
  expect(laidBy('play b2')).toEqual({ value: 2, colour: 'blue' })
  expect(laidBy('draw')).toBe(null)
  expect(keyed(['g3', 'g3']).map(({ key }) => key)).toEqual(['g3-0', 'g3-1'])
})

test('what was played or is held is not unseen', () => {
  const view = { ...lying('g3 o0'), hand: ['g3', 'joker'], series: [] } as unknown as View
  expect(['g3', 'o0', 'joker', 'b1', 'b0'].map((card) => unseen(view, card))).toEqual([0, 0, 1, 2, 1])
})
