import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findTerms } from './glossary'
import type { Pages } from './words'

const glossary = {
  die: { term: 'Crisis die', meaning: 'one more', forms: 'Crisis die|Crisis dice' },
  kill: { term: 'Kill', meaning: 'over 21', forms: 'Kill|Kills' },
}
const shown = (text: string) => findTerms(glossary, text).map(({ text, entry }) => (entry ? `[${text}]` : text))

test('terms are found in any of their forms, each where it comes first', () => {
  expect(shown('Give Crisis dice. A Kill, Kills.')).toEqual(['Give ', '[Crisis dice]', '. A ', '[Kill]', ', Kills.'])
})

test('a term may begin a sentence', () => {
  const entry = { term: 'rack', meaning: 'three tiles', forms: 'rack|racks' }
  expect(findTerms({ rack: entry }, 'Racks face the others')).toEqual([
    { text: 'Racks', entry },
    { text: ' face the others', entry: null },
  ])
})

test('a part of a word is no term', () => {
  expect(shown('Killers and Killé')).toEqual(['Killers and Killé'])
})

test('without a glossary a text is as it is', () => {
  expect(findTerms({}, 'A Kill')).toEqual([{ text: 'A Kill', entry: null }])
})

// ---- every entry is shown on its board ----------------------------------------------------

const games = new URL('../../../src/tablee/games/', import.meta.url)
const boards = new URL('../games/', import.meta.url)
const names = readdirSync(boards)

/** Everything that the board of a game is drawn with. */
function sources(name: string): string {
  const folder = new URL(`${name}/`, boards)
  return readdirSync(folder)
    .filter((file) => /\.svelte$/.test(file) && file !== 'Primer.svelte')
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
}

/** The sentences of a board in which terms are looked for: what is to be done, and what is drawn as a GlossedText. */
function glossedSentences(name: string, pages: Pages): string[] {
  const drawn = [...sources(name).matchAll(/<GlossedText.*?\/>/gs)].flatMap(([tag]) =>
    [...tag.matchAll(/['`]([^'`]+)['`]/g)].map(([, key]) => new RegExp(`^${key!.replace(/\$\{[^}]*\}/g, '.+')}$`)),
  )
  const isGlossed = (key: string) => /^(task|now)_/.test(key) || drawn.some((pattern) => pattern.test(key))
  return Object.entries(pages.page ?? {}).flatMap(([key, sentence]) =>
    isGlossed(key) ? [sentence.replace(/\{\w+:([^{}|]*)\|([^{}]*)\}/g, '$1 $2')] : [],
  )
}

test.each(names)('every entry of the glossary of %s is shown on its board, in every language', (name) => {
  const named = [...sources(name).matchAll(/words\.entry\('(\w+)'\)/g)].map(([, entry]) => entry!)
  const languages = readdirSync(new URL(`${name}/`, games)).filter((file) => /^words\..+\.json$/.test(file))
  for (const file of languages) {
    const pages: Pages = JSON.parse(readFileSync(new URL(`${name}/${file}`, games), 'utf8'))
    const entries = pages.glossary ?? {}
    const found = glossedSentences(name, pages).flatMap((sentence) =>
      findTerms(entries, sentence).flatMap(({ entry }) => entry ?? []),
    )
    const missing = Object.entries(entries).filter(([entry, term]) => !named.includes(entry) && !found.includes(term))
    expect([file, missing.map(([entry]) => entry)]).toEqual([file, []])
    expect(named.filter((entry) => !(entry in entries))).toEqual([])
    expect(Object.keys(entries).length).toBeGreaterThan(3)
  }
})
