import { expect, test } from 'vitest'
import { middle } from './study'

test('an axis names what lies in its middle only where that is a whole number', () => {
  expect(middle(0, 6)).toEqual([3])
  expect(middle(-4, 2)).toEqual([-1])
  expect(middle(0, 5)).toEqual([])
})
