/** What the board asks of a view about its traders. */
import type { View } from './view'

export type Standing = 'in' | 'gold' | 'out' | 'dead'

/** How a trader stands in this year. After the end, only a trader who was killed for good is still out. */
export function standing(view: View, seat: number): Standing {
  if (view.dead.includes(seat)) return 'dead'
  if (view.result) return 'in'
  if (view.insolvent.includes(seat)) return 'out'
  return view.at21.includes(seat) ? 'gold' : 'in'
}

/** The seats in the order of play, from this one on; in their own order while seats are cast for. */
export function around(view: Pick<View, 'order' | 'traders'>, from: number | null): number[] {
  const order = view.order.length ? view.order : view.traders.map((_, seat) => seat)
  const place = from === null ? 0 : order.indexOf(from)
  return [...order.slice(place), ...order.slice(0, place)]
}

/** The letter of this seat's team, where there are teams. */
export function team(view: Pick<View, 'options'>, seat: number): string {
  const side = view.options.teams?.findIndex((seats) => seats.includes(seat)) ?? -1
  return side < 0 ? '' : 'ABCDEFGHIJ'.charAt(side)
}

/** Whether two seats play together: the same seat, or one team (G21-80). */
export function sameSide(view: Pick<View, 'options'>, one: number, other: number): boolean {
  return one === other || (team(view, one) !== '' && team(view, one) === team(view, other))
}
