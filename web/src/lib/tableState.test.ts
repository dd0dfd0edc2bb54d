import { expect, test } from 'vitest'
import type { LogLine, LogNote, News } from '../wire'
import { Refusal } from './api'
import {
  atLine,
  houseRules,
  incompleteSeats,
  isHurried,
  knownUpTo,
  linesSinceTurn,
  mySeats,
  NOTHING,
  reduce,
  SPECTATOR,
  type TableState,
  UNKNOWN,
  watchingSeat,
} from './tableState'

const line = (n: number): LogLine => ({ is: 'line', n, at: n, told: `0: play ${n}` })
const said = (n: number): LogNote => ({
  is: 'note',
  n,
  event: { what: 'said', at: n, name: 'Ann', text: `hello ${n}`, to: 'players' },
})
const takenBack = (n: number, lines = 1): LogNote => ({
  is: 'note',
  n,
  event: { what: 'taken_back', at: n, seat: 0, lines },
})

function news(n: number, events: News['events'] = [], more: Partial<News> = {}): News {
  return { n, seat: 0, events, view: `view ${n}`, legal: [`legal ${n}`], ...more }
}

function after(...all: News[]): TableState {
  return all.reduce((state, one) => reduce(state, { type: 'news', news: one, at: 1000 }), UNKNOWN)
}

const numbers = (state: TableState, seat = 0) => state.seen.get(seat)?.lines.map(({ n }) => n)

test('news replaces the view and adds lines', () => {
  const state = after(news(1, [line(1)]), news(3, [line(2), line(3)]))
  expect(numbers(state)).toEqual([1, 2, 3])
  expect(state.seen.get(0)).toMatchObject({ n: 3, view: 'view 3', legal: ['legal 3'] })
  expect(state.connected).toBe(true)
})

test('the state before is not changed', () => {
  const before = after(news(1, [line(1)]))
  const copy = structuredClone({ ...before, seen: [...before.seen] })
  reduce(before, { type: 'news', news: news(2, [line(2), said(2)]), at: 0 })
  expect({ ...before, seen: [...before.seen] }).toEqual(copy)
})

test('news that comes twice adds nothing', () => {
  const state = after(news(2, [line(1), said(2)]), news(2, [line(1), said(2)]))
  expect(numbers(state)).toEqual([1])
  expect(state.said).toHaveLength(1)
})

test('late news changes neither the view nor the log', () => {
  const state = after(news(1, [line(1)]), news(3, [line(2), line(3)]), news(2, [line(2)]))
  expect(numbers(state)).toEqual([1, 2, 3])
  expect(state.seen.get(0)).toMatchObject({ n: 3, view: 'view 3' })
})

test('news of the same number counts: somebody came or went, nothing happened', () => {
  const state = after(news(1, [line(1)]), news(1, [], { legal: ['other'] }))
  expect(state.seen.get(0)?.legal).toEqual(['other'])
  expect(numbers(state)).toEqual([1])
})

test('a line that was taken back leaves the log at once', () => {
  const state = after(news(2, [line(1), line(2)]), news(4, [takenBack(3), line(4)]))
  expect(numbers(state)).toEqual([1, 4])
  expect(numbers(after(news(3, [line(1), line(2), line(3)]), news(4, [takenBack(4, 2)])))).toEqual([1])
})

test('where too much was missed, the log waits until it is complete: it never shows a gap', () => {
  let state = after(news(2, [line(1), line(2)]), news(9, [], { fresh: true }), news(10, [line(10)]))
  expect(numbers(state)).toEqual([1, 2])
  expect(state.seen.get(0)?.view).toBe('view 10')
  expect(incompleteSeats(state).map(({ seat, missing }) => [seat, missing])).toEqual([[0, 9]])
  const events = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(line)
  state = reduce(state, { type: 'log', seat: 0, events, upTo: 9 })
  expect(numbers(state)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(incompleteSeats(state)).toEqual([])
})

test('a log that was asked for before more was missed does not close the gap', () => {
  let state = after(news(5, [], { fresh: true }), news(9, [], { fresh: true }))
  state = reduce(state, { type: 'log', seat: 0, events: [line(1), line(5)], upTo: 5 })
  expect(numbers(state)).toEqual([])
  expect(incompleteSeats(state)).toHaveLength(1)
  state = reduce(state, { type: 'log', seat: 0, events: [line(1), line(5), line(8)], upTo: 9 })
  expect(numbers(state)).toEqual([1, 5, 8])
})

test('a server that knows less than before is believed', () => {
  let state = after(news(9, [line(8), line(9)]), news(7, [], { fresh: true }))
  expect(state.seen.get(0)).toMatchObject({ n: 7, view: 'view 7' })
  state = reduce(state, { type: 'log', seat: 0, events: [line(1), line(7)], upTo: 7 })
  expect(numbers(state)).toEqual([1, 7])
})

test('chat comes with the news of each seat, and is shown once and in order', () => {
  const state = after(
    news(3, [said(2)], { seat: 0, seats: [0, 1] }),
    news(3, [said(2)], { seat: 1, seats: [0, 1] }),
    news(4, [said(4)], { seat: 0, seats: [0, 1], fresh: true }),
  )
  expect(state.said.map(({ n }) => n)).toEqual([2, 4])
  const filled = reduce(state, { type: 'log', seat: 0, events: [said(2), said(3), said(4)], upTo: 4 })
  expect(filled.said.map(({ n }) => n)).toEqual([2, 3, 4])
})

test('of several seats all are known at once, and events count as known when each seat has them', () => {
  let state = after(news(5, [line(5)], { seat: 0, seats: [0, 2] }))
  expect(mySeats(state)).toEqual([0, 2])
  expect(knownUpTo(state)).toBe(0)
  state = reduce(state, { type: 'news', news: news(5, [line(5)], { seat: 2, seats: [0, 2] }), at: 0 })
  expect(knownUpTo(state)).toBe(5)
})

test('a spectator has no seat', () => {
  const state = after(news(4, [line(4)], { seat: null }))
  expect(mySeats(state)).toEqual([])
  expect(numbers(state, SPECTATOR)).toEqual([4])
  expect(knownUpTo(state)).toBe(4)
})

test('a spectator who sits down, and a player who leaves, sees one thing at a time', () => {
  const spectator = after(news(2, [], { seat: null }))
  const player = reduce(spectator, { type: 'news', news: news(3, [], { seat: 1 }), at: 0 })
  expect([[...player.seen.keys()], knownUpTo(player)]).toEqual([[1], 3])
  const left = reduce(player, { type: 'news', news: news(4, [], { seat: null }), at: 0 })
  expect([[...left.seen.keys()], mySeats(left)]).toEqual([[SPECTATOR], []])
})

test('after rejoining nothing is known but the table itself', () => {
  const head = { id: 'abc' } as News['head']
  const state = reduce(after(news(4, [line(4), said(3)], { head })), { type: 'rejoined' })
  expect([state.seen.size, state.said.length, knownUpTo(state)]).toEqual([0, 0, 0])
  expect(state.head).toBe(head)
})

test('a new ask takes the last refusal away', () => {
  const refusal = new Refusal({ refused: null, code: 'turn', why: 'not your turn' })
  let state = reduce(UNKNOWN, { type: 'refused', refusal })
  expect(state.refused).toBe(refusal)
  state = reduce(state, { type: 'asked' })
  expect([state.refused, state.busy]).toEqual([null, 1])
  state = reduce(state, { type: 'answered' })
  expect(state.busy).toBe(0)
})

test('the drift of the clocks is the difference when the news arrived', () => {
  expect(after(news(1, [], { now: 5000 })).drift).toBe(4000)
  expect(after(news(1, [], { now: 5000 }), news(2)).drift).toBe(4000)
})

// ---- line by line ----------------------------------------------------------------------

const steps = (state: TableState, seat = 0) =>
  state.seen.get(seat)?.steps.map(({ line, before, view }) => [line.n, before, view])

test('each line has the views around it, also where one message brought several', () => {
  const state = after(
    news(1, [line(1)]),
    news(2, [line(2)]),
    news(5, [line(3), said(4), line(5)], { views: ['view 3'] }),
  )
  expect(steps(state)).toEqual([
    [2, 'view 1', 'view 2'],
    [3, 'view 2', 'view 3'],
    [5, 'view 3', 'view 5'],
  ])
})

test('what was missed, taken back or sent without its views is not shown line by line', () => {
  const known = after(news(1, [line(1)]), news(2, [line(2)]))
  const then = (one: News) => steps(reduce(known, { type: 'news', news: one, at: 0 }))
  expect(steps(after(news(2, [line(1), line(2)], { views: ['view 1'] })))).toEqual([]) // the first look
  expect(then(news(9, [], { fresh: true }))).toEqual([])
  expect(then(news(4, [line(3), line(4)]))).toEqual([])
  expect(then(news(4, [takenBack(3), line(4)]))).toEqual([])
  expect(then(news(3, [said(3)]))).toHaveLength(1) // talk changes nothing
  const away = reduce(known, { type: 'disconnected' })
  const back = reduce(away, { type: 'news', news: news(3, [line(3)]), at: 0 })
  expect(steps(back)).toEqual([])
  expect(steps(reduce(back, { type: 'news', news: news(4, [line(4)]), at: 0 }))).toEqual([[4, 'view 3', 'view 4']])
})

test('while a line is shown, everything is as it was then: view, log, turn; nothing can be done, nothing is over', () => {
  const before = { kind: 'choice', seats: [1] } as unknown as News['awaits']
  const head = { status: 'over', ranks: [1, 2], ended: 'over' } as unknown as News['head']
  const state = after(
    news(1, [line(1)], { awaits: before }),
    news(3, [line(2), line(3)], { views: ['view 2'], head, awaits: { kind: 'over' } as News['awaits'] }),
  )
  const shown = atLine(state, 2)
  expect(shown.seen.get(0)).toMatchObject({ n: 2, view: 'view 2', legal: [], awaits: before })
  expect(numbers(shown)).toEqual([1, 2])
  expect(shown.head).toMatchObject({ status: 'live', ranks: [] })
  expect(numbers(state)).toEqual([1, 2, 3])
})

test('several players at one screen watch what all of them may see', () => {
  const seats = [0, 1]
  const all = (n: number) => [0, 1, null].map((seat) => news(n, [line(n)], { seat, seats, view: `${seat} sees ${n}` }))
  const state = after(...all(1), ...all(2))
  expect(watchingSeat(state)?.seat).toBeNull()
  expect(steps(state, SPECTATOR)).toEqual([[2, 'null sees 1', 'null sees 2']])
  expect(steps(state, 1)).toEqual([[2, '1 sees 1', '1 sees 2']])
  expect(mySeats(state)).toEqual(seats)
  expect(watchingSeat(after(news(1, [line(1)])))?.seat).toBe(0)
})

test('since my last turn is what came after my move and after what chance made of it', () => {
  const told = (n: number, text: string, hand?: number): LogLine => ({ is: 'line', n, at: n, told: text, hand })
  const log = [told(1, '0: roll'), told(2, '*: rolled 3', 0), told(3, '1: roll'), told(4, '*: rolled 5', 1)]
  const since = (seat: number | null) => {
    const state = after(news(4, log, { seat }))
    return linesSinceTurn(state.seen.get(seat ?? SPECTATOR)!).map(({ n }) => n)
  }
  expect(since(0)).toEqual([3, 4])
  expect(since(1)).toEqual([])
  expect(since(2)).toEqual([]) // who has not done anything yet
})

test('a card that is drawn as my turn begins does not hide what the others did', () => {
  const told = (n: number, text: string, hand: number | null = null): LogLine => ({ ...line(n), told: text, hand })
  const log = [told(1, '0: play g3'), told(2, '*: drawn', 1), told(3, '1: play b2'), told(4, '*: drawn g5', 0)]
  const since = (lines: LogLine[]) => {
    const state = after(news(lines.length, lines, { seat: 0 }))
    return linesSinceTurn(state.seen.get(0)!).map(({ n }) => n)
  }
  expect(since(log)).toEqual([2, 3])
  expect(since([...log, told(5, '0: play g5'), told(6, '*: drawn g1', 0)])).toEqual([])
})

test('a player whose own clock has less than an hour left is hurried, by the clock of the server', () => {
  const hour = 3_600_000
  const at = (deadline: number | null, seats = [0], drift = 0) => {
    const awaits = { ...NOTHING, kind: 'choice' as const, seats, deadline }
    const state = after(news(1, [line(1)], { awaits, now: 1000 + drift }))
    return isHurried(state.seen.get(0)!, state, 5000)
  }
  expect(at(5000 + hour - 1)).toBe(true)
  expect(at(5000 + hour)).toBe(false)
  expect(at(null)).toBe(false)
  expect(at(6000, [1])).toBe(false) // somebody else's clock runs
  expect(at(6000, [1, 0])).toBe(true)
  expect(at(5000 + hour, [0], 200)).toBe(true) // this device is late
  expect(at(5000 + hour - 1, [0], -200)).toBe(false)
})

test('a spectator is never hurried', () => {
  const awaits = { ...NOTHING, kind: 'choice' as const, seats: [0], deadline: 6000 }
  const state = after(news(1, [line(1)], { seat: null, awaits }))
  expect(isHurried(watchingSeat(state)!, state, 5000)).toBe(false)
})

test('a house rule stands until the line before or after it is taken back', () => {
  const ruled = (n: number): LogNote => ({
    is: 'note',
    n,
    event: { what: 'house_rule', at: n, seat: 0, rule: 'C21-20' },
  })
  const stand = (...events: (LogLine | LogNote)[]) => houseRules(events).map(({ n }) => n)
  expect(stand(line(1), ruled(2), line(3), ruled(4))).toEqual([2, 4])
  expect(stand(line(1), ruled(2), line(3), takenBack(4))).toEqual([])
  expect(stand(ruled(1), line(2), ruled(3), line(4), takenBack(5), line(6))).toEqual([1])
  expect(stand(line(1), ruled(2), takenBack(3))).toEqual([])
})
