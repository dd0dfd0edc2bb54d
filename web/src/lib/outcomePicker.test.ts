import { expect, test } from 'vitest'
import { findOutcome, nextParts, parseOutcomes } from './outcomePicker'

test('one thing is picked of several that are written alike', () => {
  const drawn = parseOutcomes(['drawn b3', 'drawn w5'])!
  expect(drawn.stem).toBe('drawn ')
  expect([...nextParts(drawn, [])]).toEqual(['b3', 'w5'])
  expect(findOutcome(drawn, ['w5'])).toBe('drawn w5')
  expect(findOutcome(drawn, ['w6'])).toBeNull()
})

test('three tiles are picked in any order, as often as there are', () => {
  const racked = parseOutcomes(['racked 0 1g,2y,2y', 'racked 0 1g,2y,3k', 'racked 0 2y,3k,3k'])!
  expect([...nextParts(racked, ['2y'])].sort()).toEqual(['1g', '2y', '3k'])
  expect([...nextParts(racked, ['2y', '2y'])]).toEqual(['1g'])
  expect(findOutcome(racked, ['3k', '1g', '2y'])).toBe('racked 0 1g,2y,3k')
  expect(findOutcome(racked, ['3k', '2y'])).toBeNull()
})

test('what is written in different ways is not picked', () => {
  expect(parseOutcomes(['off', 'rolled 1,2'])).toBeNull()
  expect(parseOutcomes([])).toBeNull()
})
