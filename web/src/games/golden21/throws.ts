/** What a line of the log throws on the tray: a roll, a die for the turn order, a penalty die, or a die off the table. */
import { crisisAmong, type DiceCounts } from './rolls'
import type { Thrown, View } from './view'

export interface Throw {
  what: 'roll' | 'cast' | 'fine' | 'off'
  by: number
  /** As recorded, ascending; of a roll that left the table none counts: 0. */
  faces: number[]
  /** How many of them are Crisis dice. */
  crisis: number
  /** The total that was announced. */
  total: number
  aim: number | null
  hit: boolean
}

/** What is thrown in a line as it was told, on the table as it was before it; null for any other line. */
export function thrownIn(told: string, before: View): Throw | null {
  const text = told.slice(told.indexOf(': ') + 2)
  const [verb, list, hit] = text.split(' ')
  const { turn } = before
  const single = { faces: [Number(list)], crisis: 0, total: 0, aim: null, hit: false }
  if (verb === 'cast') return { what: 'cast', by: before.casting[0] ?? 0, ...single }
  if (turn === null) return null
  const { seat: by, aim } = turn
  const total = turn.total ?? 0
  if (verb === 'fined') return { what: 'fine', by, ...single }
  const crisis = before.traders[by]!.crisis
  if (verb === 'off')
    return { what: 'off', by, faces: Array.from({ length: before.dice }, () => 0), crisis, total, aim, hit: false }
  if (verb !== 'rolled') return null
  return { what: 'roll', by, faces: list!.split(',').map(Number), crisis, total, aim, hit: hit === 'hit' }
}

/** The roll that lies on the table. */
export function lyingRoll(roll: Thrown, before: DiceCounts | null, now: DiceCounts): Throw {
  return { ...roll, what: 'roll', crisis: crisisAmong(roll, before, now) }
}

/** A number that is the same for the same throw on every device, and differs between throws. */
export function seedOf(thrown: Throw): number {
  return [...thrown.faces, thrown.by, thrown.total].reduce((seed, part) => (Math.imul(seed, 31) + part + 1) >>> 0, 17)
}

/** Which dice of a throw are drawn as Crisis dice: a record does not say which of them showed what. */
export function crisisPlaces({ faces, crisis }: Throw): boolean[] {
  const shift = faces.reduce((sum, face) => sum + face, 0)
  return faces.map((_, n) => (n + shift) % faces.length < crisis)
}
