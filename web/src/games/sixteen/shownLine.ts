/** A line of the log while it is shown: its stages, and what is not revealed before the last of them. */
import type { Play } from '../../lib/boardModule'
import { split } from '../../lib/words'
import type { Series, View } from './view'

/** Whether this line completes a series. */
export function isSeries(told: string): boolean {
  return told.includes(' = ')
}

/** How long each stage of a line is shown at normal speed, in milliseconds. A series lies there and is read; then it goes. */
export function stagesOf(told: string, before: View): readonly number[] {
  if (isSeries(told)) return [1200, 1500]
  const [who, text] = split(told)
  if (text.startsWith('play')) return [who === String(before.seat) ? 450 : 1000] // players know what they did themselves
  return [text.startsWith('dealt') ? 150 : text.startsWith('draw') ? 450 : 800]
}

/** The series that lies there still complete, before it goes to its side. */
export function lyingSeries({ view, event }: Pick<Play<View>, 'view' | 'event'>): Series | null {
  return event && isSeries(event.told) && event.stage === 0 ? (view.series.at(-1) ?? null) : null
}

/** The view with the series that each side is seen to have. */
export function tally({ view, event }: Pick<Play<View>, 'view' | 'event'>): View {
  return event && lyingSeries({ view, event }) ? { ...view, won: event.before.won, series: event.before.series } : view
}
