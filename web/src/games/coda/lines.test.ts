// @vitest-environment happy-dom
/** What a line of Code de Vinci shows, and which lines are key moments: COD-12, COD-14, COD-15, COD-20. */
import { expect, test } from 'vitest'
import { wordsOf } from '../../lib/locale.svelte'
import { attackIn, saidDuring, stages, viewDuring } from './lines'
import { keyMoment } from './moments'
import { widthOf } from './tiles'
import type { Seen, View } from './view'

const tile = (name: string, up = false, known = false): Seen => ({
  colour: name.startsWith('b') ? 'black' : 'white',
  tile: up || known ? name : null,
  up,
  since: 0,
  guesses: [],
})
const before: View = {
  options: { players: 3, jokers: false, dealing: 'random', joker_ban: false, first: null },
  seat: 0,
  phase: 'attack',
  turn: 1,
  codes: [
    [tile('b2', true, true), tile('w7', false, true)],
    [tile('w3'), tile('b4', true)],
    [tile('w5', true), tile('b9'), tile('b11')],
  ],
  table: [5, 6],
  black: 5,
  hand: [],
  taking: null,
  drawn: { ...tile('b8'), since: 1 },
  right: false,
  missed: false,
  out: [],
  winner: null,
}
const words = (await wordsOf('coda', 'en')).among(['Ann', 'Ben', 'Cleo'])
const said = (told: string, after: Partial<View>, seat: number | null = 0) =>
  keyMoment(told, before, { ...before, ...after }, seat, words)

test('an attack is shown in its order: the guess, the verdict, what a wrong one costs', () => {
  expect(attackIn('1: attack 2 1 - = wrong')).toMatchObject({
    by: 1,
    target: 2,
    place: 1,
    value: '-',
    right: false,
    costs: false,
  })
  const shown = (told: string) => stages(told, before, before)
  expect(shown('1: attack 2 1 9 = right')).toHaveLength(2)
  expect(shown('1: attack 2 1 9 = wrong, b8 at 1')).toHaveLength(3)
  expect(shown('1: attack 2 1 9 = right, 1 wins with w3,b4')).toHaveLength(2)
  expect(shown('1: take black')).toHaveLength(1)
  expect(shown('0: attack 2 1 9 = right')[0]).toBeLessThan(shown('1: attack 2 1 9 = right')[0]!) // I know what I said
})

test('nothing is turned up before it is said to be right or wrong', () => {
  const after = { ...before, turn: 2 }
  const during = (told: string, stage: number) => viewDuring(after, { n: 1, told, before, stage })
  expect([0, 1].map((stage) => during('1: attack 2 1 9 = right', stage))).toEqual([before, after])
  expect([0, 1, 2].map((stage) => during('1: attack 2 1 9 = wrong, b8 at 1', stage))).toEqual([before, before, after])
  expect(viewDuring(after, null)).toBe(after)
  expect(during('1: take black', 0)).toBe(after)
})

test('the guess stands on the tile, then its verdict', () => {
  const on = (stage: number) => saidDuring({ n: 1, told: '1: attack 2 1 9 = wrong, b8 at 1', before, stage })
  expect(on(0)).toEqual({ key: '2:s1', value: '9', right: null })
  expect(on(1)).toEqual({ key: '2:s1', value: '9', right: false })
  expect(saidDuring({ n: 1, told: '1: stop', before, stage: 0 })).toBeNull()
})

test('a broken code is told to whoever broke it, to whoever had it, and to the others', () => {
  const line = '1: attack 0 1 7 = right'
  expect(said(line, { out: [0] })).toMatchObject({ kind: 'broken', tone: 'bad', title: 'Your code is broken' })
  expect(said(line, { out: [0] }, 1)).toMatchObject({ tone: 'good', title: 'You broke Ann’s code' })
  expect(said(line, { out: [0] }, 2)).toMatchObject({ tone: 'neutral', title: 'Ben broke Ann’s code' })
  expect(said('1: show 0 = w3', { out: [1] })).toMatchObject({ tone: 'neutral', title: 'Ben is out' })
})

test('a wrong guess at a last hidden tile is a moment, at another one it is none', () => {
  expect(said('1: attack 0 1 8 = wrong, b8 at 1', {})).toMatchObject({ kind: 'held', tone: 'good' })
  expect(said('1: attack 0 1 8 = wrong, b8 at 1', {}, 1)).toMatchObject({ kind: 'held', tone: 'bad' })
  expect(said('1: attack 2 1 8 = wrong, b8 at 1', {})).toBeNull()
  expect(said('1: take black', {})).toBeNull()
})

test('a row is as wide as its tiles and the one beside it', () => {
  expect(widthOf(before, 2)).toBeCloseTo(2.8)
  expect(widthOf(before, 1)).toBeCloseTo(1.8 + 1.2)
})
