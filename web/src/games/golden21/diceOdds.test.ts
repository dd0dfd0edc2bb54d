import { expect, test } from 'vitest'
import { chanceThat, sums } from './diceOdds'

test('two dice show seven once in six', () => {
  expect(sums(2)).toHaveLength(11)
  expect(sums(2)[5]).toBeCloseTo(1 / 6, 12)
  expect(sums(2)[0]).toBeCloseTo(1 / 36, 12)
})

test('every total of any dice together is certain', () => {
  for (const dice of [1, 3, 7, 12]) {
    expect(sums(dice)).toHaveLength(5 * dice + 1)
    expect(sums(dice).reduce((all, chance) => all + chance, 0)).toBeCloseTo(1, 12)
  }
})

test('chances of several totals are added', () => {
  expect(chanceThat(2, (total) => Math.abs(total - 7) <= 1)).toBeCloseTo(16 / 36, 12)
  expect(chanceThat(2, (total) => total > 12)).toBe(0)
})
