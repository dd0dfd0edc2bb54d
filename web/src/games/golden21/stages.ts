/** In which steps a line of the log is shown, and how long each lasts at normal speed, in milliseconds. */
import type { ShownEvent } from '../../lib/boardModule'
import { FLIGHT } from './diceFlight'
import type { View } from './view'

const LANDING = FLIGHT * 1000 + 100
const READING = 900 // the total, before any debt moves
const MOVING = 800

/** Dice fly, their total is read, then debts move. Points are named before they are used. */
export function stagesOf(told: string, before: View): readonly number[] {
  const [verb] = told.slice(told.indexOf(': ') + 2).split(' ')
  switch (verb) {
    case 'rolled':
      return [LANDING, READING, MOVING]
    case 'fined':
      return [LANDING, 600, MOVING]
    case 'off':
      return [LANDING, 900]
    case 'cast':
      return [LANDING, 400]
    case 'bonus':
    case 'account':
      return [1100, MOVING]
    case 'give':
      return [500, 700]
    case 'announce':
      return [before.turn?.seat === before.seat ? 250 : 800] // one's own announcement is known
    default:
      return [500]
  }
}

/** Whether all that a line changed is shown: before its last step the debts are those from before it. */
export function isRevealed(event: ShownEvent<View> | null): boolean {
  return event === null || event.stage >= stagesOf(event.told, event.before).length - 1
}
