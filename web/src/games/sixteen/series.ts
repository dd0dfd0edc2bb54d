/** What a card would make of the pile. The server decides; the board only shows it in advance. */
import type { Colour, Face } from './cards'
import { COLOURS, GOAL, VALUES } from './constants'
import type { Series, View } from './view'

export type Kind = Series['kind']
export type Table = Pick<View, 'pile' | 'total' | 'options'>

/** The series that this card would make, if any (S16-20 to S16-25). */
export function seriesFrom({ pile, total, options }: Table, face: Face): Kind | null {
  const after = total + face.value
  if (after > GOAL) return 'bust'
  const last = pile.slice(-2)
  const alike =
    last.length === 2 &&
    (last.every((laid) => laid.value === face.value) || last.every((laid) => laid.colour === face.colour))
  if (options.match && alike) return after === GOAL ? 'match+sixteen' : 'match'
  return after === GOAL ? 'sixteen' : null
}

/** What the next card would have to be: each of them null where no card does it. */
export interface Wanted {
  sixteen: number | null
  value: number | null
  colour: Colour | null
  bust: number | null
}

export function wantedNext(table: Table): Wanted {
  const matching = (face: Face) => seriesFrom(table, face)?.startsWith('match') ?? false
  const least = (test: (value: number) => boolean) => VALUES.find(test) ?? null
  return {
    sixteen: least((value) => table.total + value === GOAL),
    value: least((value) => COLOURS.every((colour) => matching({ value, colour }))),
    colour:
      COLOURS.find((colour) => VALUES.some((value) => matching({ value, colour })) && bothLast(table, colour)) ?? null,
    bust: least((value) => table.total + value > GOAL),
  }
}

function bothLast({ pile }: Table, colour: Colour): boolean {
  return pile.slice(-2).every((laid) => laid.colour === colour)
}
