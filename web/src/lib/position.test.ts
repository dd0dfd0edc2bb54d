import { expect, test } from 'vitest'
import { afterTap, type DraftPosition, positionPath, readPosition, withoutLast, writePosition } from './position'

const draft: DraftPosition = {
  seat: 1,
  options: { players: '3', colours: 'on' },
  entered: { 'rack 0': '1g 2y 3k', said: '0:5=2 2:18=first', points: '' },
  names: ['Ana', 'Bo & Co', 'Cleo'],
}

test('the address holds all of a position', () => {
  const { points, ...entered } = draft.entered
  expect(points).toBe('')
  expect(readPosition(writePosition(draft))).toEqual({ ...draft, entered })
  expect(positionPath('code777', draft).split('#')).toEqual(['/position/code777', writePosition(draft)])
})

test('an address without a position is an empty one', () => {
  expect(readPosition('')).toEqual({ seat: 0, options: {}, entered: {}, names: [] })
  expect(readPosition('seat=x&rack+1=5r')).toEqual({ seat: 0, options: {}, entered: { 'rack 1': '5r' }, names: [] })
})

test('taps make words, and pieces of a word are joined', () => {
  const tapped = (...taps: string[]) => taps.reduce(afterTap, '')
  expect(tapped('1g', '2y', '2y')).toBe('1g 2y 2y')
  expect(tapped('1:', '5', '=2', '0:', '18', '=first')).toBe('1:5=2 0:18=first')
  expect(tapped('0:', ',g3', ',b5', ',joker.', 'g4', '1:', '7', 'x')).toBe('0:g3,b5,joker.g4 1:7x')
  expect(tapped('0:', 'wrong=', ',1', ',3', ',5', '1:')).toBe('0:wrong=1,3,5 1:')
  expect(tapped('b', '/3', '/7', 'w5', '^')).toBe('b/3/7 w5^')
})

test('the last word can be taken back', () => {
  expect(withoutLast('1g 2y ')).toBe('1g')
  expect(withoutLast('1g')).toBe('')
  expect(withoutLast('')).toBe('')
})
