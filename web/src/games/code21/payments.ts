/** What soldiers earn and what a verdict pays, shown beside the cards. The server decides. */
import { locale } from '../../lib/locale.svelte'
import type { Bet, Verdict, View } from './view'

/** What a soldier earns face up after this many others (C21-10), from a bank that pays what it holds (C21-36). */
export function pay(before: number, bank: number | null): number {
  return Math.min(2 + Math.floor(before / 2), bank ?? Number.POSITIVE_INFINITY)
}

/** Whether everything was paid in full: a bank runs empty only by paying, and is filled only by a verdict (C21-36). */
export function paidInFull(view: View): boolean {
  return view.bank === null || view.bank > 0
}

/** The principal who was wrong. */
export function loserOf(verdict: Verdict): number {
  return verdict.winner === verdict.call.by ? verdict.call.last : verdict.call.by
}

/** What a verdict brought this seat or cost it, where everything was paid in full (C21-32, C21-34). */
export function change(verdict: Verdict, seat: number): number {
  const { points, side } = verdict.stakes[seat] as Bet
  const half = seat === verdict.winner ? verdict.taken : seat === loserOf(verdict) ? -verdict.taken : 0
  return half + (side === verdict.winner ? points : -points)
}

/** +2, −1, 0 */
export function signed(n: number): string {
  return `${n > 0 ? '+' : ''}${locale.number(n)}`
}
