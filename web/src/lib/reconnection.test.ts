import { expect, test } from 'vitest'
import { reconnectDelay } from './reconnection'

const range = (n: number) => Array.from({ length: n }, (_, i) => i)

test('pauses grow, and are never longer than five seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((failures) => reconnectDelay(failures, 1))).toEqual([
    1000, 1000, 2000, 4000, 5000, 5000, 5000,
  ])
})

test('the server is not asked before it wants to be, and not by all clients at once', () => {
  expect(reconnectDelay(1, 0, 30)).toBe(30_000)
  expect(reconnectDelay(3, 1, 30)).toBe(34_000)
})

test('a thousand clients of a server that is away for two seconds are all back in ten, fewer than 100 in any 0.1 s', () => {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const arrivals = range(1000).map(() => {
    let at = 0
    for (let failures = 1; at < 2000; failures++) at += reconnectDelay(failures, random())
    return at
  })
  expect(Math.max(...arrivals)).toBeLessThan(10_000)
  const busiest = Math.max(...range(100).map((slot) => arrivals.filter((at) => Math.floor(at / 100) === slot).length))
  expect(busiest).toBeLessThan(100)
})
