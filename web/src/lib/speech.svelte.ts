/** The language spoken on the page. Both are at hand: waiting for words costs a slow phone more than having them. */
import en from '../words/words.en.json'
import fr from '../words/words.fr.json'
import { preferences } from './preferences.svelte'
import { type Facts, fill, type Lang, type Pages, Words } from './words'

export type Key = keyof typeof en
type Page = Record<Key, string>

const pages: Record<Lang, Page> = { en, fr }
const games = import.meta.glob<Pages>('../../../src/tablee/games/*/words.*.json', { import: 'default' })

class Speech {
  lang = $state<Lang>(preferences.lang)

  speak(lang: Lang): void {
    this.lang = lang
    preferences.lang = lang
    document.documentElement.lang = lang
  }

  /** What the page says. */
  t = (key: Key, facts: Facts = {}, names: readonly string[] = []): string =>
    fill(this.lang, pages[this.lang][key], facts, names)

  /** What the page says for a key that is composed at run time; null where it has no words for it. */
  find(key: string): string | null {
    return (pages[this.lang] as Record<string, string>)[key] ?? null
  }

  /** Ann, Ben and Cleo. */
  listed(names: readonly string[]): string {
    return new Intl.ListFormat(this.lang, { type: 'conjunction' }).format(names)
  }

  /** 12 s, 3 min, 2 h, 5 d: how long something has lasted. */
  lasting(seconds: number): string {
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
    return new Intl.DateTimeFormat(this.lang, { dateStyle: 'short' }).format(at)
  }

  date(at: number): string {
    return new Intl.DateTimeFormat(this.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  }
}

export const speech = new Speech()
export const t = speech.t

/** The words of a game in a language. An outside game may have none: it is then shown as it is written. */
export async function wordsOf(game: string, lang: Lang): Promise<Words> {
  const load = games[`../../../src/tablee/games/${game}/words.${lang}.json`]
  const none: Pages = { title: game, tagline: '', minutes: '', lines: {}, moves: {}, table: {}, advice: {}, terms: {} }
  return new Words(lang, load ? await load() : none, [], t('chance'))
}
