import { expect, test } from 'vitest'
import { shortName } from './shortNames'

test('a name that fits is whole; a longer one is cut, and names that begin alike are told apart', () => {
  const names = ['Ana', 'Marguerite', 'Club 1', 'Club 2']
  const short = (letters: number) => names.map((_, seat) => shortName(names, seat, letters))
  expect(short(10)).toEqual(names)
  expect(short(5)).toEqual(['Ana', 'Margu', 'Club1', 'Club2'])
  expect(short(2)).toEqual(['An', 'Ma', 'C1', 'C2'])
  expect(short(1)).toEqual(['A', 'M', 'C1', 'C2'])
})
