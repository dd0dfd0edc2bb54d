import { beforeEach, expect, test } from 'vitest'
import type { Listed } from '../wire'
import { FakeEnvironment } from './connectionTesting'
import { LobbyConnection } from './lobbyConnection'

const EMPTY: Listed = { mine: [], open: [] }
let env: FakeEnvironment
let shown: Listed[]
let lobby: LobbyConnection

beforeEach(() => {
  env = new FakeEnvironment()
  shown = []
  lobby = new LobbyConnection(env, (tables) => shown.push(tables))
})

test('it comes back with growing, random pauses, and from the first one after it was connected', () => {
  for (const pause of [1000, 2000, 4000, 5000, 5000]) {
    const count = env.sockets.length
    env.socket.fail()
    env.pass(pause - 1)
    expect(env.sockets).toHaveLength(count)
    env.pass(1)
    expect(env.sockets).toHaveLength(count + 1)
  }
  env.socket.open().say(EMPTY)
  expect(shown).toEqual([EMPTY])
  env.chance = 0.5
  env.socket.fail(1012)
  env.pass(500)
  expect(env.sockets).toHaveLength(7)
})

test('turned away for now, it shows what it has and comes back not before the server wants it to', () => {
  env.socket.open().say(EMPTY)
  env.socket.say({ refused: null, code: 'fast', why: 'wait', retry: 6 })
  env.socket.fail(1013)
  env.pass(6999)
  expect(env.sockets).toHaveLength(1)
  env.pass(1)
  expect(env.sockets).toHaveLength(2)
  expect(shown).toEqual([EMPTY])
})

test('turned away for good, and closed by the page, it does not come back', () => {
  env.socket.open().say({ refused: null, code: 'origin', why: 'no' })
  env.socket.fail(4403)
  expect(env.waiting).toBe(0)
  const other = new LobbyConnection(env, () => {})
  env.socket.fail()
  other.close()
  lobby.close()
  env.pass(60_000)
  expect(env.sockets).toHaveLength(2)
})
