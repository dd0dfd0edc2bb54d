/** How the balance of a year was found, in a sentence (G21-51, G21-52); nothing where debts count as they are. */
import type { Words } from '../../lib/words'
import { GOAL } from './constants'
import { sum } from './rolls'
import type { Year } from './view'

export function balanceSentences({ lines, balance }: Year, words: Words): string[] {
  const debts = lines.flatMap((column, seat) => (column.length ? [{ seat, debt: column.at(-1)!.debt }] : []))
  if (debts.every(({ seat, debt }) => balance[seat] === debt || balance[seat] === null)) return []
  const lucky = debts.filter(({ debt }) => debt === GOAL)
  const last = lucky.find(({ seat }) => balance[seat]) ?? lucky.at(-1)
  if (last) {
    const apart = debts.filter(({ seat }) => seat !== last.seat).map(({ debt }) => Math.abs(GOAL - debt))
    return [words.say('balance_21', { seat: last.seat, sum: apart.join(' + '), n: sum(apart) })]
  }
  const survivor = debts.find(({ debt }) => debt < GOAL)
  if (!survivor) return []
  const { seat, debt } = survivor
  return [words.say('balance_survivor', { seat, debt, n: debt - GOAL })]
}
