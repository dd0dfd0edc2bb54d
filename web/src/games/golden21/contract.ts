/** How long the game lasts. */
import { CONTRACT, LONGEST } from './constants'
import type { Options } from './view'

/** The year after which the game ends, or 0 for no limit (G21-60, G21-70). */
export function lastYear({ years, goal }: Options): number {
  return years ?? (goal === 'original' ? CONTRACT : LONGEST)
}
