/** After a series the pile that was won stays in sight for a moment before it goes. */
import { untrack } from 'svelte'
import { motionTime } from '../../lib/motion'
import type { Series } from './view'

const PAUSE = 1500 // milliseconds

export class SeriesPause {
  /** The series that was won just now. */
  series = $state.raw<Series | null>(null)
  private known = -1

  /** For a component's script: the series are watched as long as the component is there. */
  constructor(all: () => readonly Series[]) {
    const count = $derived(all().length)
    $effect.pre(() => {
      const now = count
      const one = now === this.known + 1 && this.known >= 0
      this.known = now
      if (!one || !motionTime(1)) return
      this.series = untrack(() => all().at(-1) ?? null)
      const timer = setTimeout(() => (this.series = null), PAUSE)
      return () => {
        clearTimeout(timer)
        this.series = null
      }
    })
  }
}
