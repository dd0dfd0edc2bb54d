/**
 * Words: what people read. A game's own come from the same JSON files as the terminal's. `words.py` says what is in
 * them and how a sentence is filled; tests/vectors/sentences.json holds examples, which the tests of both sides replay.
 */
import {
  formatNumber,
  formatPercent,
  genitive,
  type Lang,
  type Language,
  languageOf,
  ordinal,
  pluralCategory,
  writeMinus,
} from './languages'

export type Facts = Record<string, string | number>
export type Section = Record<string, string>
/** An entry of the glossary. `forms` are the ways in which the term is written on a board: "die|dice". */
export type Term = { term: string; meaning: string; forms: string }

/** A game's file of words, as far as the page reads it. */
export interface Pages {
  title: string
  tagline: string
  /** What the players try to do, and what is in the box. */
  goal?: string
  contents?: string
  lines: Section
  moves: Section
  table: Section
  advice: Section
  terms: Section
  page?: Section
  figures?: Section
  /** The sentences of its puzzles. */
  puzzles?: Section
  endings?: Section
  /** The terms that players should know. */
  glossary?: Record<string, Term>
  /** What the fields of a view are called, and which of them hold seats: for a game without a board. */
  fields?: Section
  seat_fields?: readonly string[]
  /** Numbers of the rules that any sentence may state: `{goal}`. */
  facts?: Facts
}

type Pattern = { match: RegExp; names: string[]; text: string }

/** `{own}` in a key is the seat that acts, `{spare}` one on which nobody sits. */
const GUARDS = ['own', 'spare']

/**
 * "play {card}" as a pattern that reads the card. Patterns with fewer variables are tried first, and of those with
 * equally many the ones that name a certain seat.
 */
export function patterns(templates: Section): Pattern[] {
  const made = Object.entries(templates).map(([form, text]) => {
    const names: string[] = []
    const source = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\{(\w+)\\\}/g, (_, name: string) => {
      names.push(name)
      return '(\\S+)'
    })
    return { match: new RegExp(`^${source}$`), names, text }
  })
  const open = ({ names }: Pattern) => 2 * names.length + Number(!names.some((name) => GUARDS.includes(name)))
  return made.sort((a, b) => open(a) - open(b))
}

/** The name of the player on a seat; the number of a seat without one, counted from 1. */
function playerOn(names: readonly string[], seat: string | number): string {
  return names[Number(seat)] ?? (/^\d+$/.test(String(seat)) ? String(Number(seat) + 1) : String(seat))
}

/** The sentence that a template makes of these facts in a language. */
export function fill(
  language: Language,
  template: string,
  facts: Facts,
  names: readonly string[] = [],
  terms: Section = {},
): string {
  return template.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, key: string, way: string | undefined) => {
    const fact = facts[key] ?? ''
    if (way === undefined) return typeof fact === 'number' ? writeMinus(language, String(fact)) : fact
    if (way === 'name') return playerOn(names, fact)
    if (way === 'of') return genitive(language, playerOn(names, fact))
    if (way === 'nth') return /^\d+$/.test(String(fact)) ? ordinal(language, Number(fact) + 1) : String(fact)
    if (way === 'sum') return addUp(language, String(fact))
    if (way === 'term') return translateTerm(terms, String(fact))
    if (way === '%') return formatPercent(language, Number(fact))
    const places = /^\.(\d+)(%?)$/.exec(way)
    if (places) return (places[2] ? formatPercent : formatNumber)(language, Number(fact), Number(places[1]))
    return chooseForm(way.split('|'), pluralCategory(language, fact))
  })
}

/** The form of a word for a plural category: of two forms, or of those that the sentence names. */
function chooseForm(forms: string[], category: string): string {
  const named = forms.map((form) => /^(zero|one|two|few|many|other)=(.*)$/s.exec(form))
  if (!named.every((form) => form !== null)) return (category === 'one' ? forms[0] : forms[1]) ?? ''
  const found = (wanted: string) => named.find((form) => form[1] === wanted)?.[2]
  return found(category) ?? found('other') ?? ''
}

/**
 * A list with commas as a sum, "2 + 5 = 7": in French, a comma between two numbers would make one of them. What has been
 * added up already, "2+5=7", is only written as a sum is.
 */
function addUp(language: Language, numbers: string): string {
  const parts = numbers.replace(/=.*/, '').split(/[,+]/)
  const total = parts.reduce((sum, part) => sum + Number(part), 0)
  const written = parts.map((part) => writeMinus(language, part)).join(' + ')
  return parts.length > 1 ? `${written} = ${formatNumber(language, total)}` : written
}

/** A name as it is said; of a list with commas, each of its names. */
function translateTerm(terms: Section, name: string): string {
  return (
    terms[name] ??
    name
      .split(',')
      .map((part) => terms[part] ?? part)
      .join(', ')
  )
}

export function percent(lang: Lang, share: number): string {
  return formatPercent(languageOf(lang), share)
}

/**
 * As it is read out: the shape that stands beside the name of a colour is for the eyes, and has a long name of its own;
 * the signs of a sum are passed over, and its total would be one number more.
 */
export function spoken(text: string): string {
  return text
    .replace(/[ \u00a0]?\p{So} ?/gu, ' ')
    .replace(/(?<=\d) ?\+ ?(?=\d)/g, ', ')
    .replace(/(?<=\d) ?= ?(?=\d)/g, ', total ')
    .replace(/ (?=\u00a0?[,.;:]|$)/g, '')
    .trimStart()
}

/** The words of one game in one language, spoken among these people. */
export class Words {
  private lines: Pattern[]
  private moves: Pattern[]

  constructor(
    readonly lang: Lang,
    readonly pages: Pages,
    readonly names: readonly string[] = [],
    readonly chance = '',
  ) {
    this.lines = patterns(pages.lines)
    this.moves = patterns(pages.moves)
  }

  /** The same words among other people. */
  among(names: readonly string[]): Words {
    return new Words(this.lang, this.pages, names, this.chance)
  }

  /** A sentence of the board, from the game's section `page`. */
  t(key: string, facts: Facts = {}): string {
    const template = this.pages.page?.[key]
    if (template === undefined) throw new Error(`no words for ${key}`)
    return this.fill(template, facts)
  }

  /** A sentence of the table itself, from the game's section `table`; empty where there is none. */
  say(key: string, facts: Facts = {}): string {
    const template = this.pages.table[key]
    return template === undefined ? '' : this.fill(template, facts)
  }

  /** A sentence of a puzzle; empty where there is none. */
  puzzle(key: string, facts: Facts = {}): string {
    return this.fill(this.pages.puzzles?.[key] ?? '', facts)
  }

  /** Why the game is over, by the rule that ended it; what it says of winners may not hold for a draw. */
  ending(rule: string, draw = false): string {
    const endings = this.pages.endings ?? {}
    return (draw ? endings[`${rule} draw`] : undefined) ?? endings[rule] ?? ''
  }

  /** What a score is, where this rule ended the game: "3 points". */
  score(rule: string, n: number): string {
    const template = this.pages.endings?.[`${rule} score`]
    return this.fill(template ?? '{n}', { n })
  }

  term(name: string | number): string {
    return translateTerm(this.pages.terms, String(name))
  }

  /** The entry of the glossary under this name. */
  entry(name: string): Term {
    const found = this.pages.glossary?.[name]
    if (!found) throw new Error(`no entry for ${name}`)
    return found
  }

  name(seat: number): string {
    return playerOn(this.names, seat)
  }

  /** One line of the log as a sentence. `hand` is who rolled or drew, where chance spoke. */
  line(told: string, hand: number | null | undefined): string {
    const [who = '', text = ''] = split(told)
    const seat = who === '*' ? hand : Number(who)
    const subject = seat === null || seat === undefined ? this.chance : this.name(seat)
    return this.sentence(this.lines, text, { who: subject }, seat) ?? told
  }

  /** An action as a menu offers it to this seat. */
  move(action: string, seat?: number | null): string {
    return this.sentence(this.moves, action, {}, seat) ?? action
  }

  private sentence(among: Pattern[], text: string, facts: Facts, seat?: number | null): string | null {
    for (const { match, names, text: template } of among) {
      const found = match.exec(text)
      if (!found) continue
      const read = Object.fromEntries(names.map((name, place) => [name, found[place + 1] ?? '']))
      if (read.own !== undefined && read.own !== String(seat)) continue
      if (read.spare !== undefined && !(Number(read.spare) >= this.names.length)) continue
      return this.fill(template, { ...read, ...facts })
    }
    return null
  }

  private fill(template: string, facts: Facts): string {
    return fill(languageOf(this.lang), template, { ...this.pages.facts, ...facts }, this.names, this.pages.terms)
  }
}

/** "1: play 8 up" is seat 1 and "play 8 up". */
export function split(told: string): [string, string] {
  const at = told.indexOf(': ')
  return [told.slice(0, at), told.slice(at + 2)]
}
