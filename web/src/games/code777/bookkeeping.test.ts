import { expect, test } from 'vitest'
import { answersFor, lastDeclaration, nextQuestion, seenTiles, tilesOn } from './bookkeeping'
import { initials } from './initials'
import { writeDeclaration } from './tiles'
import { triangleOf } from './triangle'
import type { View } from './view'

const FIRST = [
  ['1g', '2y', '7b'],
  ['3k', '3k', '5r'],
  ['4n', '6p', '7b'],
  ['2y', '5k', '6g'],
]

function view(seat: number | null, change: Partial<View> = {}): View {
  return {
    options: {
      players: 4,
      target: 3,
      colours: false,
      show_removed: false,
      questions: 'cycle',
      declare_again: 'after_asking',
      limit: 230,
      first: null,
    },
    seat,
    points: [0, 0, 0, 0],
    turn: 0,
    stock: 16,
    aside: 0,
    racks: FIRST.map((rack, place) => [place === seat ? null : rack]),
    filling: [],
    pile: [16],
    turned: [],
    asking: false,
    asked: 0,
    log: [],
    spent: [],
    ended: '',
    ...change,
  }
}

test('what stands on the other racks is not mine', () => {
  const seen = seenTiles(view(0))
  expect(seen.get('3k')).toBe(2)
  expect(seen.get('7b')).toBe(1)
  expect(seen.get('1g')).toBe(0)
})

test('what lies aside is not mine either, and who gets new tiles begins with what lies aside then', () => {
  const log = [{ type: 'declared' as const, by: 1, said: [1, 2, 3], right: false, stood: [1, 1, 1, 1] }]
  const racks = [[null], [FIRST[1]!, ['3k', '7b', '7b']], [FIRST[2]!], [FIRST[3]!]]
  expect(seenTiles(view(0, { log, racks })).get('3k')).toBe(3)
  const mine = [[FIRST[0]!], [null, null], [FIRST[2]!], [FIRST[3]!]]
  expect(seenTiles(view(1, { log, racks: mine })).get('7b')).toBe(2)
})

test('only what others answered while my tiles stood tells me something', () => {
  const asked = (by: number, mine: number) => ({
    type: 'asked' as const,
    number: 8,
    by,
    answer: 5,
    stood: [mine, 1, 1, 1],
  })
  const racks = [[null, null], [FIRST[1]!], [FIRST[2]!], [FIRST[3]!]]
  const log = [asked(1, 1), asked(0, 2), asked(2, 2)]
  expect(answersFor(view(0, { log, racks })).map(({ by }) => by)).toEqual([2])
  expect(answersFor(view(0, { log, racks, filling: [0] }))).toEqual([])
})

test('a declaration is shown until the next question, or until its player may declare again', () => {
  const declared = { type: 'declared' as const, by: 2, said: [4, 6, 7], right: true, stood: [1, 1, 1, 1] }
  const asked = { type: 'asked' as const, number: 8, by: 0, answer: 5, stood: [1, 1, 2, 1] }
  expect(lastDeclaration(view(0, { log: [declared] }), 2)).toBe(declared)
  expect(lastDeclaration(view(0, { log: [declared, asked] }), 2)).toBeUndefined()
  expect(lastDeclaration(view(0, { log: [declared, asked], spent: [2] }), 2)).toBe(declared)
})

test('after the first pass everybody knows the next question', () => {
  expect(nextQuestion(view(0))).toBeNull()
  expect(nextQuestion(view(0, { pile: [], turned: [5, 9, 2], asked: 4 }))).toBe(9)
})

test('with everything turned up, my tiles are those that the others see', () => {
  expect(tilesOn(view(0), 0, null)).toBeNull()
  expect(tilesOn(view(0), 0, { 0: view(0), 1: view(1) })).toEqual(FIRST[0])
  expect(tilesOn(view(0, { filling: [0] }), 0, null)).toBeUndefined()
})

test('the triangle has 28 tiles, and each one that is left is as likely as so many of it are mine', () => {
  const rows = triangleOf(new Map([['5r', 1]]), { '5r,5r,7b': 0.25, '4n,5r,7b': 0.75 })
  expect(rows.map((row) => row.length)).toEqual([1, 2, 3, 4, 5, 6, 7])
  const fives = rows[4]!.filter(({ tile }) => tile === '5r')
  expect(fives.map(({ seen }) => seen)).toEqual([true, false, false, false])
  expect(fives.map(({ chance }) => chance)).toEqual([null, 1, 0.25, 0])
})

test('names that begin alike are told apart', () => {
  expect(initials(['Ana', 'Bo 1', 'Bo 2'], 0)).toBe('An')
  expect(initials(['Ana', 'Bo 1', 'Bo 2'], 2)).toBe('B2')
})

test('a declaration is written smallest first, by digit and then by colour', () => {
  expect(writeDeclaration(['7', '4', '5'])).toBe('4,5,7')
  expect(writeDeclaration(['7b', '5r', '5k'])).toBe('5k,5r,7b')
})
