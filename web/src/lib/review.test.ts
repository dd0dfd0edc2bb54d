import { expect, test } from 'vitest'
import type { Reviewed } from '../wire'
import { cost, isSame } from './review'

const thought = (n: number, did: number, best: number, change: Partial<Reviewed> = {}): Reviewed => ({
  n,
  seat: 0,
  did: 'draw',
  did_value: did,
  best: 'play 8',
  best_value: best,
  why: '',
  worlds: null,
  accuracy: null,
  ...change,
})

test('a decision costs what the best one would have been worth more, and never less than nothing', () => {
  expect(cost(thought(1, 0.4, 0.6))).toBeCloseTo(0.2)
  expect(cost(thought(1, 0.6, 0.4))).toBe(0)
})

test('a decision is as good as the best one if it is the same, or worth the same', () => {
  expect(isSame(thought(1, 0.1, 0.9, { best: 'draw' }))).toBe(true)
  expect(isSame(thought(1, 0.5, 0.504))).toBe(true)
  expect(isSame(thought(1, 0.5, 0.51))).toBe(false)
})
