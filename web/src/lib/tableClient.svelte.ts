/** One table for the page's components: the connection's state as a Svelte store, in a real browser. */
import type { Done } from '../wire'
import type { Refusal } from './api'
import { browser } from './browserEnvironment'
import { FairDice } from './fairDice'
import { seatNames } from './seatNames'
import { serverClock } from './serverClock.svelte'
import { type AskBody, TableConnection } from './tableConnection'
import { mySeats, type TableState, UNKNOWN } from './tableState'

const DISCLOSED_WITHIN = 10_500 // milliseconds; the server waits for ten seconds

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
  private readonly dice: FairDice
  private startTimer = 0
  private readonly listeners = new AbortController()

  constructor(readonly id: string) {
    this.connection = new TableConnection(id, browser, (state) => {
      this.state = state
      serverClock.drift = state.drift
      this.startFairly(state)
    })
    this.dice = new FairDice(id, (body) => this.connection.ask(body), localStorage)
    const { signal } = this.listeners
    addEventListener('online', () => this.connection.wake(), { signal })
    document.addEventListener('resume', () => this.connection.wake(), { signal })
    const look = () => this.connection.setHidden(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', look, { signal })
  }

  close(): void {
    clearTimeout(this.startTimer)
    this.listeners.abort()
    this.connection.close()
  }

  /** This page's part in the dice. If the pages of others do not answer at the start, the game begins without them. */
  private startFairly(state: TableState): void {
    const { head, connected } = state
    const seats = mySeats(state)
    if (!head || !connected || !seats.length) return
    this.dice?.update(head, seats)
    if (head.status !== 'open' || !head.sealed) {
      clearTimeout(this.startTimer)
      this.startTimer = 0
    } else
      this.startTimer ||= window.setTimeout(() => {
        this.startTimer = 0
        void this.connection.ask({ ask: 'start', seat: seats[0]! })
      }, DISCLOSED_WITHIN)
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
