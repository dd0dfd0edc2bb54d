import { beforeEach, expect, test } from 'vitest'
import { FakeEnvironment } from './connectionTesting'
import { EventQueue, type Shown } from './eventQueue'

let env: FakeEnvironment
let queue: EventQueue
let stages: Record<number, number[]>
let log: string[]
let shown: Shown[]

beforeEach(() => {
  env = new FakeEnvironment()
  stages = {}
  log = []
  shown = []
  queue = new EventQueue(
    env,
    (n) => stages[n] ?? [1000],
    (showing) => log.push(showing ? `${showing.n}.${showing.stage}` : 'now'),
    (one) => shown.push(one),
  )
})

test('lines are shown one after the other, each to its end, however fast they come', () => {
  queue.add([1])
  queue.add([2, 3])
  env.pass(100)
  queue.add([4])
  expect([log, queue.length]).toEqual([['1.0'], 4])
  env.pass(3899)
  expect(log).toEqual(['1.0', '2.0', '3.0', '4.0'])
  env.pass(1)
  expect(log.at(-1)).toBe('now')
  expect(shown.map(({ n, held, meant }) => [n, held, meant])).toEqual([1, 2, 3, 4].map((n) => [n, 1000, 1000]))
  expect(env.waiting).toBe(0)
})

test('the stages of a line follow one another', () => {
  stages[1] = [500, 300, 200]
  queue.add([1])
  env.pass(499)
  expect(log).toEqual(['1.0'])
  env.pass(1)
  expect(log).toEqual(['1.0', '1.1'])
  env.pass(500)
  expect(log).toEqual(['1.0', '1.1', '1.2', 'now'])
  expect(shown[0]).toMatchObject({ held: 1000, meant: 1000 })
})

test('a line that has no stages is not shown at all', () => {
  stages = { 1: [], 2: [] }
  queue.add([1, 2])
  expect([queue.showing, shown]).toEqual([null, []])
  queue.add([2, 3])
  expect(log.at(-1)).toBe('3.0')
})

test('skipping goes to now at once, and what comes later is shown again', () => {
  queue.add([1, 2, 3])
  env.pass(300)
  queue.skip()
  expect([log, env.waiting, queue.length]).toEqual([['1.0', 'now'], 0, 0])
  expect(shown).toMatchObject([{ n: 1, held: 300, meant: 1000 }])
  env.pass(5000)
  queue.add([4])
  expect(log).toEqual(['1.0', 'now', '4.0'])
})

test('with nothing to show, skipping changes nothing', () => {
  queue.skip()
  expect(log).toEqual([])
})

test('lines are shown again when the player wants it, before what comes meanwhile', () => {
  queue.replay([7, 8])
  queue.add([9])
  env.pass(3000)
  expect(log).toEqual(['7.0', '8.0', '9.0', 'now'])
  expect(shown.map(({ n, again }) => [n, again])).toEqual([
    [7, true],
    [8, true],
    [9, false],
  ])
})

test('a queue that is closed shows nothing more', () => {
  queue.add([1, 2])
  queue.close()
  env.pass(5000)
  expect(log).toEqual(['1.0'])
})
