import { expect, test } from 'vitest'
import type { Figure } from '../wire'
import {
  areWhole,
  formatFigure,
  formatInterval,
  formatNumber,
  formatTick,
  groupRows,
  groupSeries,
  placeLabel,
  ticks,
  valueRange,
} from './claims'

const said = (text: string) => ({ en: text, fr: `${text} (fr)` })
const figure = (of: string, at: number | string, value: number): Figure => ({
  of: said(of),
  at: typeof at === 'number' ? at : said(at),
  value,
  low: value - 0.01,
  high: value + 0.01,
  n: 1000,
})
const figures = [figure('two', 1, 0.4), figure('four', 1, 0.2), figure('two', 2, 0.6), figure('four', 2, 0.3)]
test('figures are told apart by what they are of, in their order', () => {
  expect(groupSeries(figures, 'fr').map(({ name, points }) => [name, points.length])).toEqual([
    ['two (fr)', 2],
    ['four (fr)', 2],
  ])
})

test('bars that stand at one place are one row', () => {
  const labelled = [figure('a', 'left', 1), figure('b', 'left', 2), figure('a', 'right', 3)]
  expect(groupRows(labelled, 'en').map(({ label, bars }) => [label, bars.map(({ value }) => value)])).toEqual([
    ['left', [1, 2]],
    ['right', [3]],
  ])
  expect(placeLabel(figure('a', 1500, 1), 'en')).toBe('1,500')
})

test.each([
  [0, 1],
  [0.17, 0.33],
  [3, 92],
  [-0.4, 0.4],
  [0, 7e6],
])('ticks from %d to %d are few, round and reach both ends', (low, high) => {
  const found = ticks(low, high)
  expect(found.length).toBeGreaterThanOrEqual(3)
  expect(found.length).toBeLessThanOrEqual(7)
  expect(found[0]).toBeLessThanOrEqual(low + 1e-9)
  expect(found.at(-1)).toBeGreaterThanOrEqual(high - 1e-9)
})

test('nothing to divide is one tick', () => {
  expect(ticks(2, 2)).toEqual([2])
})

test('a picture reaches over the intervals and the fair share', () => {
  expect(valueRange(figures, null)).toEqual([0.19, 0.61])
  expect(valueRange(figures, 0.7)).toEqual([0.19, 0.7])
  expect(valueRange(figures, 0)).toEqual([0, 0.61])
})

test('figures are written as people write them', () => {
  expect(formatFigure('en', 'share', 0.3333)).toBe('33.3%')
  expect(formatFigure('fr', 'share', 0.3333)).toBe('33,3\u202f%')
  expect(formatFigure('en', 'share', 1)).toBe('100.0%')
  expect(formatFigure('en', 'number', 1.4016)).toBe('1.40')
  expect(formatFigure('en', 'number', 2, areWhole([figure('bands', 0, 2), figure('bands', 1, 3)]))).toBe('2')
  expect(formatFigure('en', 'number', 2, areWhole([figure('bands', 0, 2), figure('bands', 1, 2.5)]))).toBe('2.00')
  expect(formatTick('en', 'number', 1.4)).toBe('1.4')
  expect(formatTick('fr', 'share', 0.5)).toBe('50\u202f%')
  expect(formatNumber('en', 1234.56)).toBe('1,235')
  expect(formatFigure('fr', 'number', -1.5)).toBe('−1,50')
  expect(formatTick('en', 'number', -10)).toBe('−10')
})

test('an interval is as fine as it is narrow', () => {
  const range = (low: string, high: string) => `${low} to ${high}`
  expect(formatInterval('en', 'share', 0.3331, 0.3339, range)).toBe('33.31 to 33.39%')
  expect(formatInterval('fr', 'number', -20, -10, range)).toBe('−20 to −10')
  expect(formatInterval('en', 'number', 0.07, 3.59, range)).toBe('0.1 to 3.6')
  expect(formatInterval('en', 'number', -0.31, 9.38, range)).toBe('0 to 9')
  expect(formatInterval('en', 'number', 1, 1, range)).toBe('–')
})
