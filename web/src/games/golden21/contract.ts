/** How long the game lasts. */
import { CONTRACT, LONGEST } from './constants'
import type { Options, View } from './view'

/** The year after which the game ends, or 0 for no limit (G21-60, G21-70). */
export function lastYear({ years, goal }: Options): number {
  return years ?? (goal === 'original' ? CONTRACT : LONGEST)
}

const NEAR = 5

/**
 * The last year as players are told it, or 0. A cap that nobody agreed on (years 50 of Killer and Survivor) is no
 * contract: it is named only when it comes near.
 */
export function shownLastYear({ options, year }: Pick<View, 'options' | 'year'>): number {
  const last = lastYear(options)
  return options.years !== null || options.goal === 'original' || last - year < NEAR ? last : 0
}
