import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { completeWords, missingSentences, missingTranslations, missingWords, wordsPlugin } from './wordsPlugin'

/** A game's folder of words, and one of drawings that ask for some. */
function game(en: object, fr: object, drawing = ''): [string, string] {
  const root = mkdtempSync(join(tmpdir(), 'words-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const [words, drawings] = [join(root, 'pearl'), join(root, 'drawn')]
  mkdirSync(words)
  mkdirSync(drawings)
  writeFileSync(join(words, 'words.en.json'), JSON.stringify(en))
  writeFileSync(join(words, 'words.fr.json'), JSON.stringify(fr))
  writeFileSync(join(drawings, 'Board.svelte'), drawing)
  return [words, drawings]
}

test('nothing is missing here', () => {
  expect(missingWords()).toEqual([])
})

test('a sentence that one language lacks is named', () => {
  const [words] = game(
    { page: { dive: 'Dive', swim: 'Swim' } },
    { page: { dive: 'Plonger', rise: 'Monter' }, why: { a: 'b' } },
  )
  expect(missingTranslations(words)).toEqual(['pearl: fr lacks /page/swim', 'pearl: en lacks /page/rise'])
})

test('what a language lacks comes from the fallback language', () => {
  const [words] = game(
    { title: 'Pearl', options: { players: 'Players' }, page: { dive: 'Dive', swim: 'Swim' } },
    { page: { dive: 'Plonger' }, why: { a: 'b' } },
  )
  expect(completeWords(words, 'fr')).toEqual({ title: 'Pearl', page: { dive: 'Plonger', swim: 'Swim' } })
})

test('a sentence that a board asks for and nobody wrote is named', () => {
  const page = { page: { dive: 'Dive', now_deep: 'Deep' } }
  const fine = `{words.t('dive', { n: call('x') })} {play.words.t(view.at === 'top' ? 'dive' : \`now_\${view.phase}\`)}`
  const [words, drawings] = game(page, page, fine)
  expect(missingSentences(drawings, words)).toEqual([])
  const wrong = `{words.t('swim')} {words.t(list.includes('x') ? 'dive' : 'rise', { n })} {words.t(\`then_\${phase}\`)}`
  const [others, badly] = game(page, page, wrong)
  expect(missingSentences(badly, others)).toEqual([
    'pearl/Board.svelte: no words for swim',
    'pearl/Board.svelte: no words for rise',
    'pearl/Board.svelte: no words for then_.+',
  ])
})

test('what is missing stops the build', async () => {
  const [words, drawings] = game({ page: {} }, { page: {} }, "{words.t('swim')}")
  const plugins = [wordsPlugin(() => missingSentences(drawings, words))]
  await expect(build({ configFile: false, logLevel: 'silent', root: drawings, plugins })).rejects.toThrow(
    'no words for swim',
  )
})
