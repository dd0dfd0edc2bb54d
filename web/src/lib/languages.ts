/**
 * The languages that the page speaks: the files `src/tablee/words.<code>.json`, of which only the section `language`
 * comes along. `languages.py` says what is in it. The rules for numbers, plurals and genitives are the same there.
 */

import { pageMeta } from './pageMeta'

/** The code of a language, as in the names of its files. */
export type Lang = string

export interface Language {
  name: string
  home: boolean
  direction: 'ltr' | 'rtl'
  decimal: string
  minus: string
  percent: string
  plural: Record<string, string>
  ordinal: [string, string][]
  genitive: [string, string][]
}

/** Where a language has no word, this one has. */
export const FALLBACK: Lang = 'en'

const DEFAULTS: Language = {
  name: '',
  home: false,
  direction: 'ltr',
  decimal: '.',
  minus: '−',
  percent: '{n}%',
  plural: {},
  ordinal: [['', '{n}']],
  genitive: [['', '{name}']],
}

/** The language that these facts describe; what they do not say is as usual. */
export function describeLanguage(facts: object): Language {
  return { ...DEFAULTS, ...facts }
}

const files = import.meta.glob<object>('../../../src/tablee/words.*.json', { eager: true, import: 'language' })

export const LANGUAGES: Record<Lang, Language> = Object.fromEntries(
  Object.entries(files).map(([path, facts]) => [path.split('.').at(-2)!, describeLanguage(facts)]),
)

/** The language of the house first, then the others by their codes. */
const ALL: readonly Lang[] = Object.keys(LANGUAGES).sort(
  (a, b) => Number(LANGUAGES[b]!.home) - Number(LANGUAGES[a]!.home) || (a < b ? -1 : 1),
)

/** Those that this server offers, its usual one first; all of them where it does not say. */
export const LANGS = offeredLanguages(pageMeta('tablee-languages'))

export function offeredLanguages(said: string | null): readonly Lang[] {
  const known = (said ?? '').split(' ').filter((lang) => lang in LANGUAGES)
  return known.length ? known : ALL
}

export function languageOf(lang: Lang): Language {
  return LANGUAGES[lang] ?? LANGUAGES[FALLBACK]!
}

/** The language for a tag such as fr-CA; where there is no such language, the fallback, or else the usual one. */
export function matchLanguage(tag: string): Lang {
  const parts = tag.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length--) {
    const found = LANGS.find((lang) => lang.toLowerCase() === parts.slice(0, length).join('-'))
    if (found) return found
  }
  return LANGS.includes(FALLBACK) ? FALLBACK : LANGS[0]!
}

/** The language after this one, for a button that goes through all of them. */
export function nextLanguage(lang: Lang): Lang {
  return LANGS[(LANGS.indexOf(lang) + 1) % LANGS.length]!
}

// ---- numbers --------------------------------------------------------------------

/** A number as a language writes it: with its thousands apart, and with a minus sign, for which browsers have a hyphen. */
export function writeNumber(lang: Lang, value: number, fewest = 0, most = fewest): string {
  const format = new Intl.NumberFormat(lang, { minimumFractionDigits: fewest, maximumFractionDigits: most })
  const text = format.format(value)
  return writeMinus(languageOf(lang), /[1-9]/.test(text) ? text : text.replace('-', '')) // nought has no minus
}

/** A number with so many decimals, rounded half away from zero. */
export function formatNumber(language: Language, value: number, places = 0): string {
  const text = Math.abs(value).toFixed(places)
  return `${value < 0 && Number(text) !== 0 ? language.minus : ''}${text.replace('.', language.decimal)}`
}

/** A number that is written already, with the minus of this language; any other text as it is. */
export function writeMinus(language: Language, text: string): string {
  return text.replace(/^-(?=\d)/, language.minus)
}

/** A share of 1 in percent. */
export function formatPercent(language: Language, share: number, places = 0): string {
  return writePercent(language, formatNumber(language, 100 * share, places))
}

/** A number that is written already, with the sign for percent. */
export function writePercent(language: Language, number: string): string {
  return language.percent.replace('{n}', number)
}

// ---- plurals --------------------------------------------------------------------

type Operands = Record<string, number>

/** The CLDR category of this number: zero, one, two, few, many or other. */
export function pluralCategory(language: Language, number: string | number): string {
  const operands = pluralOperands(String(number))
  const found = operands && Object.entries(language.plural).find(([, rule]) => holds(rule, operands))
  return found ? found[0] : 'other'
}

/** 1st, 2nd, 3rd …: the first rule that holds counts. */
export function ordinal(language: Language, number: number): string {
  const operands = pluralOperands(String(number))
  const found = operands && language.ordinal.find(([rule]) => !rule || holds(rule, operands))
  return found ? found[1].replace('{n}', String(number)) : String(number)
}

/** What plural rules ask about a number, under CLDR's letters; null for a text that is no number. */
function pluralOperands(text: string): Operands | null {
  const found = /^[-−]?(\d+)(?:\.(\d+))?$/.exec(text)
  if (!found) return null
  const [, whole = '', fraction = ''] = found
  const short = fraction.replace(/0+$/, '')
  return {
    n: Number(`${whole}.${fraction}`),
    i: Number(whole),
    v: fraction.length,
    w: short.length,
    f: Number(fraction),
    t: Number(short),
    c: 0,
    e: 0,
  }
}

/** Whether a plural rule fits: relations joined by "and", and these by "or". */
function holds(rule: string, operands: Operands): boolean {
  return rule.split(' or ').some((clause) => clause.split(' and ').every((part) => relationHolds(part, operands)))
}

/** One relation: "i % 10 = 2..4,7". */
function relationHolds(relation: string, operands: Operands): boolean {
  const found = /^([nivwftce])(?: % (\d+))? (!?=) ([\d.,]+)$/.exec(relation.trim())
  if (!found) throw new Error(`this is no plural rule of CLDR: ${relation}`)
  const [, operand = '', modulus, sign, ranges = ''] = found
  const value = modulus ? operands[operand]! % Number(modulus) : operands[operand]!
  const inside = ranges.split(',').some((span) => {
    const [low, high = low] = span.split('..').map(Number)
    return Number.isInteger(value) && low! <= value && value <= high!
  })
  return inside === (sign === '=')
}

// ---- names ----------------------------------------------------------------------

/** "of NAME", as this language says it: the first pattern that the name begins with counts. */
export function genitive(language: Language, name: string): string {
  const found = language.genitive.find(([pattern]) => new RegExp(`^(?:${pattern})`, 'i').test(name))
  return found ? found[1].replace('{name}', () => name) : name
}
