import { expect, test } from 'vitest'
import type { Box } from '../wire'
import { defaultOptions, type TableChoices, tableSettings } from './openTable'

const box = {
  name: 'any',
  levels: ['random', 'oracle'],
  options: [
    { name: 'players', usual: '3', low: 2, high: 4 },
    { name: 'jokers', usual: 'off', words: ['on', 'off'] },
  ],
} as unknown as Box

const choices: TableChoices = {
  options: { players: '3', jokers: 'off' },
  level: 'oracle',
  clock: 'minute',
  fallen: 'bot',
  substitutes: true,
  listed: true,
  help: 'book',
  others: ['', ' Cleo '],
}

test('against bots, every other seat is a bot of the chosen level; nobody joins and no clock runs', () => {
  const settings = tableSettings(box, 'bots', choices, 'Ann')
  expect(settings.seats).toEqual([
    { kind: 'me', name: null },
    { kind: 'bot', level: 'oracle' },
    { kind: 'bot', level: 'oracle' },
  ])
  expect(settings).toMatchObject({ join: 'link', clock: null, real: false, options: { players: '3' } })
})

test('a level that the game does not have becomes its strongest', () => {
  expect(tableSettings(box, 'bots', { ...choices, level: 'club' }, 'Ann').seats?.[1]?.level).toBe('oracle')
  expect(tableSettings({ ...box, levels: [] }, 'bots', choices, 'Ann').seats?.[1]?.level).toBe('random')
})

test('with friends the other seats are open, and the clock counts', () => {
  const settings = tableSettings(box, 'friends', choices, 'Ann')
  expect(settings.seats?.slice(1)).toEqual([{ kind: 'open' }, { kind: 'open' }])
  expect(settings).toMatchObject({ join: 'anyone', clock: { per: 'move', seconds: 60 }, fallen: 'bot' })
  expect(tableSettings(box, 'friends', { ...choices, listed: false }, 'Ann').join).toBe('link')
})

test('with friends a bot plays for who is away, unless it may not; a fallen clock may need one', () => {
  const settled = (more: Partial<TableChoices>) =>
    tableSettings(box, 'friends', { ...choices, ...more }, 'Ann').substitute
  expect(settled({ fallen: 'lose' })).toBe('usual')
  expect(settled({ fallen: 'lose', substitutes: false })).toBe('none')
  expect(settled({ fallen: 'bot', substitutes: false })).toBe('usual')
  expect(tableSettings(box, 'bots', { ...choices, substitutes: false }, 'Ann').substitute).toBe('usual')
})

test('at one screen everybody has the name that was given', () => {
  const settings = tableSettings(box, 'device', choices, 'Ann')
  expect(settings.seats).toEqual([
    { kind: 'me', name: 'Ann' },
    { kind: 'me', name: null },
    { kind: 'me', name: 'Cleo' },
  ])
  const unnamed = tableSettings(box, 'real', { ...choices, others: [] }, 'Ann')
  expect(unnamed.seats?.map(({ name }) => name)).toEqual([null, null, null])
  expect(unnamed.real).toBe(true)
})

test('options that are as usual are not sent, but for the number of players', () => {
  const options = { ...defaultOptions(box), jokers: 'on' }
  expect(tableSettings(box, 'bots', { ...choices, options }, 'Ann').options).toEqual({ players: '3', jokers: 'on' })
})
