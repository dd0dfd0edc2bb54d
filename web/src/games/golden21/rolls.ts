/** The dice on the table: how many are rolled, what they show, which of them were Crisis dice. */
import { FACES } from './constants'
import type { Options, Thrown, View } from './view'

/** How many dice this trader rolls (G21-10). */
export function diceOf(view: View, seat: number): number {
  return view.golden + view.traders[seat]!.crisis
}

/** The lowest and the highest total of a number of dice (G21-10). */
export function totalsOf(dice: number): { low: number; high: number } {
  return { low: dice, high: Math.max(...FACES) * dice }
}

export function sum(faces: readonly number[]): number {
  return faces.reduce((total, face) => total + face, 0)
}

/** How far a roll is from what was announced: that is owed (G21-11). */
export function difference(roll: Thrown): number {
  return Math.abs(sum(roll.faces) - roll.total)
}

/** Whose debt a roll changed, and by how much: that of the trader who was hit goes up (G21-91) or down (G21-94). */
export function debtChange({ free_throw }: Pick<Options, 'free_throw'>, roll: Thrown): { seat: number; by: number } {
  if (!roll.hit || roll.aim === null) return { seat: roll.by, by: difference(roll) }
  return { seat: roll.aim, by: free_throw === 'literal' ? 0 - difference(roll) : difference(roll) }
}

/** Tells one roll from the next. */
export function rollKey(view: View): string {
  const roll = view.thrown
  return roll ? `${roll.by} ${roll.total} ${roll.aim} ${roll.hit} ${roll.faces}` : ''
}

/** The dice of each kind on the table, as they were before somebody rolled. */
export interface DiceCounts {
  golden: number
  crisis: number[]
}

export function countDice(view: View): DiceCounts {
  return { golden: view.golden, crisis: view.traders.map((trader) => trader.crisis) }
}

/**
 * How many of the dice on the table were Crisis dice. A view tells only the faces. A player who saw the table before the
 * roll knows the number; for a player who has just come, there are as many Golden dice as now.
 */
export function crisisAmong(roll: Thrown, before: DiceCounts | null, now: DiceCounts): number {
  const dice = roll.faces.length
  if (before && before.golden + before.crisis[roll.by]! === dice) return before.crisis[roll.by]!
  return Math.max(0, dice - now.golden)
}
