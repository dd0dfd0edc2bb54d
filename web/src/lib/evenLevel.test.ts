import { expect, test } from 'vitest'
import type { Box, Head } from '../wire'
import { characterOf, charactersAt, levelOf } from './characters'
import { evenLevel } from './evenLevel'

const characters = [
  { id: 'sirop', level: 'beginner' },
  { id: 'moka', level: 'club' },
  { id: 'poivre', level: 'club' },
  { id: 'samovar', level: 'master' },
]
const box = { name: 'any', levels: ['random', 'beginner', 'club', 'master'], characters } as unknown as Box

/** A closed table: the user sits first, and these are the ranks. */
function played(bots: string[], ranks: number[], more: Partial<Head> = {}): Head {
  const chairs = [null, ...bots].map((level) => ({ kind: level ? 'bot' : 'person', level, owned: false, name: '' }))
  return { game: 'any', chairs, ranks, ...more } as unknown as Head
}

const won = (bot: string) => played([bot], [1, 2])
const lost = (bot: string) => played([bot], [2, 1])

test('a first game is against the gentlest bots that think', () => {
  expect(evenLevel(box, [])).toEqual({ level: 'beginner', why: 'first' })
  expect(evenLevel({ ...box, levels: ['random'] }, [])).toBe(null)
})

test('one game says too little', () => {
  expect(evenLevel(box, [won('beginner')])).toEqual({ level: 'beginner', why: 'stay' })
})

test('who beats most opponents is proposed the next level, who beats few the one below', () => {
  expect(evenLevel(box, [won('beginner'), won('beginner')])).toEqual({ level: 'club', why: 'up' })
  expect(evenLevel(box, [lost('master'), lost('master')])).toEqual({ level: 'club', why: 'down' })
  expect(evenLevel(box, [won('club'), lost('club'), won('club')])).toEqual({ level: 'club', why: 'stay' })
})

test('there is nothing above the strongest and nothing below the gentlest', () => {
  expect(evenLevel(box, [won('master'), won('master')])).toEqual({ level: 'master', why: 'stay' })
  expect(evenLevel(box, [lost('beginner'), lost('beginner')])).toEqual({ level: 'beginner', why: 'stay' })
})

test('the second of four has beaten two of three opponents, which is even', () => {
  const second = played(['moka', 'poivre', 'club'], [2, 1, 3, 4])
  expect(evenLevel(box, [second, second])).toEqual({ level: 'club', why: 'stay' })
  const last = played(['moka', 'poivre', 'club'], [4, 1, 2, 3])
  expect(evenLevel(box, [last, last])).toEqual({ level: 'beginner', why: 'down' })
})

test('only the last games at the present level count', () => {
  const older = Array.from({ length: 9 }, () => won('club'))
  expect(evenLevel(box, [lost('beginner'), lost('beginner'), ...older])?.level).toBe('beginner')
  expect(evenLevel(box, [...Array.from({ length: 5 }, () => lost('club')), ...older])?.why).toBe('down')
})

test('mixed levels count as the one in the middle', () => {
  const mixed = played(['sirop', 'samovar'], [1, 2, 2])
  expect(evenLevel(box, [mixed, mixed])).toEqual({ level: 'master', why: 'up' })
})

test('other games, games with people and games that nobody finished do not count', () => {
  const elsewhere = { ...won('master'), game: 'other' }
  const unfinished = played(['master'], [])
  const friends = played(['master', 'master'], [1, 2, 3])
  friends.chairs[1]!.kind = 'person'
  const substituted = won('master')
  substituted.chairs[1]!.owned = true
  expect(evenLevel(box, [elsewhere, unfinished, friends, substituted, won('random')])?.why).toBe('first')
})

test('a bot is named by its character or by a level', () => {
  expect(characterOf(box, 'club')?.id).toBe('moka')
  expect(characterOf(box, 'poivre')?.level).toBe('club')
  expect(characterOf(undefined, 'club')).toBe(null)
  expect([levelOf(box, 'poivre'), levelOf(box, 'oracle')]).toEqual(['club', 'oracle'])
  expect(charactersAt(box, 'club').map(({ id }) => id)).toEqual(['moka', 'poivre'])
})
