// @vitest-environment happy-dom
import { createRawSnippet } from 'svelte'
import { beforeEach, expect, test } from 'vitest'
import { dispatch, findOne, mountAlone, tap } from '../lib/componentTesting'
import { locale } from '../lib/locale.svelte'
import { type Pages, Words } from '../lib/words'
import type { Box, Reviewed, Studied } from '../wire'
import Dialog from './Dialog.svelte'
import GameLog from './GameLog.svelte'
import OptionsForm from './OptionsForm.svelte'
import RecordChart from './RecordChart.svelte'

const pages: Pages = {
  title: '',
  tagline: '',
  table: {},
  advice: {},
  lines: { 'play {card}': '{who} plays {card}', 'roll {n}': '{who} rolls {n}' },
  moves: {},
  terms: {},
  figures: { points: 'Points', debts: 'Debts' },
}
const words = new Words('en', pages, ['Ann', 'Ben'], 'Chance')

beforeEach(() => locale.setLanguage('en'))

// ---- Dialog -----------------------------------------------------------------------

function dialog(): { closed: number } {
  const seen = { closed: 0 }
  const children = createRawSnippet(() => ({ render: () => '<p id="text">Give up?</p>' }))
  mountAlone(Dialog, { title: 'Resign', onclose: () => seen.closed++, children })
  return seen
}

test('a dialog is open and has the focus itself, so that its title and its text are read out', () => {
  dialog()
  expect(findOne<HTMLDialogElement>('dialog').open).toBe(true)
  expect(document.activeElement).toBe(findOne('dialog'))
  expect(findOne('dialog').getAttribute('aria-label')).toBe('Resign')
  expect(findOne('dialog').textContent).toContain('Give up?')
})

test('a dialog is closed by its cross and by a tap beside it, not by a tap on what it says', () => {
  let seen = dialog()
  tap('#text')
  expect(seen.closed).toBe(0)
  expect(findOne<HTMLDialogElement>('dialog').open).toBe(true)
  tap('dialog')
  expect(seen.closed).toBe(1)
  seen = dialog()
  tap('dialog button')
  expect(seen.closed).toBe(1)
  expect(findOne<HTMLDialogElement>('dialog').open).toBe(false)
})

// ---- OptionsForm ------------------------------------------------------------------

const said = { title: { en: 'Its name', fr: '' }, says: { en: 'what it is for', fr: '' } }
const bank = { none: { en: 'as many as needed', fr: '' } }
const box: Box = {
  name: 'any',
  version: 1,
  title: {},
  tagline: {},
  label: {},
  hidden: true,
  options: [
    { name: 'players', kind: 'number', usual: '2', rule: 'ANY-01', ...said, values: {}, low: 2, high: 4 },
    {
      name: 'bank',
      kind: 'number',
      usual: '100',
      rule: 'ANY-02',
      ...said,
      values: bank,
      low: 20,
      high: 400,
      words: ['none'],
    },
    { name: 'jokers', kind: 'switch', usual: 'off', rule: 'ANY-03', ...said, values: {}, words: ['on', 'off'] },
    {
      name: 'stride',
      kind: 'number',
      usual: '0',
      rule: 'ANY-04',
      ...said,
      values: {},
      low: 0,
      high: 30,
      step: 10,
      words: ['any'],
    },
  ],
  levels: [],
  presets: {},
}

test('few choices are a list, many are typed, a yes or no is a box to tick', () => {
  mountAlone(OptionsForm, { box, options: { players: '3', bank: '', jokers: 'on', stride: 'any' } })
  const values = (name: string) => [...findOne<HTMLSelectElement>(`#option-${name}`).options].map((one) => one.value)
  expect(document.querySelector('#option-players')).toBe(null) // asked for before
  expect(values('stride')).toEqual(['any', '0', '10', '20', '30'])
  expect(findOne<HTMLInputElement>('#option-bank').placeholder).toBe('as many as needed')
  expect(findOne('#range-bank').textContent).toBe('from 20 to 400')
  expect(findOne<HTMLInputElement>('#option-jokers').checked).toBe(true)
})

test('what is ticked and typed is what the table is asked for', () => {
  const options: Record<string, string> = { players: '2', bank: '', jokers: 'on', stride: '0' }
  mountAlone(OptionsForm, { box, options })
  const jokers = findOne<HTMLInputElement>('#option-jokers')
  jokers.checked = false
  dispatch(jokers, new Event('change', { bubbles: true }))
  const bank = findOne<HTMLInputElement>('#option-bank')
  bank.value = '50'
  dispatch(bank, new Event('input', { bubbles: true }))
  expect(options).toMatchObject({ jokers: 'off', bank: '50' })
})

test('every option links its rule', () => {
  mountAlone(OptionsForm, { box, options: {} })
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['02', '03', '04'].map((n) => `/g/any/rules#ANY-${n}`))
})

// ---- Chart ------------------------------------------------------------------------

const told = (n: number) => ({ n, told: '0: play 1', open: '0: play 1', hand: null, at: null })
const studied = {
  game: 'any',
  version: 1,
  options: {},
  seats: ['Ann', 'Ben'],
  lines: [1, 2, 3].map(told),
  figures: {
    points: [
      [0, 0],
      [4, 1],
      [4, 8],
    ],
    debts: [
      [0, -6],
      [2, -6],
      [2, 0],
    ],
  },
} as unknown as Studied

function chart(at: number, thoughts: Reviewed[] = []): { went: number[] } {
  const seen = { went: [] as number[] }
  mountAlone(RecordChart, { studied, words, thoughts, at, ongo: (n: number) => seen.went.push(n) })
  return seen
}

/** What stands at the axis, from the bottom up. */
function axis(): string[] {
  return [...document.querySelectorAll('text[text-anchor=end]')].map((text) => text.textContent ?? '')
}

test('the axis goes from nought, or from the lowest figure, to the highest', () => {
  chart(3)
  expect(axis()).toEqual(['0', '4', '8'])
  tap('[role=radio]:last-child')
  expect(axis()).toEqual(['−6', '−2', '2'])
  expect(findOne('[role=radio][aria-checked=true]').textContent).toBe('Debts')
})

test('hopes are shares of one, and begin where the master has weighed something', () => {
  const thought = {
    n: 2,
    seat: 1,
    did: 'play 1',
    did_value: 0.25,
    best: null,
    best_value: 0.5,
    why: '',
    worlds: null,
    accuracy: null,
  }
  chart(3, [thought])
  tap('[role=radio]:last-child')
  expect(axis()).toEqual(['0%', '50%', '100%'])
  const [ann, ben] = [...document.querySelectorAll('section > svg path')].map((path) => path.getAttribute('d'))
  expect(ann).toBe('')
  expect(ben).toMatch(/^M192\.0 112\.0L350\.0 112\.0$/)
  expect(document.querySelectorAll('li')[1]?.textContent).toContain('25%')
})

test('the lines of two players differ in their dashes, not in colour alone', () => {
  chart(1)
  const dashes = [...document.querySelectorAll('section > svg path')].map((path) =>
    path.getAttribute('stroke-dasharray'),
  )
  expect(new Set(dashes).size).toBe(2)
})

// ---- Log --------------------------------------------------------------------------

test('the log says what happened in sentences, and a tap on one shows that moment', () => {
  const went: number[] = []
  const lines = [
    { n: 3, told: '*: roll 4', hand: 1 },
    { n: 4, told: '0: play 9', hand: null },
  ]
  mountAlone(GameLog, { lines, words, at: 4, onpick: (n: number) => went.push(n) })
  const buttons = [...document.querySelectorAll('button')]
  expect(buttons.map((button) => button.textContent?.trim())).toEqual(['Ben rolls 4', 'Ann plays 9'])
  expect(findOne('[aria-current=step]')).toBe(buttons[1])
  tap('li:first-child button')
  expect(went).toEqual([3])
})

test('a log in which nothing has happened says so', () => {
  mountAlone(GameLog, { lines: [], words, at: null, onpick: () => {} })
  expect(findOne('ol').textContent?.trim()).not.toBe('')
  expect(document.querySelectorAll('button')).toHaveLength(0)
})
