import { expect, test } from 'vitest'
import { splitSigns, tieSigns } from './signs'

const leaf = { path: 'M0 0', ink: 'green' }

test('a character that a game draws itself is replaced by its sign, and nothing else is', () => {
  expect(splitSigns('Bo joue le 3 vert ♣ : Bust', { '♣': leaf })).toEqual(['Bo joue le 3 vert ', leaf, ' : Bust'])
  expect(splitSigns('♣♣', { '♣': leaf })).toEqual([leaf, leaf])
  expect(splitSigns('3 vert ♣', {})).toEqual(['3 vert ♣'])
})

test('a sign stays in the line of its word and of the colon after it', () => {
  const tied = (text: string) => tieSigns(splitSigns(text, { '♣': leaf }))
  expect(tied('Bo joue le 3 vert ♣\u00A0: Bust')).toEqual([
    'Bo joue le 3 ',
    { before: 'vert ', sign: leaf, after: '\u00A0:' },
    ' Bust',
  ])
  expect(tied('3 vert ♣, 4 vert ♣')).toEqual([
    '3 ',
    { before: 'vert ', sign: leaf, after: ',' },
    ' 4 ',
    { before: 'vert ', sign: leaf, after: '' },
  ])
  expect(tied('♣♣: ♣')).toEqual([
    { before: '', sign: leaf, after: '' },
    { before: '', sign: leaf, after: ':' },
    ' ',
    { before: '', sign: leaf, after: '' },
  ])
})
