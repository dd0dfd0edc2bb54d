// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../lib/locale.svelte'
import { nextQuestion } from '../../lib/notebookModule'
import { tapAll } from '../../lib/notebookTesting'
import { notebook } from './notebook'
import type { Seen, View } from './view'

const words = (await wordsOf('coda', 'en')).among(['Ann', 'Ben', 'Cleo'])
const hidden = (colour: Seen['colour'], since = 0): Seen => ({ colour, tile: null, up: false, since, guesses: [] })
const seen = (tile: string, up = false): Seen => ({ ...hidden(tile[0] === 'b' ? 'black' : 'white'), tile, up })
const OWN = ['b0', 'w0', 'b1', 'w1'].map((tile) => seen(tile))
const THEIRS = [hidden('black'), hidden('white'), hidden('black'), hidden('white')]

function view(changes: Partial<View> = {}, options: Partial<View['options']> = {}): View {
  return {
    options: { players: 2, jokers: false, dealing: 'choose', joker_ban: true, first: null, ...options },
    seat: 0,
    phase: 'attack',
    turn: 1,
    codes: [OWN, THEIRS],
    table: [8, 8],
    black: 0,
    hand: [],
    taking: null,
    drawn: hidden('black'),
    right: false,
    missed: false,
    out: [],
    winner: null,
    ...changes,
  }
}

const tapped = (at: View, ...taps: string[]) => tapAll(notebook, words, at, taps)

describe('set-up', () => {
  const empty = view({ phase: 'pick', codes: [[], []], drawn: null })
  test('of another: the colours, from their left (COD-06)', () => {
    expect(tapped(empty, 'w?', 'b?')).toContain('3rd colour of 4')
    expect(tapped(empty, 'w?', 'b?', 'b?', 'w?')).toEqual([
      '1: pick 2',
      '*: dealt b?',
      '*: dealt b?',
      '*: dealt w?',
      '*: dealt w? = w?,b?,b?,w?',
    ])
  })
  test('of my own, in any order; with jokers as they stand (COD-07)', () => {
    const mine = { ...empty, turn: 0 }
    expect(tapped(mine, 'w5', 'b1', 'w2', 'b9')).toEqual([
      '0: pick 2',
      '*: dealt b1',
      '*: dealt b9',
      '*: dealt w5',
      '*: dealt w2',
    ])
    const jokers = { ...mine, options: { ...mine.options, jokers: true, dealing: 'random' as const } }
    expect(tapped(jokers, 'b-', 'b1', 'w2', 'w5')).toEqual([
      '*: dealt b-',
      '*: dealt b1',
      '*: dealt w2',
      '*: dealt w5',
      '0: arrange b-,b1,w2,w5',
    ])
  })
})

describe('a turn', () => {
  test('a tile is taken: its colour, and mine wholly', () => {
    expect(tapped(view({ phase: 'take', drawn: null }), 'w?')).toEqual(['1: take white', '*: drawn w?'])
    expect(tapped(view({ phase: 'take', turn: 0, drawn: null }), 'w9')).toEqual(['0: take white', '*: drawn w9'])
    const gone = view({ phase: 'take', drawn: null, table: [0, 3] })
    const { step } = nextQuestion(notebook, gone, 0, [], words)
    expect(step && 'choices' in step && step.choices.map(({ off }) => off)).toEqual([true, false])
  })
  test('an attack at me needs no verdict: I see it (COD-12, COD-14)', () => {
    expect(tapped(view(), '0', '0')).toEqual(['1: attack 0 0 0 = right'])
    expect(tapped(view(), '0', '5')).toBe('Which tile does Ben show?')
    expect(tapped(view(), '0', '5', 'b7', '2')).toEqual(['1: attack 0 0 5 = wrong, b7 at 2'])
    expect(tapped(view({ drawn: null, table: [0, 0] }), '0', '5')).toEqual(['1: attack 0 0 5 = wrong'])
  })
  test('my own attack needs the verdict and nothing else', () => {
    const mine = view({ turn: 0, drawn: seen('w9') })
    expect(tapped(mine, '2', '7', 'wrong')).toEqual(['0: attack 1 2 7 = wrong'])
    expect(tapped({ ...mine, right: true }, 'stop')).toEqual(['0: stop'])
    expect(notebook.picksOf('attack 1 2 7', mine)).toEqual(['1', '2', '7'])
    expect(notebook.picksOf('take black', mine)).toBeNull()
  })
  test('another stops: where the tile is hidden (COD-13)', () => {
    expect(tapped(view({ right: true }), 'stop', '4')).toEqual(['1: stop = b? at 4'])
    expect(tapped(view({ right: true, drawn: null }), 'stop')).toEqual(['1: stop'])
    const jokers = view({ right: true, phase: 'place' }, { jokers: true })
    expect(tapped(jokers, '4')).toEqual(['1: place 4'])
    expect(tapped({ ...jokers, missed: true }, 'b-', '0')).toEqual(['1: place 0 = b-'])
  })
  test('after a wrong attack without a drawn tile one is turned up (COD-15)', () => {
    expect(tapped(view({ phase: 'show', drawn: null }), '1', 'w7')).toEqual(['1: show 1 = w7'])
    expect(tapped(view({ phase: 'show', drawn: null, turn: 0 }), '1')).toEqual(['0: show 1 = w0'])
  })
})

describe('the end (COD-21)', () => {
  const up = OWN.map((tile, place) => ({ ...tile, up: place > 0 }))
  test('the winner shows the tiles that are still hidden', () => {
    const last = view({ codes: [up, [hidden('black'), seen('w3', true), hidden('black')]] })
    expect(tapped(last, '0')).toBe('Ben wins and shows the code: the 1st tile is…')
    expect(tapped(last, '0', 'b2', 'b4')).toEqual(['1: attack 0 0 0 = right, 1 wins with b2,w3,b4'])
  })
  test('where I win, nothing more is asked', () => {
    const last = view({ turn: 0, codes: [OWN, [hidden('black'), seen('w3', true)]] })
    expect(tapped(last, '2', 'right')).toEqual(['0: attack 1 0 2 = right'])
  })
  test('with a third player it goes on', () => {
    const three = view({ codes: [up, THEIRS, THEIRS] }, { players: 3 })
    expect(tapped(three, '0', '0')).toEqual(['1: attack 0 0 0 = right'])
    expect(tapped(view({ phase: 'over' }))).toBeNull()
  })
})

test('what was certain is named by its place now', () => {
  const later = view({ codes: [OWN, [hidden('black'), hidden('white', 1), hidden('white')]] })
  expect(notebook.certain('1:s1', '7', later, words)).toBe('Certain: Ben’s 3rd tile is 7')
  expect(notebook.certain('1:n1', '5', later, words)).toBe('Certain: Ben’s 2nd tile is 5')
})
