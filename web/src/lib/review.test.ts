import { expect, test } from 'vitest'
import { middle } from './review'

test('an axis names a whole number near its middle, if there is one', () => {
  expect(middle(0, 6)).toEqual([3])
  expect(middle(-4, 2)).toEqual([-1])
  expect(middle(0, 5)).toEqual([2])
  expect(middle(0, 1)).toEqual([])
})
