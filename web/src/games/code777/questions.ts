/** How the list on the pad groups the question cards, and which tiles or colours they ask for. */
import { CARDS, ONLY_ONCE, SIDES } from './constants'

/** The question that asks for single tiles. */
export const ASKS_SINGLES = 11

const firstCompared = Math.min(...Object.keys(SIDES).map(Number))
const aboutRacks = 7

/** The list as on the pad: on how many racks, how many, more of which. */
export const GROUPS: readonly (readonly number[])[] = [
  CARDS.filter((card) => card <= aboutRacks),
  CARDS.filter((card) => card > aboutRacks && card < firstCompared),
  CARDS.filter((card) => card >= firstCompared),
]

export type Sides = readonly [readonly string[], readonly string[]]

/** The tiles, or whole colours, that a card compares; nothing for a card that counts. */
export function sidesOf(card: number): Sides | undefined {
  return (SIDES as Record<number, Sides>)[card]
}

/** The tiles that a card looks for, where it names them without comparing them. */
export function singlesOf(card: number): readonly string[] {
  return card === ASKS_SINGLES ? ONLY_ONCE : []
}
