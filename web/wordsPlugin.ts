/**
 * Words at build time. A game's words go into the page completed: what a language lacks is taken from the fallback
 * language, so that one file is loaded and not two. The build stops if a board asks for a sentence that nobody wrote.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))

/** The names of all sentences in a file of words, at any depth. */
function keys(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => keys(inner, `${path}/${key}`))
}

const FALLBACK = 'en'
const WORDS = /^words\.(.+)\.json$/
const GAME_WORDS = /^(.*\/tablee\/games\/\w+)\/words\.([\w-]+)\.json$/
/** The sections that the page does not read: options and refusals come from the server, in words. */
const OMITTED = ['options', 'help', 'why']

type Page = Record<string, unknown>

function wordsIn(folder: string, lang: string): Page {
  return JSON.parse(readFileSync(join(folder, `words.${lang}.json`), 'utf8'))
}

/** The languages of which a folder has words. */
function languagesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => WORDS.exec(file)?.[1] ?? [])
}

/** The language of the house, which says everything. */
function home(own = join(here, '../src/tablee')): string {
  return languagesIn(own).find((lang) => (wordsIn(own, lang).language as { home?: boolean }).home) ?? FALLBACK
}

/**
 * What the language of the house lacks; and what a language says that the fallback does not, which would have no words
 * elsewhere. `why` is not needed in the fallback language: it stands in the code.
 */
export function missingTranslations(folder: string): string[] {
  const said = keys({ ...wordsIn(folder, FALLBACK), why: 0 })
  const found = languagesIn(folder).flatMap((lang) => {
    const other = keys({ ...wordsIn(folder, lang), why: 0 })
    const lacks = lang === home() ? said.filter((key) => !other.includes(key)) : []
    return [
      ...lacks.map((key) => `${lang} lacks ${key}`),
      ...other.filter((key) => !said.includes(key)).map((key) => `${FALLBACK} lacks ${key}`),
    ]
  })
  return found.map((line) => `${basename(folder)}: ${line}`)
}

/** A game's words in a language, as far as the page reads them, completed from the fallback language. */
export function completeWords(folder: string, lang: string): Page {
  const [base, own] = [wordsIn(folder, FALLBACK), wordsIn(folder, lang)]
  const parts = Object.keys({ ...base, ...own }).filter((part) => !OMITTED.includes(part))
  return Object.fromEntries(
    parts.map((part) => {
      const [usual, said] = [base[part], own[part] ?? base[part]]
      return [part, typeof said === 'object' ? { ...(usual as object), ...(said as object) } : said]
    }),
  )
}

/** The first argument of every `words.t(…)`, as it is written. */
function sentenceArguments(source: string): string[] {
  return [...source.matchAll(/\bwords\.t\(/g)].map(({ index, 0: { length } }) => {
    let depth = 0
    let end = index + length
    while (end < source.length && (depth > 0 || !/[,)]/.test(source[end]!))) {
      if ('([{'.includes(source[end]!)) depth++
      if (')]}'.includes(source[end]!)) depth--
      end++
    }
    return source.slice(index + length, end)
  })
}

/** The sentences that such an argument may name: texts, but for those that something is compared with or looked for. */
function sentencePatterns(argument: string): RegExp[] {
  const plain = argument.replace(/[=!]==\s*'[^']*'|\w\('[^']*'\)/g, '')
  return [...plain.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, text, pattern]) => {
    const parts = text === undefined ? pattern!.split(/\$\{[^}]*\}/) : [text]
    return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`)
  })
}

/** What the drawings of a game ask for and its words do not hold. */
export function missingSentences(drawings: string, folder: string): string[] {
  const held = Object.keys((wordsIn(folder, FALLBACK).page ?? {}) as object)
  return readdirSync(drawings)
    .filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      sentenceArguments(readFileSync(join(drawings, file), 'utf8'))
        .flatMap(sentencePatterns)
        .filter((wanted) => !held.some((key) => wanted.test(key)))
        .map((wanted) => `${basename(folder)}/${file}: no words for ${wanted.source.slice(1, -1)}`),
    )
}

function folders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map((entry) => entry.name)
}

/** Everything that is missing on this page. */
export function missingWords(drawings = join(here, 'src/games'), games = join(here, '../src/tablee/games')): string[] {
  return [
    ...[join(here, 'src/words'), ...folders(games).map((game) => join(games, game))].flatMap(missingTranslations),
    ...folders(drawings).flatMap((game) => missingSentences(join(drawings, game), join(games, game))),
  ]
}

export function wordsPlugin(find: () => string[] = missingWords): Plugin {
  return {
    name: 'words',
    load(id) {
      const found = GAME_WORDS.exec(id)
      if (!found) return null
      const [, folder, lang] = found as unknown as [string, string, string]
      this.addWatchFile(join(folder, `words.${FALLBACK}.json`))
      return JSON.stringify(completeWords(folder, lang))
    },
    buildStart() {
      const found = find()
      if (found.length) this.error(`missing words:\n${found.join('\n')}`)
    },
  }
}
