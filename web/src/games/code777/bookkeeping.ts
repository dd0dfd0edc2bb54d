/** What somebody with a pencil writes down from what was said and shown: the bookkeeping of the pad. */
import { BOX } from './tiles'
import type { Asked, Declared, View } from './view'

const DRAWS = 3 // C77-23: so many racks are filled from one mixing of the stock to the next

export type Chances = Readonly<Record<string, number>>

/** One of the 28: whether it stands or lies elsewhere, and how likely it is mine, where that was worked out. */
export interface Cell {
  tile: string
  copy: number
  all: number
  seen: boolean
  chance: number | null
}

/** The answers that tell me something: others' while my tiles stood. Who watches is told all since the cards began anew. */
export function heard(view: View): Asked[] {
  const asked = view.log.filter((event) => event.type === 'asked')
  const seat = view.seat
  if (seat === null) return asked.slice(-(view.turned.length || 1))
  if (view.filling.includes(seat)) return []
  return asked.filter(({ by, stood }) => by !== seat && stood[seat] === view.racks[seat]!.length)
}

export function lastAsked(view: View): Asked | undefined {
  return view.log.findLast((event) => event.type === 'asked')
}

/** Two letters of a name; of names that begin alike, what they begin and end with. */
export function initials(names: readonly string[], seat: number): string {
  const name = names[seat] ?? String(seat)
  const alike = names.some((other, place) => place !== seat && other.slice(0, 2) === name.slice(0, 2))
  return alike ? `${name.at(0)}${name.at(-1)}` : name.slice(0, 2)
}

/** What this seat declared last, as long as it matters: until it may declare again, and until the next question. */
export function declaredBy(view: View, seat: number): Declared | undefined {
  const asked = view.log.findLastIndex((event) => event.type === 'asked')
  const place = view.log.findLastIndex((event) => event.type === 'declared' && event.by === seat)
  const event = view.log[place]
  return event?.type === 'declared' && (place > asked || view.spent.includes(seat)) ? event : undefined
}

/** Which question comes next, where everybody knows it: after the first pass (C77-04). */
export function nextCard(view: View): number | null {
  return view.pile.length || !view.turned.length ? null : view.turned[view.asked % view.turned.length]!
}

/** No question is left: the last declarations (C77-31). */
export function closing(view: View): boolean {
  return view.options.limit > 0 && view.options.limit === view.asked
}

/** The tiles on a rack; null: unseen; undefined: there are none. With everything turned up some other seat sees them. */
export function standing(
  view: View,
  rack: number,
  open: Record<string, View> | null,
): readonly string[] | null | undefined {
  if (view.filling[0] === rack && !view.ended) return undefined
  const tiles = view.racks[rack]!.at(-1)
  if (tiles !== null || !open) return tiles
  return (
    Object.values(open)
      .flatMap((other) => other.racks[rack]!.slice(-1))
      .find((seen) => seen) ?? null
  )
}

/**
 * How many of each tile cannot be mine: they were seen elsewhere while my tiles stood, on racks or lying aside. Nothing
 * comes back from there before the stock is mixed, so the most that were ever seen at once since then count.
 * Who watches has no rack: for them it is what lies there now.
 */
export function shown(view: View): Map<string, number> {
  const most = new Map<string, number>()
  const stood = [...(view.log[0]?.stood ?? view.racks.map((racks) => racks.length))]
  let aside: (readonly string[])[] = []
  let draws = 0

  function look(): void {
    const inSight = [...aside, ...stood.map((n, rack) => view.racks[rack]![n - 1] ?? [])].flat()
    for (const [tile] of BOX) {
      const n = inSight.filter((other) => other === tile).length
      most.set(tile, Math.max(n, most.get(tile) ?? 0))
    }
  }

  function refill(rack: number): void {
    aside.push(view.racks[rack]![stood[rack]! - 1] ?? [])
    stood[rack]! += 1
    if (view.seat === null || rack === view.seat) most.clear()
    look()
    draws += 1
    if (draws % DRAWS === 0) aside = []
  }

  look()
  view.log.forEach((event, place) => {
    if (event.type !== 'declared') return
    const after = view.log[place + 1]?.stood ?? view.racks.map((racks) => racks.length)
    const renewed = after.flatMap((n, rack) => (n > event.stood[rack]! ? [rack] : []))
    for (const rack of renewed.toSorted((a, b) => Number(b === event.by) - Number(a === event.by))) refill(rack)
  })
  if (view.seat === null) {
    most.clear()
    look()
  }
  return most
}

/** How likely at least so many of a tile stand on my rack. */
function atLeast(racks: Chances, tile: string, n: number): number {
  return Object.entries(racks)
    .filter(([rack]) => rack.split(',').filter((other) => other === tile).length >= n)
    .reduce((sum, [, chance]) => sum + chance, 0)
}

/** The 28 in seven rows. Of equal tiles the first are the ones that were seen. */
export function triangle(seen: ReadonlyMap<string, number>, racks: Chances | null): Cell[][] {
  const cells = BOX.flatMap(([tile, all]) =>
    Array.from({ length: all }, (_, place): Cell => {
      const gone = seen.get(tile) ?? 0
      const chance = racks && place >= gone ? atLeast(racks, tile, place - gone + 1) : null
      return { tile, copy: place + 1, all, seen: place < gone, chance }
    }),
  )
  return Array.from({ length: 7 }, (_, row) => cells.filter(({ tile }) => tile[0] === String(row + 1)))
}
