/** How somebody's games of one kind went, one after the other: what a page shows and says of it. Pure functions. */
import type { GameTrend, OwnGame, ThemeStrength } from '../wire'

/** Some games in a row. */
export interface Stretch {
  games: number
  won: number
  /** On average, of those that were reviewed; null where none was. */
  accuracy: number | null
}

const LAST = 10 // games that are compared with as many before
const SMOOTH = 5 // reviewed games over which the line of the chart is an average
const ENOUGH = 5 // choices before a theme is called strong or weak
const CLEAR = 0.05 // by how much the strongest has to be ahead of the weakest

export function stretch(games: readonly OwnGame[]): Stretch {
  const known = accuracies(games)
  return { games: games.length, won: games.filter((one) => one.rank === 1).length, accuracy: mean(known) }
}

/** The last games beside as many before them; null where there are fewer than four. */
export function lately(games: readonly OwnGame[]): { before: Stretch; now: Stretch } | null {
  const count = Math.min(LAST, Math.floor(games.length / 2))
  if (count < 2) return null
  return { before: stretch(games.slice(-2 * count, -count)), now: stretch(games.slice(-count)) }
}

/** For each reviewed game: its place among all, and the average up to it. */
export function smoothed(games: readonly OwnGame[]): [place: number, accuracy: number][] {
  const known = games.flatMap((one, place): [number, number][] =>
    one.accuracy === null ? [] : [[place, one.accuracy]],
  )
  return known.map(([place], n) => [
    place,
    mean(known.slice(Math.max(0, n + 1 - SMOOTH), n + 1).map(([, one]) => one))!,
  ])
}

/** The theme that goes best and the one that goes worst, where that can be said. */
export function extremes(themes: GameTrend['themes']): { strong: ThemeStrength; weak: ThemeStrength } | null {
  const known = themes.filter((one) => one.decisions >= ENOUGH && one.accuracy !== null)
  const [weak, ...others] = known.toSorted((a, b) => a.accuracy! - b.accuracy!)
  const strong = others.at(-1)
  return weak && strong && strong.accuracy! - weak.accuracy! >= CLEAR ? { strong, weak } : null
}

function accuracies(games: readonly OwnGame[]): number[] {
  return games.map((one) => one.accuracy).filter((one) => one !== null)
}

function mean(values: readonly number[]): number | null {
  return values.length ? values.reduce((sum, one) => sum + one, 0) / values.length : null
}
