/** The examples of tests/vectors/sentences.json, which `test_sentence_vectors.py` replays, too. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeLanguage, LANGUAGES, pluralCategory } from './languages'
import { type Facts, fill, type Section } from './words'

interface Sentence {
  lang: string
  template: string
  facts: Facts
  names: string[]
  terms: Section
  says: string
}
interface Vectors {
  languages: Record<string, object>
  plurals: Record<string, [number, string][]>
  sentences: Sentence[]
}

const path = new URL('../../../tests/vectors/sentences.json', import.meta.url)
const vectors: Vectors = JSON.parse(readFileSync(path, 'utf8'))
const known = (lang: string) => LANGUAGES[lang] ?? describeLanguage(vectors.languages[lang]!)

test('every sentence is filled as in Python', () => {
  const filled = vectors.sentences.map((one) => fill(known(one.lang), one.template, one.facts, one.names, one.terms))
  expect(filled).toEqual(vectors.sentences.map((one) => one.says))
})

test.each(Object.entries(vectors.plurals))(
  'the plurals of %s are those of Python and of the browser',
  (lang, plurals) => {
    const browser = new Intl.PluralRules(lang)
    for (const [number, category] of plurals) {
      expect([number, pluralCategory(known(lang), number)]).toEqual([number, category])
      expect([number, browser.select(number)]).toEqual([number, category])
    }
  },
)
