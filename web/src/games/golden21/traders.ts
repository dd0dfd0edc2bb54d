/** What the board asks of a view about its traders. */
import type { Thrown, View } from './view'

export const GOAL = 21
export const USES = ['+debt', '-debt', '+account', '-account'] as const
export type Use = (typeof USES)[number]
export type Standing = 'in' | 'gold' | 'out' | 'dead'

/** In this year; when all is over, only who was killed for good is still out. */
export function standing(view: View, seat: number): Standing {
  if (view.dead.includes(seat)) return 'dead'
  if (view.result) return 'in'
  if (view.insolvent.includes(seat)) return 'out'
  return view.at21.includes(seat) ? 'gold' : 'in'
}

/** The seats as they play, from this one on; while seats are cast for, as they sit. */
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

/** −15, with a minus that is as wide as a plus. */
export function figure(value: number): string {
  return String(value).replace('-', '−')
}

export function total(faces: readonly number[]): number {
  return faces.reduce((sum, face) => sum + face, 0)
}

/** What a trader has after points were used on them. */
export function after(view: View, seat: number, use: Use, points: number): number {
  const { debt, account } = view.traders[seat]!
  if (use === '+debt') return debt + points
  if (use === '-debt') return debt - points
  return use === '+account' ? account + points : Math.max(0, account - points)
}

/** Tells one roll from the next. */
export function rollKey(view: View): string {
  const roll = view.thrown
  return roll ? `${roll.by} ${roll.total} ${roll.aim} ${roll.hit} ${roll.faces}` : ''
}

/** The dice of each kind on the table, as they were before somebody rolled. */
export interface Hands {
  golden: number
  crisis: number[]
}

export function hands(view: View): Hands {
  return { golden: view.golden, crisis: view.traders.map((trader) => trader.crisis) }
}

/**
 * How many of the dice that lie were Crisis dice. A view tells the faces only; who saw the table before the roll knows,
 * who has just come sees as many Golden dice as there are now.
 */
export function crisisAmong(roll: Thrown, before: Hands | null, now: Hands): number {
  const dice = roll.faces.length
  if (before && before.golden + before.crisis[roll.by]! === dice) return before.crisis[roll.by]!
  return Math.max(0, dice - now.golden)
}
