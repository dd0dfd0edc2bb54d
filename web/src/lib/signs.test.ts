import { expect, test } from 'vitest'
import { splitSigns } from './signs'

const leaf = { path: 'M0 0', ink: 'green' }

test('a character that a game draws itself is replaced by its sign, and nothing else is', () => {
  expect(splitSigns('Bo joue le 3 vert ♣ : Bust', { '♣': leaf })).toEqual(['Bo joue le 3 vert ', leaf, ' : Bust'])
  expect(splitSigns('♣♣', { '♣': leaf })).toEqual([leaf, leaf])
  expect(splitSigns('3 vert ♣', {})).toEqual(['3 vert ♣'])
})
