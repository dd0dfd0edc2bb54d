import { expect, test } from 'vitest'
import type { Box, Head } from '../wire'
import {
  chooseLevel,
  findUnnamed,
  isAlone,
  isOnlyHere,
  nextLevel,
  sameGame,
  type TableChoices,
  tableSettings,
} from './openTable'
import { defaultOptions } from './options'

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
  levels: [],
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
  const settings = tableSettings(box, 'device', { ...choices, others: ['Ben', ' Cleo '] }, 'Ann')
  expect(settings.seats).toEqual([
    { kind: 'me', name: 'Ann' },
    { kind: 'me', name: 'Ben' },
    { kind: 'me', name: 'Cleo' },
  ])
  expect(settings.fallen).toBe('wait')
  expect(tableSettings(box, 'real', choices, 'Ann').real).toBe(true)
})

test('who has no name yet at this screen is found', () => {
  expect(findUnnamed(3, ['', 'Ben', 'Cleo'])).toBe(0)
  expect(findUnnamed(3, ['Ann', '  ', 'Cleo'])).toBe(1)
  expect(findUnnamed(3, ['Ann', 'Ben'])).toBe(2)
  expect(findUnnamed(2, ['Ann', 'Ben'])).toBe(-1)
  expect(findUnnamed(2, ['Ann', 'Ben', ''])).toBe(-1)
})

test('bots of several levels sit at one table', () => {
  const levels = tableSettings(shelf, 'bots', { ...choices, level: 'club', levels: [null, 'master'] }, 'Ann').seats
  expect(levels?.slice(1).map(({ level }) => level)).toEqual(['club', 'master'])
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

test('a player who has finished a game meets club players, still with hints, if nothing was chosen', () => {
  const settings = tableSettings(shelf, 'bots', unchosen, 'Ann')
  expect([settings.seats?.[1]?.level, settings.help]).toEqual(['club', 'full'])
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
  expect([next('random', true), next('random', false)]).toEqual(['beginner', null])
  expect(next('from:outside', true)).toBe(null)
  expect(nextLevel(shelf, tableOf([null, 'beginner', 'club']), 0, true)).toBe(null)
  const characters = [{ id: 'poivre', level: 'club' }] as Box['characters']
  expect(nextLevel({ ...shelf, characters }, tableOf([null, 'club', 'poivre']), 0, true)).toBe('master')
})

test('the next game is the same one, everybody a seat further, against the same bots or those of a level', () => {
  const head = tableOf([null, 'club', 'beginner'])
  expect(sameGame(head, [0], 'book')).toMatchObject({
    game: 'any',
    options: { players: '3' },
    seats: [{ kind: 'bot', level: 'beginner' }, { kind: 'me' }, { kind: 'bot', level: 'club' }],
    help: 'book',
    join: 'link',
  })
  expect(sameGame(head, [0], 'full', 'master')).toMatchObject({
    seats: [{ kind: 'bot', level: 'master' }, { kind: 'me' }, { kind: 'bot', level: 'master' }],
    help: 'full',
  })
})

test('at one screen another game needs to wait for nobody, and everybody keeps their name', () => {
  const head = tableOf([null, null, 'club'])
  head.chairs[0]!.name = 'Ann'
  head.chairs[1]!.name = 'Ben'
  expect(isOnlyHere(head, [0, 1])).toBe(true)
  expect(isOnlyHere(head, [0])).toBe(false)
  expect(isOnlyHere(tableOf(['club', 'club']), [])).toBe(false)
  expect(sameGame(head, [0, 1], 'book').seats).toEqual([
    { kind: 'bot', level: 'club' },
    { kind: 'me', name: 'Ann' },
    { kind: 'me', name: 'Ben' },
  ])
})
