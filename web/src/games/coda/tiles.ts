/** The tiles of a view as things that stay themselves while others are put beside them. */
import type { Seen, View } from './view'

export type Colour = Seen['colour']

export interface Piece extends Seen {
  /** The same for this tile all game long, wherever it stands. */
  key: string
  seat: number
  place: number
  value: string | null
}

/** "b10" is a 10, "w-" a joker. */
export function faceOf(tile: string | null): string | null {
  return tile === null ? null : tile.slice(1)
}

/** What a tile can be said to be. */
export function values(view: View): string[] {
  const numbers = Array.from({ length: 12 }, (_, number) => String(number))
  return view.options.jokers ? [...numbers, '-'] : numbers
}

/** A seat's code. The first tiles never change their order, and every later one has its number: these are their names. */
export function pieces(view: View, seat: number): Piece[] {
  let first = 0
  return (view.codes[seat] ?? []).map((seen, place) => ({
    ...seen,
    key: `${seat}:${seen.since ? `n${seen.since}` : `s${first++}`}`,
    seat,
    place,
    value: faceOf(seen.tile),
  }))
}

/** What this seat was dealt and has not stood up yet. */
export function dealt(view: View, seat: number): Piece[] {
  if (view.turn !== seat) return []
  return view.hand.map((seen, place) => ({ ...seen, key: `${seat}:h${place}`, seat, place, value: faceOf(seen.tile) }))
}

/** The drawn tile, if this seat keeps it, under the name that it will have in the code: so that it can travel there. */
export function apart(view: View, seat: number): Piece[] {
  if (!view.drawn || view.turn !== seat) return []
  const code = view.codes[seat] ?? []
  const key = `${seat}:n${1 + code.filter((seen) => seen.since > 0).length}`
  return [{ ...view.drawn, key, seat, place: code.length, value: faceOf(view.drawn.tile) }]
}

/** The view with everything turned up, where all seats' eyes are lent. */
export function opened(view: View, open: Record<string, View> | null): View {
  if (!open) return view
  const theirs = view.turn === null ? undefined : open[view.turn]
  return {
    ...view,
    codes: view.codes.map((code, seat) => open[seat]?.codes[seat] ?? code),
    drawn: theirs?.drawn ?? view.drawn,
    hand: theirs?.hand ?? view.hand,
  }
}

/** Seats around the table, from the left neighbour on; for who watches, everybody's. */
export function others(view: View, seat: number | null): number[] {
  const all = view.codes.map((_, other) => other)
  return seat === null ? all : [...all.slice(seat + 1), ...all.slice(0, seat)]
}
