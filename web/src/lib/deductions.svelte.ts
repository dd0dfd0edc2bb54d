/** What the strongest bot deduces from a seat's view, at tables that agreed on full help. */
import type { Helping } from '../wire'
import { call } from './api'

const PAUSE = 150 // milliseconds: several lines often come at once

class Deductions {
  latest = $state.raw<Helping | null>(null)
}

/**
 * Asks for them after each line of the log, and not because somebody talks or comes. `seat` is null where no help is
 * allowed or nothing is to be decided. Called by a component.
 */
export function loadDeductions(table: string, seat: () => number | null, lines: () => number): Deductions {
  const deductions = new Deductions()
  $effect(() => {
    const asking = seat()
    const count = lines()
    deductions.latest = null
    if (asking === null || !count) return
    let wanted = true
    const timer = setTimeout(
      () =>
        void call<Helping>('GET', `/api/tables/${table}/help?seat=${asking}`)
          .then((found) => {
            if (wanted) deductions.latest = found
          })
          .catch(() => {}),
      PAUSE,
    )
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  })
  return deductions
}
