/**
 * The language spoken on the page. The page's own words are loaded with it in all languages: each is 4 kB on the wire,
 * which costs a slow phone less than one more round trip. A game's words are loaded in one language, when needed.
 */
import type { GameWords } from '../wire'
import { call } from './api'
import { FALLBACK, LANGS, type Lang, languageOf, matchLanguage, writeNumber } from './languages'
import { preferences } from './preferences.svelte'
import { type Facts, fill, type Pages, Words } from './words'

export type Key = keyof typeof import('../words/words.en.json')
type Page = Record<Key, string>

const files = import.meta.glob<Partial<Page>>('../words/words.*.json', { eager: true, import: 'default' })
const wordsIn = (lang: Lang) => files[`../words/words.${lang}.json`]
/** A sentence that is missing in a language is said in the fallback language. */
const pages = Object.fromEntries(LANGS.map((lang) => [lang, { ...(wordsIn(FALLBACK) as Page), ...wordsIn(lang) }]))
const games = import.meta.glob<Pages>('../../../src/tablee/games/*/words.*.json', { import: 'default' })

/** The words are in British English: browsers take plain `en` for American, with other lists and dates. */
const SPELLING: Record<Lang, string> = { en: 'en-GB' }

/** A language as the reader's own region writes it, as far as the browser knows. */
function regional(lang: Lang): string {
  return navigator.languages.find((one) => one.startsWith(`${lang}-`)) ?? SPELLING[lang] ?? lang
}

class Locale {
  lang = $state<Lang>(preferences.lang)
  private page = $derived(pages[this.lang] ?? pages[FALLBACK]!)

  setLanguage(wanted: Lang): void {
    const lang = matchLanguage(wanted) // what the browser remembers may be gone
    this.lang = lang
    preferences.lang = lang
    document.documentElement.lang = lang
    document.documentElement.dir = languageOf(lang).direction
  }

  /** What the page says. */
  t = (key: Key, facts: Facts = {}, names: readonly string[] = []): string =>
    fill(languageOf(this.lang), this.page[key], facts, names)

  /** What the page says for a key that is composed at run time; null where it has no words for it. */
  find(key: string): string | null {
    return (this.page as Record<string, string>)[key] ?? null
  }

  /** Ann, Ben and Cleo. */
  join(names: readonly string[]): string {
    return new Intl.ListFormat(SPELLING[this.lang] ?? this.lang, { type: 'conjunction' }).format(names)
  }

  number(value: number): string {
    return writeNumber(this.lang, value, 0, 1)
  }

  /** A duration: 12 s, 3 min, 2 h, 5 d. */
  duration(seconds: number): string {
    const [value, unit] =
      seconds < 90
        ? [seconds, 'second' as const]
        : seconds < 5400
          ? [seconds / 60, 'minute' as const]
          : seconds < 130_000
            ? [seconds / 3600, 'hour' as const]
            : [seconds / 86_400, 'day' as const]
    return new Intl.NumberFormat(this.lang, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: 0,
    }).format(value)
  }

  day(at: number): string {
    return new Intl.DateTimeFormat(regional(this.lang), { dateStyle: 'short' }).format(at)
  }

  time(at: number): string {
    return new Intl.DateTimeFormat(regional(this.lang), { timeStyle: 'short' }).format(at)
  }

  date(at: number): string {
    return new Intl.DateTimeFormat(regional(this.lang), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  }
}

export const locale = new Locale()
export const t = locale.t

/** The words of a game in a language. The page was built with those of our games; the server has those of others. */
export async function wordsOf(game: string, lang: Lang): Promise<Words> {
  const folder = `../../../src/tablee/games/${game}`
  const load = games[`${folder}/words.${lang}.json`] ?? games[`${folder}/words.${FALLBACK}.json`]
  const pages = await (load?.() ?? call<GameWords>('GET', `/api/games/${game}/words?lang=${lang}`))
  return new Words(lang, pages, [], t('chance'))
}
