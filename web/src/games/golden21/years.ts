/** What the board asks of a view about its years. */
import { GOAL } from './constants'
import type { View, Year } from './view'

/** The last year that was balanced, if there is one. */
export function closedYear({ bourse }: Pick<View, 'bourse'>): Year | null {
  return bourse.findLast(({ balance }) => balance.length > 0) ?? null
}

/** The year that a line ended, if it ended one. */
export function yearEndedBetween(before: View, after: View): Year | null {
  const ended = closedYear(after)
  return ended && ended.number !== closedYear(before)?.number ? ended : null
}

/** The debt with which a trader stood at the end of a year; null for a trader who was not in it. */
export function lastDebt(year: Year, seat: number): number | null {
  return year.lines[seat]?.at(-1)?.debt ?? null
}

/** The traders of a year in the order of its balance: the least indebted first, then by their distance from 21. */
export function rankingOf(year: Year): number[] {
  const apart = (seat: number) => Math.abs(GOAL - (lastDebt(year, seat) ?? Number.POSITIVE_INFINITY))
  const seats = year.lines.flatMap((lines, seat) => (lines.length ? [seat] : []))
  return seats.sort((a, b) => (year.balance[a] ?? 0) - (year.balance[b] ?? 0) || apart(a) - apart(b))
}

/** The table as it stood when a line ended the year, before the balance: the debts that a player must have seen. */
export function atYearEnd(before: View, after: View, year: Year): View {
  const traders = after.traders.map((trader, seat) => ({
    ...before.traders[seat]!,
    ...trader,
    debt: lastDebt(year, seat) ?? trader.debt,
  }))
  const having = (holds: (debt: number) => boolean) => rankingOf(year).filter((seat) => holds(traders[seat]!.debt))
  const bourse = [...after.bourse.filter(({ number }) => number < year.number), { ...year, balance: [] }]
  return {
    ...before,
    traders,
    bourse,
    insolvent: having((debt) => debt > GOAL),
    at21: having((debt) => debt === GOAL),
    dead: after.dead,
    thrown: after.thrown,
  }
}
