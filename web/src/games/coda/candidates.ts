/** What is known of a hidden tile: struck out by me, by the page as far as the table's help goes, and how likely. */
import type { Play } from '../../lib/boardModule'
import type { Lang } from '../../lib/languages'
import { percent } from '../../lib/words'
import { type Piece, values } from './tiles'
import type { View } from './view'

export interface Doubt {
  value: string
  /** My own pencil. */
  mine: boolean
  /** Why the page struck it out: the tile is seen elsewhere, it was said and wrong, nothing allows it. */
  why: 'seen' | 'said' | 'never' | null
  /** With full help: how likely it is. */
  chance: number | null
}

/** Where my marks on a tile are kept. Several people at one screen share a sheet, not their marks. */
function sheet(play: Play<View>, piece: Piece): string {
  return `${play.seat}>${piece.key}`
}

export function marks(play: Play<View>, piece: Piece): string[] {
  const kept = play.notepad.get(sheet(play, piece))
  return Array.isArray(kept) ? kept.filter((value) => typeof value === 'string') : []
}

export function mark(play: Play<View>, piece: Piece, struck: readonly string[]): void {
  play.notepad.set(sheet(play, piece), struck.length ? struck : null)
}

export function doubts(play: Play<View>, piece: Piece): Doubt[] {
  const view = play.view
  const mine = play.seat === null ? [] : marks(play, piece)
  const book = play.seat !== null && play.head.help !== 'none'
  const seen = new Set([...view.codes.flat(), ...view.hand, view.drawn].map((other) => other?.tile))
  const said = new Set(piece.guesses.map((guess) => guess.value))
  const chances = play.head.help === 'full' ? play.deduced?.chances?.[`${piece.seat}:${piece.place}`] : undefined
  return values(view).map((value) => {
    const chance = chances ? (chances[value] ?? 0) : null
    let why: Doubt['why'] = null
    if (book && said.has(value)) why = 'said'
    else if (book && seen.has(`${piece.colour[0]}${value}`)) why = 'seen'
    else if (chance === 0) why = 'never'
    return { value, mine: mine.includes(value), why, chance }
  })
}

/** What is not struck out. */
export function left(among: readonly Doubt[]): Doubt[] {
  return among.filter((doubt) => !doubt.mine && doubt.why === null)
}

/** A chance in percent, never rounded to what it is not: none, or certain. */
export function share(lang: Lang, chance: number): string {
  if (chance > 0 && chance < 0.005) return `<${percent(lang, 0.01)}`
  if (chance > 0.995 && chance < 1 - 1e-9) return `>${percent(lang, 0.99)}`
  return percent(lang, chance)
}

/** With full help: what is likeliest. */
export function likeliest(among: readonly Doubt[]): Doubt | null {
  return among.reduce<Doubt | null>((best, doubt) => ((doubt.chance ?? 0) > (best?.chance ?? 0) ? doubt : best), null)
}
