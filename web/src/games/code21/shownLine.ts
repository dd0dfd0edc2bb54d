/** A line of the log while it is shown: its stages, and what is not revealed before the last of them. */
import type { Play, ShownEvent } from '../../lib/boardModule'
import { split } from '../../lib/words'
import type { View } from './view'

/** The stages of a verdict: all fists open, the soldiers turn, the stamp falls, the points move. */
export const FISTS = 0
export const SOLDIERS = 1
export const STAMP = 2
export const POINTS = 3

export function isVerdict(told: string): boolean {
  return told.includes(' winner ')
}

/** How long each stage of a line is shown at normal speed, in milliseconds. */
export function stagesOf(told: string, before: View): readonly number[] {
  const [who, text] = split(told)
  if (isVerdict(told)) {
    const hidden = before.line.filter((soldier) => !soldier.up).length
    return [1100, 900 + 250 * hidden, 1300, 1700]
  }
  const pace = who === String(before.seat) ? 0.5 : 1 // players know what they did themselves
  if (/^play \d+ up|^pass/.test(text)) return [700 * pace, 600 * pace] // it lies there, then it is paid
  if (/^(play|turned)/.test(text)) return [1000 * pace]
  return [(text.startsWith('stake') ? 500 : 1000) * pace]
}

/** How far the verdict has been revealed that is being shown; null, if none is. */
export function verdictStage(event: ShownEvent<View> | null): number | null {
  return event && isVerdict(event.told) ? event.stage : null
}

/** The view with the points and missions that the players are seen to own: those of before, until the last stage. */
export function tally({ view, event }: Pick<Play<View>, 'view' | 'event'>): View {
  if (!event) return view
  const last = stagesOf(event.told, event.before).length - 1
  return event.stage < last ? { ...view, points: event.before.points, cards: event.before.cards } : view
}
