import { expect, test } from 'vitest'
import type { Head } from '../wire'
import { sortUnfinished } from './unfinishedGames'

const person = { kind: 'person', owned: false }
const bot = { kind: 'bot', owned: false }

function head(id: string, touched: number, chairs: object[], more: object = {}): Head {
  return { id, touched, opened: 1, status: 'live', chairs, ...more } as unknown as Head
}

const ids = (heads: readonly Head[]) => heads.map(({ id }) => id)

test('unfinished games are sorted, newest first, those against bots apart', () => {
  const { withOthers, alone } = sortUnfinished([
    head('old', 10, [person, bot]),
    head('new', 30, [bot, person, bot]),
    head('friends', 20, [person, person]),
    head('over', 40, [person, bot], { status: 'over' }),
    head('waiting', 25, [person, { kind: 'open', owned: false }], { status: 'open' }),
  ])
  expect(ids(alone)).toEqual(['new', 'old'])
  expect(ids(withOthers)).toEqual(['waiting', 'friends'])
})

test('a bot that plays for somebody stands for that person', () => {
  const owned = { kind: 'bot', owned: true }
  expect(ids(sortUnfinished([head('lent', 1, [owned, bot])]).alone)).toEqual(['lent'])
  expect(ids(sortUnfinished([head('friend', 1, [person, owned])]).withOthers)).toEqual(['friend'])
})

test('a table that was never touched is as old as it is', () => {
  expect(ids(sortUnfinished([head('a', 0, [person, bot]), head('b', 0, [person, bot], { opened: 5 })]).alone)).toEqual([
    'b',
    'a',
  ])
})
