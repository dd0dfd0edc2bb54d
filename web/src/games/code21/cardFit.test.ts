import { expect, test } from 'vitest'
import { type CardShape, widestCard } from './cardFit'

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
