/** Earlier moments of a table: the one that is looked at, and after the game the views of all seats. */
import type { TableMoment } from '../wire'
import { call } from './api'

export class TableHistory {
  /** The past moment that is shown; null: now. */
  moment = $state.raw<TableMoment | null>(null)
  /** After the game, with everything turned up: the views of all seats, by seat. */
  openViews = $state.raw<Record<string, unknown> | null>(null)

  constructor(private readonly table: string) {}

  /** Shows the moment after event `n`, as this seat saw it. */
  async show(n: number, seat: number | null): Promise<void> {
    const query = seat === null ? '' : `&seat=${seat}`
    this.moment = await call<TableMoment>('GET', `/api/tables/${this.table}/moment?at=${n}${query}`)
  }

  /** Called by a component: once the game is over, everything is turned up; not if the last entry is taken back. */
  openWhen(over: () => boolean): void {
    $effect(() => {
      if (!over()) {
        this.openViews = null
        return
      }
      void call<TableMoment>('GET', `/api/tables/${this.table}/moment?open=true`)
        .then((found) => (this.openViews = found.views as Record<string, unknown> | null))
        .catch(() => {})
    })
  }
}
