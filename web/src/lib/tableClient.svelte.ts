/** One table for the page's components: the connection's state as a Svelte store, in a real browser. */
import type { Done } from '../wire'
import type { Refusal } from './api'
import { browser } from './browserEnvironment'
import { seatNames } from './seatNames'
import { serverClock } from './serverClock.svelte'
import { type AskBody, TableConnection } from './tableConnection'
import { mySeats, type TableState, UNKNOWN } from './tableState'

export class TableClient {
  private state = $state.raw<TableState>(UNKNOWN)
  readonly head = $derived(this.state.head)
  readonly seen = $derived(this.state.seen)
  readonly said = $derived(this.state.said)
  readonly connected = $derived(this.state.connected)
  readonly busy = $derived(this.state.busy > 0)
  readonly refused = $derived(this.state.refused)
  readonly gone = $derived(this.state.gone)
  /** The user's seats. */
  readonly seats = $derived(mySeats(this.state))
  /** What everybody is called, by seat. */
  readonly names = $derived(seatNames(this.head))

  private readonly connection: TableConnection
  private readonly listeners = new AbortController()

  constructor(readonly id: string) {
    this.connection = new TableConnection(id, browser, (state) => {
      this.state = state
      serverClock.drift = state.drift
    })
    const { signal } = this.listeners
    addEventListener('online', () => this.connection.wake(), { signal })
    document.addEventListener('resume', () => this.connection.wake(), { signal })
    const look = () => this.connection.setHidden(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', look, { signal })
  }

  close(): void {
    this.listeners.abort()
    this.connection.close()
  }

  /** Asks for something. The answer is null if it was refused; `refused` then says why. */
  ask(body: AskBody): Promise<Done | null> {
    return this.connection.ask(body)
  }

  /** After sitting down or leaving: the table is seen from another seat. */
  rejoin(): void {
    this.connection.rejoin()
  }

  /** Shows a refusal that came by another way. */
  showRefusal(refusal: Refusal): void {
    this.connection.dispatch({ type: 'refused', refusal })
  }

  dismissRefusal(): void {
    this.connection.dispatch({ type: 'dismissed' })
  }
}
