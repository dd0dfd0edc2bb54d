import { expect, test } from 'vitest'
import { middleMark } from './chartAxis'

test('an axis names a whole number near its middle, if there is one', () => {
  expect(middleMark(0, 6)).toEqual([3])
  expect(middleMark(-4, 2)).toEqual([-1])
  expect(middleMark(0, 5)).toEqual([2])
  expect(middleMark(0, 1)).toEqual([])
})
