// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../lib/locale.svelte'
import { nextQuestion } from '../../lib/notebookModule'
import { tapAll } from '../../lib/notebookTesting'
import { notebook } from './notebook'
import type { View } from './view'

const words = (await wordsOf('code777', 'en')).among(['Ann', 'Ben', 'Cleo', 'Dan'])

function view(changes: Partial<View> = {}, options: Partial<View['options']> = {}): View {
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
      ...options,
    },
    seat: 0,
    points: [0, 0, 0, 0],
    turn: 1,
    stock: 16,
    aside: 0,
    racks: [[null], [['1g', '2y', '3k']], [['4n', '4n', '5r']], [['5k', '6p', '7b']]],
    filling: [],
    pile: [5, 16, 23],
    turned: [],
    asking: false,
    asked: 0,
    log: [],
    spent: [],
    ended: '',
    ...changes,
  }
}

const tapped = (at: View, ...taps: string[]) => tapAll(notebook, words, at, taps)

test('a rack is filled, in any order; what stands elsewhere is gone (C77-01, C77-02)', () => {
  const filling = view({ filling: [2] })
  expect(tapped(filling, '7y', '6g')).toBe('Cleo’s rack: tile 3 of 3')
  expect(tapped(filling, '7y', '6g', '7y')).toEqual(['*: racked 2 6g,7y,7y'])
  const { step } = nextQuestion(notebook, filling, 0, [], words)
  expect(step && 'choices' in step && step.choices.filter(({ off }) => off).map(({ value }) => value)).toEqual([
    '1g',
    '5k',
  ])
  expect(tapped(view({ filling: [3] }, { players: 3 }))).toBe('Free rack: tile 1 of 3')
})

describe('questions (C77-10)', () => {
  test('of another: the card and the answer', () => {
    expect(tapped(view(), 'ask', '5', '2')).toEqual(['1: ask', '*: turned 5 = 2'])
    expect(tapped(view(), 'ask', '16', 'second')).toEqual(['1: ask', '*: turned 16 = second'])
  })
  test('of my own: the notebook knows the answer', () => {
    expect(tapped(view({ turn: 0 }), 'ask', '5')).toEqual(['0: ask', '*: turned 5'])
  })
  test('from the second pass on the card is known (C77-04)', () => {
    const second = view({ pile: [], turned: [16, 5, 23], asked: 4 })
    expect(tapped(second, 'ask', '3')).toEqual(['1: ask = 5 3'])
    expect(tapped({ ...second, turn: 0 }, 'ask')).toEqual(['0: ask'])
  })
})

describe('declarations (C77-20, C77-21)', () => {
  test('of another: I see whether it is right', () => {
    expect(tapped(view(), 'declare 2', '5', '4', '4')).toEqual(['2: declare 4,4,5'])
  })
  test('of my own: the others say it, and may show the tiles', () => {
    expect(tapped(view(), 'declare 0', '7', '7', '1', 'wrong')).toEqual(['0: declare 1,7,7 = wrong'])
    const shown = view({}, { show_removed: true })
    expect(tapped(shown, 'declare 0', '7', '7', '1', 'wrong', '7y', '2y', '7b')).toEqual([
      '0: declare 1,7,7 = wrong 2y,7y,7b',
    ])
    const tiles = view({}, { colours: true })
    expect(tapped(tiles, 'declare 0', '7y', '7y', '6g', 'right')).toEqual(['0: declare 6g,7y,7y = right'])
    expect(notebook.picksOf('declare 1,7,7', view())).toEqual(['declare 0', '1', '7', '7'])
    expect(notebook.picksOf('ask', view({ filling: [1] }))).toBeNull()
  })
  test('who has declared is not offered again (C77-26)', () => {
    const { step } = nextQuestion(notebook, view({ spent: [2, 3] }), 0, [], words)
    expect(step && 'choices' in step && step.choices.map(({ value }) => value)).toEqual([
      'ask',
      'declare 0',
      'declare 1',
    ])
  })
  test('after the last question each speaks in turn (C77-31)', () => {
    const closing = view({ asked: 230 })
    expect(tapped(closing, 'ask')).toEqual(['1: ask'])
    const { step } = nextQuestion(notebook, closing, 0, [], words)
    expect(step && 'choices' in step && step.choices.map(({ value }) => value)).toEqual(['ask', 'declare 1'])
  })
})

test('it begins with who asks first, and ends with nothing', () => {
  expect(tapped(view({ turn: null }), '2')).toEqual(['*: first 2'])
  expect(tapped(view({ ended: 'C77-30' }))).toBeNull()
  expect(notebook.certain('digits 2', '4,4,5', view(), words)).toBe('Certain: your 2nd rack was 4, 4, 5')
})
