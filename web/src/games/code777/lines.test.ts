// @vitest-environment happy-dom
/** What a line of Code 777 shows, which lines are key moments, and how a score came about: C77-11, C77-21. */
import { expect, test } from 'vitest'
import { wordsOf } from '../../lib/locale.svelte'
import { latestAnswers } from './bookkeeping'
import { pendingIn, stages, viewDuring } from './lines'
import { keyMoment, scoreLines } from './moments'
import type { Asked, Declared, View } from './view'

const stood = [1, 1, 1, 1]
const asked = (by: number, number: number): Asked => ({ type: 'asked', number, by, answer: 1, stood })
const declared = (by: number, right: boolean): Declared => ({ type: 'declared', by, said: [4, 5, 7], right, stood })
const before: View = {
  options: {
    players: 3,
    target: 3,
    colours: false,
    show_removed: false,
    questions: 'cycle',
    declare_again: 'any',
    limit: 230,
    first: null,
  },
  seat: 0,
  points: [0, 2, 1],
  turn: 0,
  stock: 16,
  aside: 0,
  racks: [[null], [['4n', '5r', '7b']], [['1g', '2y', '6p']], [['3k', '3k', '7y']]],
  filling: [],
  pile: [],
  turned: [],
  asking: false,
  asked: 3,
  log: [asked(1, 3), asked(2, 8), asked(1, 17)],
  spent: [],
  ended: '',
}
const after = (news: Asked | Declared, change: Partial<View> = {}): View => ({
  ...before,
  log: [...before.log, news],
  ...change,
})
const words = (await wordsOf('code777', 'en')).among(['Ann', 'Ben', 'Cleo'])

test('a question is read before its answer; what comes of a declaration is a moment of its own', () => {
  expect(stages('*: turned 4 = 1', before, after(asked(1, 4)))).toHaveLength(2)
  expect(stages('1: declare 4,5,7 = right', before, after(declared(1, true)))).toHaveLength(2)
  expect(stages('*: racked 1 1g,2y,6p', before, before)).toHaveLength(1)
})

test('no answer and no verdict counts before it is shown', () => {
  const event = (stage: number) => ({ n: 1, told: '', before, stage })
  const answered = after(asked(1, 4))
  expect([0, 1].map((stage) => viewDuring(answered, event(stage)))).toEqual([before, answered])
  expect([0, 1].map((stage) => pendingIn(answered, event(stage)))).toEqual([asked(1, 4), null])
  expect(viewDuring(after(declared(1, true), { points: [0, 3, 1], filling: [1] }), event(0))).toBe(before)
  expect(viewDuring(answered, null)).toBe(answered)
})

test('of each player the latest answer is read, the newest first', () => {
  expect(latestAnswers(before).map(({ by, number }) => [by, number])).toEqual([
    [1, 17],
    [2, 8],
  ])
})

test('a declaration is good or bad news for whoever made it', () => {
  const said = (right: boolean, seat: number | null) => keyMoment('', before, after(declared(1, right)), seat, words)
  expect(said(true, 1)).toMatchObject({ kind: 'declaration', tone: 'good', title: 'Right: one point' })
  expect(said(false, 1)).toMatchObject({ tone: 'bad', title: 'Wrong', text: 'You declared 4, 5, 7.' })
  expect(said(true, 0)).toMatchObject({ tone: 'neutral', text: 'Ben declared 4, 5, 7.' })
  expect(keyMoment('', before, after(asked(0, 4)), 0, words)).toBeNull()
})

test('each right declaration is a point', () => {
  const view = {
    ...before,
    points: [0, 2, 0],
    log: [declared(1, true), declared(1, false), declared(2, false), declared(1, true)],
  }
  expect(scoreLines(view, 1, words).map(({ points }) => points)).toEqual([1, 1, 2])
  expect(scoreLines(view, 2, words).map(({ points }) => points)).toEqual([0])
})
