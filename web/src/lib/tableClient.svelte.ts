/**
 * One table for the page's components: the connection's state as a Svelte store, in a real browser. What they see is the
 * line that is being shown, with everything as it was then; only when all have been shown, how things stand now.
 */
import type { Done } from '../wire'
import type { Refusal } from './api'
import { browser } from './browserEnvironment'
import { EventQueue, type Showing } from './eventQueue'
import { FairDice } from './fairDice'
import { seatNames } from './seatNames'
import { serverClock } from './serverClock.svelte'
import { recordShown } from './shownLines'
import { type AskBody, TableConnection } from './tableConnection'
import { atLine, isHurried, mySeats, type TableState, UNKNOWN, watchingSeat } from './tableState'

const DISCLOSED_WITHIN = 10_500 // milliseconds; the server waits for ten seconds

export class TableClient {
  private state = $state.raw<TableState>(UNKNOWN)
  /** The line that is being shown; null: what is now is shown. */
  showing = $state.raw<Showing | null>(null)
  private readonly shown = $derived(this.showing ? atLine(this.state, this.showing.n) : this.state)
  readonly head = $derived(this.shown.head)
  readonly seen = $derived(this.shown.seen)
  /** How things stand on the server, while the page still shows how they came about. */
  readonly latest = $derived(this.state.seen)
  readonly said = $derived(this.state.said)
  readonly connected = $derived(this.state.connected)
  readonly busy = $derived(this.state.busy > 0)
  readonly refused = $derived(this.state.refused)
  readonly gone = $derived(this.state.gone)
  /** The user's seats. */
  readonly seats = $derived(mySeats(this.state))
  /** What everybody is called, by seat. */
  readonly names = $derived(seatNames(this.head))

  /** How long the stages of a line take, by the number of the line; set by whoever draws the board. */
  stagesOf: (n: number) => readonly number[] = () => []
  private readonly queue = new EventQueue(
    browser,
    (n) => this.stagesOf(n),
    (showing) => (this.showing = showing),
    recordShown,
  )
  private queued = 0
  private readonly connection: TableConnection
  private readonly dice: FairDice
  private startTimer = 0
  private readonly listeners = new AbortController()

  constructor(readonly id: string) {
    this.connection = new TableConnection(id, browser, (state) => {
      this.state = state
      serverClock.drift = state.drift
      this.showLines(state)
      this.startFairly(state)
    })
    this.dice = new FairDice(id, (body) => this.connection.ask(body), localStorage)
    const { signal } = this.listeners
    addEventListener('online', () => this.connection.wake(), { signal })
    document.addEventListener('resume', () => this.connection.wake(), { signal })
    const look = () => {
      this.connection.setHidden(document.visibilityState === 'hidden')
      if (document.visibilityState === 'hidden') this.skip()
    }
    document.addEventListener('visibilitychange', look, { signal })
  }

  close(): void {
    clearTimeout(this.startTimer)
    this.listeners.abort()
    this.queue.close()
    this.connection.close()
  }

  // ---- one line after the other -------------------------------------------------------

  private showLines(state: TableState): void {
    const seat = watchingSeat(state)
    if (!seat) return
    const { n, steps } = seat
    const fresh = steps.filter(({ line }) => line.n > this.queued).map(({ line }) => line.n)
    const unseen = n > this.queued && (!steps.length || (seat.lines.at(-1)?.n ?? 0) > steps.at(-1)!.line.n)
    this.queued = n
    if (unseen || document.visibilityState === 'hidden' || isHurried(seat, state, browser.now())) this.skip()
    else if (fresh.length) this.queue.add(fresh)
  }

  /** Everything that happened has been shown, and the table is shown as it is now. */
  skip(): void {
    this.queue.skip()
  }

  /** Shows these lines again. */
  replay(lines: readonly number[]): void {
    this.queue.replay(lines)
  }

  // ---- the dice -------------------------------------------------------------------------

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
