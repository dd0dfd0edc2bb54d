/** What points would change, shown before they are spent. The server decides. */
import { GOAL, LIMIT, type USES } from './constants'
import { sameSide } from './traders'
import type { View } from './view'

export type Use = (typeof USES)[number]

/** What the spent points would do to the trader, besides the new amount: a 21, a Kill, or only an elimination. */
export type Effect = 'gold' | 'kill' | 'out' | null

export interface Outcome {
  from: number
  to: number
  effect: Effect
}

/** A trader's debt or account after these points were used on it (G21-31, G21-33), within the limits of G21-114. */
export function amountAfter(view: View, seat: number, use: Use, points: number): number {
  const { debt, account } = view.traders[seat]!
  if (use === '+debt') return Math.min(LIMIT, debt + points)
  if (use === '-debt') return Math.max(-LIMIT, debt - points)
  return use === '+account' ? Math.min(LIMIT, account + points) : Math.max(0, account - points)
}

/** What comes of points that `by` uses on a trader; a friend's points kill nobody (G21-13, G21-34, G21-106, G21-109). */
export function outcomeOf(view: View, by: number | null, seat: number, use: Use, points: number): Outcome {
  const { debt, account } = view.traders[seat]!
  const ofDebt = use.endsWith('debt')
  const to = amountAfter(view, seat, use, points)
  return { from: ofDebt ? debt : account, to, effect: ofDebt ? effectOf(view, by, seat, to) : null }
}

function effectOf(view: View, by: number | null, seat: number, debt: number): Effect {
  if (debt < GOAL || debt === view.traders[seat]!.debt) return null
  if (debt === GOAL) return 'gold'
  return by !== null && sameSide(view, by, seat) ? 'out' : 'kill'
}
