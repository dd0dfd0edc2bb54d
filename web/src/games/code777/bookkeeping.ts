/** What a player with a pencil writes down from what was said and shown. */
import { DRAWS } from './constants'
import { BOX } from './tiles'
import type { Asked, Declared, View } from './view'

/** The answers that tell me something: those of others while my tiles stood. A spectator sees all of this pass (C77-04). */
export function answersFor(view: View): Asked[] {
  const asked = view.log.filter((event) => event.type === 'asked')
  const seat = view.seat
  if (seat === null) return asked.slice(-(view.turned.length || 1))
  if (view.filling.includes(seat)) return []
  return asked.filter(({ by, stood }) => by !== seat && stood[seat] === view.racks[seat]!.length)
}

/** The latest answer of each player, the newest first. */
export function latestAnswers(view: View): Asked[] {
  const asked = view.log.filter((event) => event.type === 'asked').toReversed()
  return asked.filter(({ by }, place) => asked.findIndex((other) => other.by === by) === place)
}

/** What this seat declared last, as long as it matters: until it may declare again, and until the next question. */
export function lastDeclaration(view: View, seat: number): Declared | undefined {
  const asked = view.log.findLastIndex((event) => event.type === 'asked')
  const place = view.log.findLastIndex((event) => event.type === 'declared' && event.by === seat)
  const event = view.log[place]
  return event?.type === 'declared' && (place > asked || view.spent.includes(seat)) ? event : undefined
}

/** Which question comes next, where everybody knows it: after the first pass (C77-04). */
export function nextQuestion(view: View): number | null {
  return view.pile.length || !view.turned.length ? null : view.turned[view.asked % view.turned.length]!
}

/** Whether no question is left and the last declarations are made (C77-31). */
export function isClosing(view: View): boolean {
  return view.options.limit > 0 && view.options.limit === view.asked
}

/** The tiles on a rack; null: unseen; undefined: there are none. With everything turned up another seat's view shows them. */
export function tilesOn(
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
 * comes back from there before the stock is mixed (C77-23), so the most that were ever seen at once since then count.
 * A spectator has no rack and sees what lies there now.
 */
export function seenTiles(view: View): Map<string, number> {
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

/** Whether one more right declaration wins the game for this seat (C77-30). */
export function nextPointWins(view: View, seat: number): boolean {
  return view.points[seat]! + 1 === view.options.target
}
