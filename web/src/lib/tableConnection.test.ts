import { beforeEach, describe, expect, test } from 'vitest'
import type { Done, LogLine, News } from '../wire'
import { Refusal, Unreachable } from './api'
import { FakeEnvironment } from './connectionTesting'
import { type AskBody, TableConnection } from './tableConnection'

const line = (n: number): LogLine => ({ is: 'line', n, at: n, told: `0: play ${n}` })

function news(n: number, events: News['events'] = [], more: Partial<News> = {}): News {
  return { n, seat: 0, events, view: `view ${n}`, legal: [], ...more }
}

/** Lets promises that are settled go on. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

let env: FakeEnvironment
let table: TableConnection

beforeEach(() => {
  env = new FakeEnvironment()
  table = new TableConnection('abc', env)
})

/** Asks, and remembers the answer. */
function ask(body: AskBody = { ask: 'do', do: 'draw' }): { id: string; answer: Done | null | undefined } {
  const result: { id: string; answer: Done | null | undefined } = { id: '', answer: undefined }
  void table.ask(body).then((done) => (result.answer = done))
  result.id = (env.socket.sent.at(-1) ?? (env.calls.at(-1)?.body as { id: string } | undefined))?.id ?? ''
  return result
}

const lines = (seat = 0) => table.state.seen.get(seat)?.lines.map(({ n }) => n)

/** Sockets fail until the connection also tries HTTP. */
function blockSockets(): void {
  for (let failures = 0; failures < 3; failures++) {
    env.socket.fail()
    if (failures < 2) env.pass(5000)
  }
}

describe('asks', () => {
  test.each(['before', 'after'])('an ask is settled by Done that comes %s the news', async (order) => {
    env.socket.open().say(news(1))
    const draw = ask()
    const messages: (News | Done)[] = [{ done: draw.id, n: 2, table: null }, news(2, [line(2)])]
    if (order === 'after') messages.reverse()
    env.socket.say(messages[0]!)
    await settled()
    expect(draw.answer).toBeUndefined() // what was done is not shown yet, or not known to be done
    expect(table.state.busy).toBe(1)
    env.socket.say(messages[1]!)
    await settled()
    expect(draw.answer).toEqual({ done: draw.id, n: 2, table: null })
    expect(table.state.busy).toBe(0)
  })

  test('Done without news is enough after a while', async () => {
    env.socket.open().say(news(1))
    const draw = ask()
    env.socket.say({ done: draw.id, n: 2, table: null })
    env.pass(2000)
    await settled()
    expect(draw.answer?.done).toBe(draw.id)
    expect(env.socket.sent).toHaveLength(1) // it was not sent again
  })

  test('an ask that is not answered is sent again, with the same id', async () => {
    env.socket.open().say(news(1))
    const draw = ask()
    env.pass(1500)
    env.pass(1500)
    expect(env.socket.sent.map(({ id }) => id)).toEqual([draw.id, draw.id, draw.id])
    env.socket.say(news(2, [line(2)]))
    env.socket.say({ done: draw.id, n: 2, table: null })
    env.socket.say({ done: draw.id, n: 2, table: null }) // the answers to the others
    await settled()
    env.pass(10_000)
    expect(env.socket.sent).toHaveLength(3)
    expect(table.state.busy).toBe(0)
  })

  test('an ask during a lost connection is sent when there is one again', async () => {
    env.socket.open().say(news(1))
    env.socket.fail()
    const draw = ask()
    env.pass(1000)
    expect(env.sockets).toHaveLength(2)
    expect(env.socket.sent).toEqual([])
    env.socket.open()
    expect(env.socket.sent.map((sent) => sent)).toMatchObject([{ ask: 'do', do: 'draw' }])
    draw.id = env.socket.sent[0]!.id
    env.socket.say(news(2, [line(2)]))
    env.socket.say({ done: draw.id, n: 2, table: null })
    await settled()
    expect(draw.answer?.n).toBe(2)
  })

  test('an ask whose answer was lost with the connection is sent again and settled by the repeated answer', async () => {
    env.socket.open().say(news(1))
    const draw = ask()
    env.socket.fail() // the server has granted it: Done and news are lost
    env.pass(1000)
    env.socket.open()
    expect(env.socket.path).toContain('since=1')
    expect(env.socket.sent.map(({ id }) => id)).toEqual([draw.id])
    env.socket.say(news(2, [line(2)]))
    env.socket.say({ done: draw.id, n: 2, table: null })
    await settled()
    expect(draw.answer?.n).toBe(2)
    expect(lines()).toEqual([2])
  })

  test('a refused ask is settled with nothing, and the refusal is shown', async () => {
    env.socket.open().say(news(1))
    const draw = ask()
    env.socket.say({ refused: draw.id, code: 'illegal', why: 'no', rule: 'S16-12' })
    await settled()
    expect(draw.answer).toBeNull()
    expect(table.state.refused).toMatchObject({ message: 'no', rule: 'S16-12' })
    expect(table.state.busy).toBe(0)
  })

  test('an ask that is refused for now is sent again when the server said, and its refusal goes when it is granted', async () => {
    env.socket.open().say(news(1))
    const draw = ask()
    env.socket.say({ refused: draw.id, code: 'storage', why: 'not now', retry: 2 })
    await settled()
    expect(draw.answer).toBeUndefined()
    expect(table.state.refused?.message).toBe('not now')
    env.pass(2999)
    expect(env.socket.sent).toHaveLength(1)
    env.pass(1)
    expect(env.socket.sent.map(({ id }) => id)).toEqual([draw.id, draw.id])
    env.socket.say(news(2))
    env.socket.say({ done: draw.id, n: 2, table: null })
    await settled()
    expect(draw.answer?.n).toBe(2)
    expect(table.state.refused).toBeNull()
  })

  test('an ask that is refused for now again and again is given up, and its refusal stays', async () => {
    env.socket.open().say(news(1))
    const draw = ask()
    for (let tries = 1; tries <= 5; tries++) {
      env.socket.say({ refused: draw.id, code: 'fast', why: 'not now', retry: 1 })
      if (tries < 5) env.pass(1000 + 5000)
    }
    await settled()
    expect(draw.answer).toBeNull()
    expect(table.state.refused?.message).toBe('not now')
    env.pass(60_000)
    expect(table.state.busy).toBe(0)
  })

  test('a refusal of one ask leaves the others waiting', async () => {
    env.socket.open().say(news(1))
    const [one, two] = [ask(), ask({ ask: 'say', say: 'hello' })]
    expect(one.id).not.toBe(two.id)
    env.socket.say({ refused: one.id, code: 'turn', why: 'no' })
    await settled()
    expect([one.answer, two.answer]).toEqual([null, undefined])
    expect(table.state.busy).toBe(1)
  })

  test('a refusal without an id is shown and settles nothing', async () => {
    env.socket.open().say(news(1))
    const draw = ask()
    env.socket.say({ refused: null, code: 'malformed', why: 'what?' })
    await settled()
    expect(table.state.refused?.code).toBe('malformed')
    expect(table.state.gone).toBeNull()
    expect(draw.answer).toBeUndefined()
  })

  test('the refusal of an ask that was settled before is not shown', async () => {
    env.socket.open().say(news(1))
    const draw = ask()
    env.socket.say(news(2))
    env.socket.say({ done: draw.id, n: 2, table: null })
    env.socket.say({ refused: draw.id, code: 'turn', why: 'late' })
    await settled()
    expect(draw.answer?.n).toBe(2)
    expect(table.state.refused).toBeNull()
  })
})

describe('the socket', () => {
  test('it reconnects with growing pauses, from what is known', () => {
    env.socket.open().say(news(7, [line(7)]))
    expect(table.state.connected).toBe(true)
    env.socket.fail()
    expect(table.state.connected).toBe(false)
    const opened = () => env.sockets.length
    env.pass(999)
    expect(opened()).toBe(1)
    env.pass(1)
    expect(opened()).toBe(2)
    expect(env.socket.path).toBe('/api/tables/abc/socket?since=7&stepwise=1')
    env.socket.fail()
    env.pass(1999)
    expect(opened()).toBe(2)
    env.pass(1)
    expect(opened()).toBe(3)
  })

  test('the pause is a random part of its longest, so that not all clients come back at once', () => {
    env.chance = 0.25
    env.socket.open().say(news(1))
    env.socket.fail()
    env.pass(249)
    expect(env.sockets).toHaveLength(1)
    env.pass(1)
    expect(env.sockets).toHaveLength(2)
  })

  test.each(['fast', 'storage', 'busy', 'full', 'whatever comes later'])(
    'turned away for now (%s), it comes back, not before the server wants it to, and says so only if it lasts',
    (code) => {
      const refusal = { refused: null, code, why: 'not now', retry: 3 }
      const refuse = () => {
        env.socket.open().say(refusal)
        env.socket.fail(1013)
      }
      refuse()
      expect(table.state.gone).toBeNull()
      expect(table.state.refused).toBeNull()
      env.pass(3999)
      expect(env.sockets).toHaveLength(1)
      env.pass(1)
      expect(env.sockets).toHaveLength(2)
      for (let times = 0; times < 4; times++) {
        refuse()
        expect(table.state.refused?.message).toBe('not now')
        env.pass(8000)
      }
      expect(env.calls).toEqual([]) // sockets do get through: HTTP is of no use
      env.socket.open().say(news(1))
      expect(table.state).toMatchObject({ connected: true, refused: null })
    },
  )

  test('turned away for good, it says why, whatever the reason is', () => {
    env.socket.open().say({ refused: null, code: 'a reason of a later server', why: 'no' })
    env.socket.fail(4403)
    env.pass(60_000)
    expect(env.sockets).toHaveLength(1)
    expect(table.state.gone?.message).toBe('no')
  })

  test.each([1001, 1005, 1006, 1011, 1012, 1013])('closed with %i, it comes back', (code) => {
    env.socket.open().say(news(2))
    env.socket.fail(code)
    env.pass(1000)
    expect(env.sockets).toHaveLength(2)
  })

  test('news that was lost with a connection comes with the next one', () => {
    env.socket.open().say(news(1, [line(1)]))
    env.socket.fail()
    env.pass(1000)
    env.socket.open().say(news(4, [line(2), line(3), line(4)]))
    expect(lines()).toEqual([1, 2, 3, 4])
  })

  test('of several seats the one that missed most says from where', () => {
    env.socket.open()
    for (const seat of [0, 1]) env.socket.say(news(3, [line(3)], { seat, seats: [0, 1] }))
    env.socket.say(news(5, [line(5)], { seat: 0, seats: [0, 1] })) // and then the connection is lost
    env.socket.fail()
    env.pass(1000)
    expect(env.socket.path).toContain('since=3')
    for (const seat of [0, 1]) env.socket.open().say(news(5, [line(4), line(5)], { seat, seats: [0, 1] }))
    expect(lines(1)).toEqual([3, 4, 5])
    expect(lines(0)).toEqual([3, 4, 5])
  })

  test('messages that come twice, late or out of order change nothing', () => {
    env.socket.open().say(news(1, [line(1)]))
    env.socket.say(news(3, [line(2), line(3)]))
    env.socket.say(news(2, [line(2)]))
    env.socket.say(news(3, [line(2), line(3)]))
    expect(lines()).toEqual([1, 2, 3])
    expect(table.state.seen.get(0)?.view).toBe('view 3')
  })

  test('an old socket that still speaks is not heard', () => {
    const old = env.socket.open()
    old.say(news(1, [line(1)]))
    old.close = () => {} // it does not close in time
    table.wake()
    env.socket.open().say(news(5, [line(5)]))
    old.say(news(2, [line(2)], { view: 'old' }))
    expect(table.state.seen.get(0)).toMatchObject({ n: 5, view: 'view 5' })
    old.fail()
    expect(table.state.connected).toBe(true)
  })

  test.each([4403, 4404])('closed with %i, it does not come back', (code) => {
    env.socket.open()
    env.socket.say({ refused: null, code: code === 4404 ? 'table' : 'seat', why: 'no' })
    env.socket.fail(code)
    env.pass(60_000)
    expect(env.sockets).toHaveLength(1)
    expect(table.state.gone?.message).toBe('no')
    table.wake()
    expect(env.sockets).toHaveLength(1)
  })

  test('closed with 4401, the session has ended: it comes back as somebody who has seen nothing', () => {
    env.socket.open().say(news(6, [line(6)]))
    env.socket.fail(4401)
    expect(table.state.seen.size).toBe(0)
    env.pass(1000)
    expect(env.socket.path).toContain('since=0')
    env.socket.open().say(news(6, [line(6)], { seat: null, view: 'what everybody sees' }))
    expect([...table.state.seen.keys()]).toEqual([-1])
  })

  test('a page that was hidden for long does not trust its socket', () => {
    env.socket.open().say(news(2))
    table.setHidden(true)
    env.pass(11_000)
    table.setHidden(false)
    expect(env.sockets).toHaveLength(2)
    expect(env.sockets[0]!.readyState).toBe(3)
    expect(env.socket.path).toContain('since=2')
  })

  test('a device whose clock is set does not change the time by the server', () => {
    env.socket.open().say(news(1, [], { now: env.time + 4000 }))
    env.set = 2 * 3_600_000
    env.pass(1000)
    env.socket.say(news(2, [], { now: env.time + 4000 }))
    expect(table.state.drift).toBe(4000)
  })

  test('a page that was hidden for a moment keeps its socket', () => {
    env.socket.open().say(news(2))
    table.setHidden(true)
    env.pass(3000)
    table.setHidden(false)
    expect(env.sockets).toHaveLength(1)
  })

  test('a page that comes back without a connection does not wait for the next attempt', () => {
    env.socket.open().say(news(2))
    table.setHidden(true)
    env.socket.fail()
    table.setHidden(false)
    expect(env.sockets).toHaveLength(2)
    env.pass(60_000)
    expect(env.sockets).toHaveLength(2) // and the attempt that was planned is not made as well
  })

  test('a device that wakes up, or a network that is back, opens a new socket at once', () => {
    env.socket.open().say(news(2))
    table.wake()
    expect(env.sockets).toHaveLength(2)
    table.setHidden(true)
    table.wake()
    expect(env.sockets).toHaveLength(2) // not while nobody looks
  })

  test('after rejoining everything is asked for anew', () => {
    env.socket.open().say(news(4, [line(4)], { seat: null }))
    table.rejoin()
    expect(env.socket.path).toContain('since=0')
    expect(table.state.seen.size).toBe(0)
  })

  test('closed, it does nothing more', () => {
    env.socket.open().say(news(1))
    void ask()
    table.close()
    expect(env.waiting).toBe(0)
    table.wake()
    env.pass(60_000)
    expect(env.sockets).toHaveLength(1)
  })
})

test('an ask to sit down is settled by the news of the new seat', async () => {
  env.socket.open().say(news(2, [], { seat: null }))
  const sit = ask({ ask: 'sit', sit: 'Ben', seat: 1 })
  env.socket.say({ done: sit.id, n: 3, table: null })
  env.socket.say(news(3, [], { seat: 1 }))
  await settled()
  expect(sit.answer?.n).toBe(3)
})

describe('the log', () => {
  const missed = (n: number, more: Partial<News> = {}) => news(n, [], { fresh: true, ...more })
  const logs = () => env.callsTo('GET', '/api/tables/abc/log')

  test('a log that could not be loaded is loaded again, with growing pauses, until nothing is missing', async () => {
    env.socket.open().say(news(2, [line(1), line(2)]))
    env.socket.say(missed(50))
    expect(logs().map(({ path }) => path)).toEqual(['/api/tables/abc/log?seat=0'])
    logs()[0]!.fail(new Unreachable())
    await settled()
    env.pass(999)
    expect(logs()).toHaveLength(1)
    env.pass(1)
    expect(logs()).toHaveLength(2)
    logs()[1]!.fail(new Refusal({ refused: null, code: 'storage', why: 'the store is away', retry: 4 }))
    await settled()
    env.pass(5999)
    expect(logs()).toHaveLength(2)
    env.pass(1)
    env.socket.say(news(51, [line(51)])) // meanwhile the game goes on
    expect(lines()).toEqual([1, 2]) // without a gap
    logs()[2]!.answer([1, 2, 30, 50].map(line))
    await settled()
    expect(lines()).toEqual([1, 2, 30, 50, 51])
    env.pass(60_000)
    expect(logs()).toHaveLength(3)
  })

  test('where more is missed while it is loaded, it is loaded once more', async () => {
    env.socket.open().say(missed(50))
    env.socket.say(missed(90))
    expect(logs()).toHaveLength(1)
    logs()[0]!.answer([1, 50].map(line))
    await settled()
    env.pass(1000)
    expect(logs()).toHaveLength(2)
    logs()[1]!.answer([1, 50, 90].map(line))
    await settled()
    expect(lines()).toEqual([1, 50, 90])
  })

  test('a long log is loaded page by page', async () => {
    env.socket.open().say(missed(2100))
    for (const [page, n] of [1, 1001, 2100].entries()) {
      expect(logs()).toHaveLength(page + 1)
      logs()[page]!.answer([line(n)])
      await settled()
    }
    expect(logs().map(({ path }) => path.split('/log')[1])).toEqual([
      '?seat=0',
      '?seat=0&since=1000',
      '?seat=0&since=2000',
    ])
    expect(lines()).toEqual([1, 1001, 2100])
  })

  test('a spectator, and each of several seats, loads a log of its own', () => {
    env.socket.open().say(missed(5, { seat: null }))
    for (const seat of [0, 1]) env.socket.say(missed(5, { seat, seats: [0, 1] }))
    expect(logs().map(({ path }) => path.split('/log')[1])).toEqual(['', '?seat=0', '?seat=1'])
  })

  test('the log of a seat that was given up is not loaded again', async () => {
    env.socket.open().say(missed(5))
    env.socket.say(news(6, [], { seat: null }))
    logs()[0]!.fail(new Unreachable())
    await settled()
    env.pass(60_000)
    expect(logs()).toHaveLength(1)
  })

  test('the log of the seat before is of no use after rejoining', async () => {
    env.socket.open().say(missed(50, { seat: null }))
    table.rejoin()
    env.socket.open().say(missed(50, { seat: null }))
    expect(logs()).toHaveLength(2)
    logs()[0]!.answer([line(1)])
    await settled()
    expect(lines(-1)).toEqual([])
    logs()[1]!.answer([line(1), line(50)])
    await settled()
    expect(lines(-1)).toEqual([1, 50])
  })
})

describe('without sockets', () => {
  const polls = () => env.callsTo('GET', '/api/tables/abc?')

  test('news comes over HTTP when sockets fail, and asks go the same way', async () => {
    blockSockets()
    expect(polls().map(({ path }) => path)).toEqual(['/api/tables/abc?since=0&wait=false&stepwise=true'])
    polls()[0]!.answer([news(3, [line(3)])])
    await settled()
    expect(lines()).toEqual([3])
    expect(table.state.connected).toBe(true)
    expect(polls()[1]!.path).toBe('/api/tables/abc?since=3&wait=true&stepwise=true')
    const draw = ask()
    const [post] = env.callsTo('POST', '/api/tables/abc')
    post!.answer({ done: draw.id, n: 4, table: null })
    await settled()
    expect(draw.answer).toBeUndefined()
    polls()[1]!.answer([news(4, [line(4)])])
    await settled()
    expect(draw.answer?.n).toBe(4)
  })

  test('an ask that is refused over HTTP is settled; one without an answer is sent again', async () => {
    blockSockets()
    const draw = ask()
    const posts = () => env.callsTo('POST', '/api/tables/abc')
    posts()[0]!.fail(new Unreachable())
    await settled()
    expect(draw.answer).toBeUndefined()
    env.pass(1500)
    posts()[1]!.fail(new Refusal({ refused: draw.id, code: 'turn', why: 'not yours' }))
    await settled()
    expect(draw.answer).toBeNull()
    expect(table.state.refused?.message).toBe('not yours')
  })

  test('when a socket gets through, polling ends, and an answer that is late is not needed', async () => {
    blockSockets()
    env.pass(5000)
    env.socket.open().say(news(8, [line(7), line(8)]))
    polls()[0]!.answer([news(7, [line(7)], { fresh: true })])
    await settled()
    expect(table.state.seen.get(0)).toMatchObject({ n: 8, view: 'view 8', missing: null })
    expect(polls()).toHaveLength(1)
  })

  test('while polling works, a failed socket is no lost connection; when it fails, it is one', async () => {
    blockSockets()
    polls()[0]!.answer([news(3)])
    await settled()
    env.pass(5000)
    env.socket.fail()
    expect(table.state.connected).toBe(true)
    polls()[1]!.fail(new Unreachable())
    await settled()
    expect(table.state.connected).toBe(false)
    env.pass(5000)
    env.socket.fail()
    expect(polls()).toHaveLength(3) // and it is tried again
  })

  test('a table that is not there is gone', async () => {
    blockSockets()
    polls()[0]!.fail(new Refusal({ refused: null, code: 'table', why: 'no such table' }))
    await settled()
    expect(table.state.gone?.message).toBe('no such table')
    expect(polls()).toHaveLength(1)
  })
})
