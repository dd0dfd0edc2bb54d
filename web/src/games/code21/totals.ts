/** What the soldiers of the mission can add up to, and how likely each total is. */
import { GOAL } from './constants'
import type { Seen } from './view'

/** The chance of each total, the lowest first. A player's soldiers are all different (C21-01); every case counts alike. */
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

function countWays(ways: readonly Way[]): number {
  return ways.reduce((sum, { count }) => sum + count, 0)
}

/** What one player's hidden soldiers come to, and how likely each sum is. */
function sumsOf(hidden: readonly Seen[]): Map<number, number> {
  const ways = waysOf(hidden)
  const all = countWays(ways)
  const sums = new Map<number, number>()
  for (const { sum, count } of ways) sums.set(sum, (sums.get(sum) ?? 0) + count / all)
  return sums
}

/** The chance that the hidden soldier at this place has this value. */
export function chanceOf(line: readonly Seen[], place: number, value: number): number {
  const soldier = line[place]!
  if (!soldier.may_be.includes(value)) return 0
  const hidden = line.filter(({ by, value: known }) => by === soldier.by && known === null)
  const fixed = hidden.map((other) => (other === soldier ? { ...other, may_be: [value] } : other))
  return countWays(waysOf(fixed)) / countWays(waysOf(hidden))
}

/** The chance that a player who accuses or declares is right (C21-31). */
export function rightness(chances: readonly [number, number][], kind: 'accuse' | 'declare'): number {
  const right = chances.filter(([total]) => (kind === 'accuse' ? total > GOAL : total === GOAL))
  return right.reduce((sum, [, chance]) => sum + chance, 0)
}
