import { expect, test } from 'vitest'
import { viewFields } from './viewFields'
import { Words } from './words'

const pages = {
  title: 'Pearl',
  tagline: '',
  lines: {},
  moves: {},
  table: {},
  advice: {},
  terms: { red: 'rouge' },
  fields: { dice: 'Dés' },
  seat_fields: ['lifted', 'winner'],
}
const words = new Words('fr', pages, ['Ann', 'Ben'])
const show = (view: unknown) => Object.fromEntries(viewFields(view, words).map(({ label, value }) => [label, value]))

test('what the page shows elsewhere is left out, and what is not seen is a dash', () => {
  expect(show({ options: {}, seat: 0, total: null, left: 3, open: true })).toEqual({ total: '–', left: '3', open: '✓' })
})

test('a field has the words of the game, or its own name', () => {
  expect(show({ dice: [], drawn_cards: 'red' })).toEqual({ Dés: '–', 'drawn cards': 'rouge' })
})

test('one value for each player is shown by player', () => {
  expect(show({ dice: [3, null] })).toEqual({
    Dés: [
      { label: 'Ann', value: '3' },
      { label: 'Ben', value: '–' },
    ],
  })
  expect(show({ dice: [3, 4, 5] })).toEqual({ Dés: '3, 4, 5' })
})

test('seats are shown as names', () => {
  expect(show({ lifted: [0, 1], winner: 1 })).toEqual({ lifted: 'Ann, Ben', winner: 'Ben' })
  expect(show({ lifted: [], winner: null })).toEqual({ lifted: '–', winner: '–' })
})

test('what has parts is shown part by part', () => {
  expect(show({ pile: { top: 'red', count: 2 }, rounds: [[1, 2], { a: 1 }, 4] })).toEqual({
    pile: [
      { label: 'top', value: 'rouge' },
      { label: 'count', value: '2' },
    ],
    rounds: [
      {
        label: '1',
        value: [
          { label: 'Ann', value: '1' },
          { label: 'Ben', value: '2' },
        ],
      },
      { label: '2', value: [{ label: 'a', value: '1' }] },
      { label: '3', value: '4' },
    ],
  })
})
