/** The tiles of a view, each with a key that stays the same while other tiles are put beside it. */
import { JOKER, VALUES } from './constants'
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

/** The values that a tile can have at this table (COD-01). */
export function valuesIn(view: View): readonly string[] {
  return view.options.jokers ? [...VALUES, JOKER] : VALUES
}

/** A seat's code. The first tiles never change their order, and every later one has its number: these are their keys. */
export function codeOf(view: View, seat: number): Piece[] {
  let first = 0
  return (view.codes[seat] ?? []).map((seen, place) => ({
    ...seen,
    key: `${seat}:${seen.since ? `n${seen.since}` : `s${first++}`}`,
    seat,
    place,
    value: faceOf(seen.tile),
  }))
}

/** The tiles that this seat was dealt and has not stood up yet. */
export function handOf(view: View, seat: number): Piece[] {
  if (view.turn !== seat) return []
  return view.hand.map((seen, place) => ({ ...seen, key: `${seat}:h${place}`, seat, place, value: faceOf(seen.tile) }))
}

/** The drawn tile, if this seat keeps it, under the key that it will have in the code, so that it can travel there (COD-16). */
export function drawnBy(view: View, seat: number): Piece[] {
  if (!view.drawn || view.turn !== seat) return []
  const code = view.codes[seat] ?? []
  const key = `${seat}:n${1 + code.filter((seen) => seen.since > 0).length}`
  return [{ ...view.drawn, key, seat, place: code.length, value: faceOf(view.drawn.tile) }]
}

/** How wide another seat's row is, in hidden tiles. What is turned up is narrower. */
export function widthOf(view: View, seat: number): number {
  const tiles = [...codeOf(view, seat), ...handOf(view, seat)]
  return tiles.reduce((sum, { up }) => sum + (up ? 0.8 : 1), 0) + 1.2 * drawnBy(view, seat).length
}

/** The view with everything turned up, where the views of all seats are open. */
export function openView(view: View, open: Record<string, View> | null): View {
  if (!open) return view
  const theirs = view.turn === null ? undefined : open[view.turn]
  return {
    ...view,
    codes: view.codes.map((code, seat) => open[seat]?.codes[seat] ?? code),
    drawn: theirs?.drawn ?? view.drawn,
    hand: theirs?.hand ?? view.hand,
  }
}

/** The other seats around the table, from the left neighbour on; all seats for a spectator. */
export function otherSeats(view: View, seat: number | null): number[] {
  const all = view.codes.map((_, other) => other)
  return seat === null ? all : [...all.slice(seat + 1), ...all.slice(0, seat)]
}

/** Whether turning up one more of its tiles puts this seat out (COD-20). */
export function lastHidden(view: View, seat: number): boolean {
  return (view.codes[seat] ?? []).filter((seen) => !seen.up).length <= 1
}
