import { expect, test } from 'vitest'
import { LANGS, offeredLanguages } from './languages'

test('a server offers some languages, the usual one first', () => {
  expect(offeredLanguages('en fr')).toEqual(['en', 'fr'])
  expect(offeredLanguages('en')).toEqual(['en'])
})

test('without a word from the server all languages are offered', () => {
  expect(offeredLanguages(null)).toEqual(LANGS)
  expect(offeredLanguages('xx')).toEqual(LANGS)
})
