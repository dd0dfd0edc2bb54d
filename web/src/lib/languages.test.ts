import { expect, test } from 'vitest'
import { LANGS, languageOf, offeredLanguages, writeMinus, writeNumber } from './languages'

test('a server offers some languages, the usual one first', () => {
  expect(offeredLanguages('en fr')).toEqual(['en', 'fr'])
  expect(offeredLanguages('en')).toEqual(['en'])
})

test('without a word from the server all languages are offered', () => {
  expect(offeredLanguages(null)).toEqual(LANGS)
  expect(offeredLanguages('xx')).toEqual(LANGS)
})

test('whatever is below nought has the minus of the language', () => {
  for (const lang of LANGS) {
    const { minus } = languageOf(lang)
    expect(writeNumber(lang, -7, 0)).toBe(`${minus}7`)
    expect(writeNumber(lang, -1234.5, 1)).toMatch(new RegExp(`^${minus}1.234.5$`))
    expect(writeMinus(languageOf(lang), '-12')).toBe(`${minus}12`)
    expect(writeMinus(languageOf(lang), 'b-')).toBe('b-')
  }
})
