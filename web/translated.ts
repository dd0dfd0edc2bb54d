/** What people read is there in both languages, and whatever a board asks for is there at all; else the build stops. */
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

function wordsIn(folder: string, lang: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, `words.${lang}.json`), 'utf8'))
}

/** What one language says and the other does not. `why` is French only: English stands in the code. */
export function untranslated(folder: string): string[] {
  const [en, fr] = ['en', 'fr'].map((lang) => keys({ ...wordsIn(folder, lang), why: 0 })) as [string[], string[]]
  const missing = [
    ...en.filter((key) => !fr.includes(key)).map((key) => `fr lacks ${key}`),
    ...fr.filter((key) => !en.includes(key)).map((key) => `en lacks ${key}`),
  ]
  return missing.map((line) => `${basename(folder)}: ${line}`)
}

/** The first argument of every `words.t(…)`, as it is written. */
function asked(source: string): string[] {
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
function named(argument: string): RegExp[] {
  const plain = argument.replace(/[=!]==\s*'[^']*'|\w\('[^']*'\)/g, '')
  return [...plain.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, text, pattern]) => {
    const parts = text === undefined ? pattern!.split(/\$\{[^}]*\}/) : [text]
    return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`)
  })
}

/** What the drawings of a game ask for and its words do not hold. */
export function unspoken(drawings: string, folder: string): string[] {
  const held = Object.keys((wordsIn(folder, 'en').page ?? {}) as object)
  return readdirSync(drawings)
    .filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      asked(readFileSync(join(drawings, file), 'utf8'))
        .flatMap(named)
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
export function missing(drawings = join(here, 'src/games'), games = join(here, '../src/tablee/games')): string[] {
  return [
    ...[join(here, 'src/words'), ...folders(games).map((game) => join(games, game))].flatMap(untranslated),
    ...folders(drawings).flatMap((game) => unspoken(join(drawings, game), join(games, game))),
  ]
}

export function translated(find: () => string[] = missing): Plugin {
  return {
    name: 'translated',
    buildStart() {
      const found = find()
      if (found.length) this.error(`missing words:\n${found.join('\n')}`)
    },
  }
}
