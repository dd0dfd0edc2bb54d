/** A position that somebody enters: how the address holds it, and how taps make the words of a field. */
import type { Awaits, Helping, PositionPage } from '../wire'
import type { Play } from './boardModule'
import type { ChosenOptions } from './options'
import { recordHead } from './recordPlay'
import type { Words } from './words'

export interface DraftPosition {
  seat: number
  options: ChosenOptions
  entered: Record<string, string>
  /** What the players are called; none: by their numbers. */
  names: string[]
}

const OPTION = 'option.'

/** The position as the part of an address that no server is told: "seat=1&option.players=3&rack+0=…". */
export function writePosition({ seat, options, entered, names }: DraftPosition): string {
  const query = new URLSearchParams({ seat: String(seat) })
  for (const [name, value] of Object.entries(options)) query.append(OPTION + name, value)
  for (const name of names) query.append('name', name)
  for (const [name, text] of Object.entries(entered)) if (text.trim()) query.append(name, text.trim())
  return query.toString()
}

export function readPosition(hash: string): DraftPosition {
  const found: DraftPosition = { seat: 0, options: {}, entered: {}, names: [] }
  for (const [name, value] of new URLSearchParams(hash)) {
    if (name === 'seat') found.seat = Number(value) || 0
    else if (name === 'name') found.names.push(value)
    else if (name.startsWith(OPTION)) found.options[name.slice(OPTION.length)] = value
    else found.entered[name] = value
  }
  return found
}

/** The address of a position in the editor. */
export function positionPath(game: string, position: Partial<DraftPosition>): string {
  return `/position/${game}#${writePosition({ seat: 0, options: {}, entered: {}, names: [], ...position })}`
}

const JOINS = /[=:,.]$/

/** The words of a field after a tap. A piece that begins with a sign belongs to the word before it. */
export function afterTap(text: string, tap: string): string {
  const before = text.trimEnd()
  if (!before) return tap.replace(/^,/, '')
  if (/^[=^+@,/]|^x$/.test(tap)) return before + (JOINS.test(before) ? tap.replace(/^,/, '') : tap)
  return JOINS.test(before) ? before + tap : `${before} ${tap}`
}

/** Without the last word. */
export function withoutLast(text: string): string {
  return text.trimEnd().replace(/(?:^|\s+)\S+$/, '')
}

/** What a board is handed for a position: nothing can be done on it. */
export function positionPlay(
  game: string,
  version: number,
  draft: DraftPosition,
  page: PositionPage,
  words: Words,
): Play<unknown> | null {
  if (!page.view || !page.awaits) return null
  const awaits: Awaits = page.awaits
  const head = recordHead({ game, version, options: draft.options, seats: [...words.names], lines: [], awaits })
  const deduced: Helping | null = page.chances && { n: 0, worlds: page.worlds, chances: page.chances, weighed: [] }
  return {
    view: page.view,
    seat: draft.seat,
    words,
    head: { ...head, help: 'full', status: 'live' },
    awaits,
    legal: [],
    frozen: true,
    busy: false,
    send: () => {},
    fell: () => {},
    deduced,
    notepad: { get: () => undefined, set: () => {} },
    open: null,
    event: null,
    hinted: null,
  }
}
