/** The triangle of all tiles: which were seen elsewhere, and how likely each is mine. */
import { BOX, rowsByDigit } from './tiles'

export type Chances = Readonly<Record<string, number>>

/** One tile of the box: whether it was seen elsewhere, and how likely it is mine, where that was worked out. */
export interface Cell {
  tile: string
  copy: number
  all: number
  seen: boolean
  chance: number | null
}

/** The chance that at least n of a tile stand on my rack. */
function atLeast(racks: Chances, tile: string, n: number): number {
  return Object.entries(racks)
    .filter(([rack]) => rack.split(',').filter((other) => other === tile).length >= n)
    .reduce((sum, [, chance]) => sum + chance, 0)
}

/** All tiles in rows by digit. Of equal tiles the first are the ones that were seen. */
export function triangleOf(seen: ReadonlyMap<string, number>, racks: Chances | null): Cell[][] {
  const cells = BOX.flatMap(([tile, all]) =>
    Array.from({ length: all }, (_, place): Cell => {
      const gone = seen.get(tile) ?? 0
      const chance = racks && place >= gone ? atLeast(racks, tile, place - gone + 1) : null
      return { tile, copy: place + 1, all, seen: place < gone, chance }
    }),
  )
  return rowsByDigit(cells)
}
