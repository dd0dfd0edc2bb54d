import { expect, test } from 'vitest'
import type { Box, Head } from '../wire'
import {
  chooseLevel,
  defaultOptions,
  isAlone,
  nextLevel,
  sameGame,
  type TableChoices,
  tableSettings,
} from './openTable'

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
  newcomer: false,
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

// ---- the first evening ---------------------------------------------------------------

const shelf = { ...box, levels: ['random', 'beginner', 'club', 'master'] }
const unchosen = { ...choices, level: null, help: null }

test('a first game against bots is against beginners, with hints', () => {
  const settings = tableSettings(shelf, 'bots', { ...unchosen, newcomer: true }, 'Ann')
  expect(settings.seats?.slice(1)).toEqual([
    { kind: 'bot', level: 'beginner' },
    { kind: 'bot', level: 'beginner' },
  ])
  expect(settings.help).toBe('full')
})

test('what a newcomer chose is what they get, and others than bots change nothing', () => {
  const chosen = tableSettings(shelf, 'bots', { ...choices, level: 'master', help: 'none', newcomer: true }, 'Ann')
  expect([chosen.seats?.[1]?.level, chosen.help]).toEqual(['master', 'none'])
  expect(tableSettings(shelf, 'friends', { ...unchosen, newcomer: true }, 'Ann').help).toBe('book')
})

test('a player who has finished a game meets club players and has bookkeeping, if nothing was chosen', () => {
  const settings = tableSettings(shelf, 'bots', unchosen, 'Ann')
  expect([settings.seats?.[1]?.level, settings.help]).toEqual(['club', 'book'])
  expect(chooseLevel(shelf, null)).toBe('club')
})

// ---- the next level ------------------------------------------------------------------

function tableOf(levels: (string | null)[], change: Partial<Head> = {}): Head {
  const chairs = levels.map((level) => ({ kind: level ? 'bot' : 'person', level, owned: false, name: '' }))
  return {
    game: 'any',
    options: { players: '3' },
    chairs,
    clock: null,
    fallen: 'wait',
    help: 'book',
    real: false,
    ...change,
  } as unknown as Head
}

test('alone is who has one seat among bots that play for nobody', () => {
  expect(isAlone(tableOf([null, 'club', 'club']), [0])).toBe(true)
  expect(isAlone(tableOf([null, null, 'club']), [0])).toBe(false)
  expect(isAlone(tableOf([null, null]), [0, 1])).toBe(false)
  const owned = tableOf([null, 'club'])
  owned.chairs[1]!.owned = true
  expect(isAlone(owned, [0])).toBe(false)
})

test('after a win come stronger bots, after a loss gentler ones, but never ones that do not think', () => {
  const next = (level: string, won: boolean) => nextLevel(shelf, tableOf([null, level, level]), 0, won)
  expect(['beginner', 'club', 'master'].map((level) => next(level, true))).toEqual(['club', 'master', null])
  expect(['beginner', 'club', 'master'].map((level) => next(level, false))).toEqual([null, 'beginner', 'club'])
  expect(next('random', true)).toBe(null)
  expect(nextLevel(shelf, tableOf([null, 'beginner', 'club']), 0, true)).toBe(null)
  const characters = [{ id: 'poivre', level: 'club' }] as Box['characters']
  expect(nextLevel({ ...shelf, characters }, tableOf([null, 'club', 'poivre']), 0, true)).toBe('master')
})

test('the next game is the same one, a seat further, against those bots', () => {
  expect(sameGame(tableOf([null, 'club', 'club']), 0, 'master', 'full')).toMatchObject({
    game: 'any',
    options: { players: '3' },
    seats: [{ kind: 'bot', level: 'master' }, { kind: 'me' }, { kind: 'bot', level: 'master' }],
    help: 'full',
    join: 'link',
  })
})
