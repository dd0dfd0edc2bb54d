import { expect, test } from 'vitest'
import { type CardShape, cardsAcross, widestCard } from './cardFit'

const SHAPE: CardShape = { ratio: 4 / 3, below: 14, gap: 4, least: 20, most: 120 }

function fits(count: number, wide: number, width: number, height: number): boolean {
  const across = Math.floor((width + SHAPE.gap) / (wide + SHAPE.gap))
  const rows = Math.ceil(count / across)
  return rows * (wide * SHAPE.ratio + SHAPE.below) + (rows - 1) * SHAPE.gap <= height
}

test.each([
  [1, 366, 120],
  [5, 366, 120],
  [9, 366, 120],
  [16, 366, 150],
  [20, 300, 170],
  [12, 900, 400],
])('%i cards fit into %i × %i, and none larger do', (count, width, height) => {
  const wide = widestCard(count, width, height, SHAPE)
  expect(fits(count, wide, width, height)).toBe(true)
  expect(wide === SHAPE.most || !fits(count, wide + 2, width, height)).toBe(true)
})

test('a card has a least and a greatest size', () => {
  expect(widestCard(30, 100, 50, SHAPE)).toBe(20)
  expect(widestCard(1, 4000, 4000, SHAPE)).toBe(120)
  expect(widestCard(0, 366, 120, SHAPE)).toBeGreaterThan(20)
})

test('a row fits into a box that is a little narrower than the browser says', () => {
  const wide = widestCard(5, 346, 140, SHAPE)
  expect(5 * wide + 4 * SHAPE.gap).toBeLessThanOrEqual(345.5)
})

test('rows are as even as can be', () => {
  const across = [1, 4, 5, 7, 9].map((count) => cardsAcross(count, 80, 366, 4)) // four have room in a row
  expect(across).toEqual([1, 4, 3, 4, 3])
  expect(cardsAcross(5, 400, 366, 4)).toBe(1)
})
