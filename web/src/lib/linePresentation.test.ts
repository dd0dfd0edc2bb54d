// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Awaits } from '../wire'
import type { BoardModule } from './boardModule'
import { allStages, endMoment, presentLine, withoutOutcome } from './linePresentation'
import { locale } from './locale.svelte'
import { outcomeText } from './outcome'
import { type LineStep, NOTHING } from './tableState'
import { Words } from './words'

locale.setLanguage('en')
const pages = { title: '', tagline: '', lines: {}, moves: {}, table: {}, advice: {}, terms: {} }
const words = new Words('en', { ...pages, endings: { 'A-1': 'Who has most.', 'A-1 draw': 'All have as much.' } }, [
  'Ann',
  'Ben',
  'Cyd',
])
const step = (told: string): LineStep => ({
  line: { is: 'line', n: 1, at: 0, told },
  before: 'before',
  view: 'after',
  awaits: NOTHING,
})
const over = (...ranks: number[]): Awaits => ({ ...NOTHING, kind: 'over', ranks, rule: 'A-1' })

test('an outcome that is not revealed yet is not said either, where there is a sentence without it', () => {
  const lines = {
    'stake {n}': '{who} stakes {n}',
    'stake {n} = {sum}': '{who} stakes {n}: {sum}',
    'guess = {how}': '{how}',
  }
  const said = new Words('en', { ...pages, lines }, ['Ann'])
  expect(withoutOutcome(step('0: stake 2 = 21').line, said).told).toBe('0: stake 2')
  expect(withoutOutcome(step('0: guess = right').line, said).told).toBe('0: guess = right')
  const thrown = new Words('en', { ...pages, lines: { rolled: '{who} rolls', 'rolled {n}': '{who} rolls {n}' } }, [
    'Ann',
  ])
  expect(withoutOutcome(step('*: rolled 3').line, thrown).told).toBe('*: rolled')
})

test('an outcome is known from the last stage on, unless the board says from which', () => {
  const stages = () => [1, 1, 1]
  const revealed = (board: unknown) =>
    presentLine(board as BoardModule<unknown>, step('1: play'), 0, words, null).revealed
  expect(revealed({ stages })).toBe(2)
  expect(revealed({ stages, revealedAt: () => 1 })).toBe(1)
})

test('a line can be several key moments, and the end comes after them', () => {
  const moments = ['kill', 'year'].map((kind) => ({ kind, tone: 'bad' as const, title: kind }))
  const board = { keyMoment: () => moments } as unknown as BoardModule<unknown>
  const kinds = presentLine(board, step('1: play'), 0, words, over(2, 1, 3)).moments.map(({ kind }) => kind)
  expect(kinds).toEqual(['kill', 'year', 'defeat'])
})

test('what others did stays longer than what I did', () => {
  const [mine, others] = ['0: play', '1: play'].map((told) => presentLine(null, step(told), 0, words, null).stages)
  expect(mine![0]).toBeLessThan(others![0]!)
})

test('a board says how long its stages take, and what is a key moment', () => {
  const board = {
    stages: (told: string, before: unknown, after: unknown) => [told.length, `${before} ${after}`.length],
    keyMoment: () => ({ kind: 'verdict', tone: 'good', title: 'Right' }),
  } as unknown as BoardModule<unknown>
  const line = presentLine(board, step('1: play'), 0, words, null)
  expect(line.stages).toEqual([7, 12])
  expect(line.moments.map(({ title }) => title)).toEqual(['Right'])
  expect(allStages(line, 0.5)).toHaveLength(3)
  expect(allStages(line, 0.5).slice(0, 2)).toEqual([3.5, 6])
  const end = presentLine(board, step('1: play'), 0, words, over(1, 2, 3))
  expect(end.moments.map(({ kind }) => kind)).toEqual(['verdict', 'victory'])
})

test('a board that shows the end itself shows it once', () => {
  const board = { keyMoment: () => ({ kind: 'defeat', tone: 'bad', title: 'Lost' }) } as unknown as BoardModule<unknown>
  expect(presentLine(board, step('1: play'), 0, words, over(2, 1, 3)).moments).toHaveLength(1)
})

test('the end of any game is told to whoever looks', () => {
  const end = (ranks: number[], seat: number | null) => {
    const { kind, tone, title } = endMoment(over(...ranks), seat, words)!
    return [kind, tone, title]
  }
  expect(end([1, 2, 3], 0)).toEqual(['victory', 'good', 'You win'])
  expect(end([1, 1, 3], 0)).toEqual(['victory', 'good', 'You win with Ben'])
  expect(end([2, 1, 3], 0)).toEqual(['defeat', 'bad', 'You lose'])
  expect(end([1, 1, 1], 2)).toEqual(['draw', 'neutral', 'It is a draw'])
  expect(end([2, 1, 3], null)).toEqual(['watched', 'neutral', 'Ben wins'])
  expect(endMoment(over(1, 1, 1), 2, words)?.text).toBe('All have as much.')
  expect(endMoment(over(1, 1, 2), 2, words)?.text).toContain('Who has most.')
  expect(endMoment({ ...over(1, 1, 1), rule: 'A-2' }, 2, words)?.text).toBe('')
  expect(endMoment(over(), 0, words)).toBeNull()
  expect(endMoment(over(1, 2, 3), 0, words)?.text).toBe('Who has most.')
  expect(endMoment(over(1, 1, 3), 2, words)?.text).toBe('Ann and Ben win together. Who has most.')
  expect(outcomeText(over(2, 1, 3), 0, words)).toBe('You lose: Ben wins')
})
