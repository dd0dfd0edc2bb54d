/** What the board shows and the view does not spell out: what a place pays, what the mission can add up to. */
import type { Bet, Seen, Verdict, View } from './view'

export const GOAL = 21
export const MOST = 3 // C21-20: the highest stake
export const TOLL = 2 // C21-12: what a pass costs

/** C21-10, C21-36: what a soldier earns face up after so many others, from a bank that pays what it holds. */
export function pay(before: number, bank: number | null): number {
  return Math.min(2 + Math.floor(before / 2), bank ?? Number.POSITIVE_INFINITY)
}

/** Whether everything was paid in full: a bank is emptied only in the end, and filled only by a verdict. */
export function paidInFull(view: View): boolean {
  return view.bank === null || view.bank > 0
}

/** The mission's soldiers; with everything turned up, as their owners see them. */
export function readable(view: View, open: Record<string, View> | null): Seen[] {
  return view.line.map((soldier, place) => open?.[soldier.by]?.line[place] ?? soldier)
}

/** How likely each total is, from the least to the most. A player's soldiers are all different; every case counts alike. */
export function totals(line: readonly Seen[]): [number, number][] {
  const known = line.reduce((sum, soldier) => sum + (soldier.value ?? 0), 0)
  let found = new Map([[known, 1]])
  for (const seat of new Set(line.map((soldier) => soldier.by))) {
    const hidden = line.filter((soldier) => soldier.by === seat && soldier.value === null)
    const sums = sumsOf(hidden)
    const joined = new Map<number, number>()
    for (const [total, chance] of found)
      for (const [more, share] of sums) joined.set(total + more, (joined.get(total + more) ?? 0) + chance * share)
    found = joined
  }
  return [...found].sort(([a], [b]) => a - b)
}

interface Way {
  sum: number
  count: number
}

/** What one player's hidden soldiers can be. The keys have a bit for each value that one of them is. */
function waysOf(hidden: readonly Seen[]): Way[] {
  let ways = new Map<number, Way>([[0, { sum: 0, count: 1 }]])
  for (const soldier of hidden) {
    const next = new Map<number, Way>()
    for (const [used, { sum, count }] of ways)
      for (const value of soldier.may_be) {
        const bit = 1 << value
        if (used & bit) continue
        const more = next.get(used | bit)?.count ?? 0
        next.set(used | bit, { sum: sum + value, count: count + more })
      }
    ways = next
  }
  return [...ways.values()]
}

function counted(ways: readonly Way[]): number {
  return ways.reduce((sum, { count }) => sum + count, 0)
}

/** What one player's hidden soldiers come to, and how likely it is. */
function sumsOf(hidden: readonly Seen[]): Map<number, number> {
  const ways = waysOf(hidden)
  const all = counted(ways)
  const sums = new Map<number, number>()
  for (const { sum, count } of ways) sums.set(sum, (sums.get(sum) ?? 0) + count / all)
  return sums
}

/** How likely it is that the hidden soldier at this place is this one. */
export function chanceOf(line: readonly Seen[], place: number, value: number): number {
  const soldier = line[place]!
  if (!soldier.may_be.includes(value)) return 0
  const hidden = line.filter(({ by, value: known }) => by === soldier.by && known === null)
  const fixed = hidden.map((other) => (other === soldier ? { ...other, may_be: [value] } : other))
  return counted(waysOf(fixed)) / counted(waysOf(hidden))
}

/** How likely it is that whoever speaks is right (C21-31). */
export function rightness(chances: readonly [number, number][], kind: 'accuse' | 'declare'): number {
  const right = chances.filter(([total]) => (kind === 'accuse' ? total > GOAL : total === GOAL))
  return right.reduce((sum, [, chance]) => sum + chance, 0)
}

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
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0'
}
