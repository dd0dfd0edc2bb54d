/** What the strongest bot deduces from a seat's view, at tables that agreed on full help. */
import type { Helping } from '../wire'
import { call, Refusal } from './api'
import { t } from './locale.svelte'

const PAUSE = 150 // milliseconds: several lines often come at once

export class Deductions {
  latest = $state.raw<Helping | null>(null)
  /** Whether an answer is awaited, or there. */
  asked = $state(false)
  /** Why there is no answer; empty where there is one, or will be. */
  refused = $state('')
  /** Asks once more after a refusal. */
  ask: () => void = () => {}
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
    deductions.refused = ''
    deductions.asked = asking !== null && count > 0
    if (asking === null || !count) return
    let wanted = true
    deductions.ask = () => {
      deductions.refused = ''
      void call<Helping>('GET', `/api/tables/${table}/help?seat=${asking}`)
        .then((found) => {
          if (wanted) deductions.latest = found
        })
        .catch((error: unknown) => {
          if (wanted) deductions.refused = error instanceof Refusal ? error.message : t('server_away')
        })
    }
    const timer = setTimeout(deductions.ask, PAUSE)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  })
  return deductions
}
