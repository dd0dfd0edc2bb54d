/** The values that a hidden tile may have: struck out by me or, as far as the table's help goes, by the page; how likely. */
import type { Play } from '../../lib/boardModule'
import type { Lang } from '../../lib/languages'
import { percent } from '../../lib/words'
import { type Piece, valuesIn } from './tiles'
import type { View } from './view'

export interface Candidate {
  value: string
  /** My own pencil. */
  mine: boolean
  /** Why the page struck it out: the tile is seen elsewhere, it was said and wrong (COD-11), nothing allows it. */
  why: 'seen' | 'said' | 'never' | null
  /** With full help: how likely it is. */
  chance: number | null
}

/** Where my marks on a tile are kept. Several people at one screen share a sheet, not their marks. */
function sheet(play: Play<View>, piece: Piece): string {
  return `${play.seat}>${piece.key}`
}

export function pencilMarks(play: Play<View>, piece: Piece): string[] {
  const kept = play.notepad.get(sheet(play, piece))
  return Array.isArray(kept) ? kept.filter((value) => typeof value === 'string') : []
}

export function setPencilMarks(play: Play<View>, piece: Piece, struck: readonly string[]): void {
  play.notepad.set(sheet(play, piece), struck.length ? struck : null)
}

export function candidatesFor(play: Play<View>, piece: Piece): Candidate[] {
  const view = play.view
  const mine = play.seat === null ? [] : pencilMarks(play, piece)
  const book = play.seat !== null && play.head.help !== 'none'
  const seen = new Set([...view.codes.flat(), ...view.hand, view.drawn].map((other) => other?.tile))
  const said = new Set(piece.guesses.map((guess) => guess.value))
  const chances = play.head.help === 'full' ? play.deduced?.chances?.[`${piece.seat}:${piece.place}`] : undefined
  return valuesIn(view).map((value) => {
    const chance = chances ? (chances[value] ?? 0) : null
    let why: Candidate['why'] = null
    if (book && said.has(value)) why = 'said'
    else if (book && seen.has(`${piece.colour[0]}${value}`)) why = 'seen'
    else if (chance === 0) why = 'never'
    return { value, mine: mine.includes(value), why, chance }
  })
}

/** The values that are not struck out. */
export function remaining(among: readonly Candidate[]): Candidate[] {
  return among.filter((candidate) => !candidate.mine && candidate.why === null)
}

/** A chance in percent, never rounded to what it is not: none, or certain. */
export function formatChance(lang: Lang, chance: number): string {
  if (chance > 0 && chance < 0.005) return `<${percent(lang, 0.01)}`
  if (chance > 0.995 && chance < 1 - 1e-9) return `>${percent(lang, 0.99)}`
  return percent(lang, chance)
}

/** The likeliest value, with full help. */
export function likeliest(among: readonly Candidate[]): Candidate | null {
  return among.reduce<Candidate | null>((best, one) => ((one.chance ?? 0) > (best?.chance ?? 0) ? one : best), null)
}
