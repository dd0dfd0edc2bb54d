/**
 * The connection to one table: a socket that reconnects by itself, plain HTTP where sockets do not get through, asks
 * that are sent until they are answered, and a log that is loaded until it is complete. Socket, HTTP, timers and clock
 * are arguments, so that tests can replace them.
 */
import type { AnyAsk, Done, LogLine, LogNote, News, Refused } from '../wire'
import { Refusal } from './api'
import { CLOSED_FOR_GOOD, reconnectDelay, SESSION_ENDED } from './reconnection'
import {
  incompleteSeats,
  knownUpTo,
  reduce,
  SPECTATOR,
  type TableMessage,
  type TableState,
  UNKNOWN,
} from './tableState'

/** The part of a WebSocket that is used here. */
export interface TableSocket {
  readonly readyState: number
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  send(text: string): void
  close(): void
}

export interface Environment {
  /** Opens a socket at this path of the server. */
  openSocket(path: string): TableSocket
  /** Calls the HTTP API; throws a `Refusal`, or something else where there was no answer. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  setTimer(work: () => void, milliseconds: number): number
  clearTimer(timer: number): void
  /** By the device's clock, which counts while the device sleeps, and may be set. */
  now(): number
  /** The same by a clock that nobody sets. */
  steadyTime(): number
  /** From 0 to 1. */
  random(): number
}

/** An ask without its id, which the connection adds. */
export type AskBody = AnyAsk extends infer A ? (A extends AnyAsk ? Omit<A, 'id'> : never) : never

interface PendingAsk {
  ask: AnyAsk
  settle: (done: Done | null) => void
  timer: number
  /** How often the server could not do it just then. */
  postponed: number
  /** The answer, as long as the news of it has not come yet. */
  done: Done | null
}

const OPEN = 1 // WebSocket.OPEN; tests run where there is no WebSocket
const LOG_PAGE = 1000 // events of one page of a log, as the server has it (LOG_PAGE in tables/past.py)
const PATIENCE = 1500 // milliseconds without an answer after which an ask is sent again
const SLEEP = 10_000 // milliseconds in the background after which a connection is not trusted any more
const FEW_FAILURES = 3 // so many failed sockets, and HTTP is tried as well
const TRIES = 5 // so often an ask is sent that the server cannot grant just then
const SHUT = ['table', 'seat', 'unreadable'] // refusals after which there is no use in asking again

export class TableConnection {
  state: TableState = UNKNOWN

  private socket: TableSocket | null = null
  private failures = 0
  private closed = false
  private polling = false
  private reconnectTimer = 0
  /** Whether there was news on this socket. Before that, the server may still turn it away. */
  private hasReceived = false
  /** Why it was turned away, if the server said so. */
  private turnedAway: Refusal | null = null
  private hiddenSince = 0
  private asks = new Map<string, PendingAsk>()
  private askCount = 0
  /** The seats whose log is being loaded. A new `Map` after rejoining: answers to requests from before do not count. */
  private loading = new Map<number, number>()

  constructor(
    readonly id: string,
    private readonly env: Environment,
    private readonly onchange: (state: TableState) => void = () => {},
  ) {
    this.connect()
  }

  close(): void {
    this.closed = true
    this.env.clearTimer(this.reconnectTimer)
    for (const { timer } of this.asks.values()) this.env.clearTimer(timer)
    for (const timer of this.loading.values()) this.env.clearTimer(timer)
    this.socket?.close()
  }

  dispatch(message: TableMessage): void {
    this.state = reduce(this.state, message)
    this.onchange(this.state)
  }

  // ---- asks -----------------------------------------------------------------

  /** Asks for something. The answer is null if it was refused; `state.refused` then says why. */
  async ask(body: AskBody): Promise<Done | null> {
    const ask: AnyAsk = { id: `${this.env.now().toString(36)}-${this.askCount++}`, ...body }
    this.dispatch({ type: 'asked' })
    const done = await new Promise<Done | null>((settle) => {
      this.asks.set(ask.id, { ask, settle, timer: 0, postponed: 0, done: null })
      this.send(ask.id)
    })
    this.dispatch({ type: 'answered' })
    return done
  }

  private send(id: string): void {
    const pending = this.asks.get(id)
    if (!pending || pending.done) return
    this.env.clearTimer(pending.timer)
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(pending.ask))
    else if (this.failures >= FEW_FAILURES) void this.post(pending.ask)
    pending.timer = this.env.setTimer(() => this.send(id), PATIENCE)
  }

  private async post(ask: AnyAsk): Promise<void> {
    try {
      this.grant(await this.env.call<Done>('POST', `/api/tables/${this.id}`, ask))
    } catch (error) {
      if (error instanceof Refusal) this.refuse(error, ask.id)
    }
  }

  /** The ask was granted. It is settled when the news of it is here as well, so that the page shows what was done. */
  private grant(done: Done): void {
    const pending = this.asks.get(done.done)
    if (!pending) return
    pending.done = done
    this.env.clearTimer(pending.timer)
    if (done.n <= knownUpTo(this.state)) this.settle(done.done, done)
    else pending.timer = this.env.setTimer(() => this.settle(done.done, done), PATIENCE)
  }

  private settleGranted(): void {
    const known = knownUpTo(this.state)
    for (const [id, { done }] of [...this.asks]) if (done && done.n <= known) this.settle(id, done)
  }

  private refuse(refusal: Refusal, id: string | null): void {
    const pending = id === null ? null : this.asks.get(id)
    if (pending === undefined) return // the answer to an ask that was answered before
    this.dispatch({ type: 'refused', refusal })
    if (id === null || pending === null) return
    if (refusal.retry === null || ++pending.postponed >= TRIES) this.settle(id, null)
    else {
      this.env.clearTimer(pending.timer)
      const delay = reconnectDelay(pending.postponed, this.env.random(), refusal.retry)
      pending.timer = this.env.setTimer(() => this.send(id), delay)
    }
  }

  private settle(id: string, done: Done | null): void {
    const pending = this.asks.get(id)
    if (!pending) return
    this.env.clearTimer(pending.timer)
    this.asks.delete(id)
    if (done && pending.postponed) this.dispatch({ type: 'dismissed' }) // what was refused for a while is done
    pending.settle(done)
  }

  // ---- the socket -----------------------------------------------------------

  private connect(): void {
    if (this.closed) return
    this.env.clearTimer(this.reconnectTimer)
    const old = this.socket
    const socket = this.env.openSocket(`/api/tables/${this.id}/socket?since=${knownUpTo(this.state)}&stepwise=1`)
    this.socket = socket
    this.hasReceived = false
    this.turnedAway = null
    old?.close()
    socket.onopen = () => {
      if (this.socket === socket) for (const id of this.asks.keys()) this.send(id)
    }
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data as string))
    }
    socket.onclose = (event) => {
      if (this.socket === socket) this.reconnect(event.code)
    }
  }

  private reconnect(code: number): void {
    if (this.closed) return
    if (!this.polling) this.dispatch({ type: 'disconnected' })
    const { turnedAway } = this
    this.turnedAway = null
    if (CLOSED_FOR_GOOD.includes(code)) {
      const refusal = turnedAway ?? new Refusal({ refused: null, code: 'closed', why: '' })
      if (!this.state.gone) this.dispatch({ type: 'gone', refusal })
      return
    }
    if (code === SESSION_ENDED) this.forget() // what was seen is not this user's any more
    this.failures++
    if (turnedAway && this.failures > 1) this.dispatch({ type: 'refused', refusal: turnedAway })
    if (!turnedAway && this.failures >= FEW_FAILURES) void this.poll() // sockets may not get through here
    const delay = reconnectDelay(this.failures, this.env.random(), turnedAway?.retry)
    this.reconnectTimer = this.env.setTimer(() => this.connect(), delay)
  }

  /** The user has another seat now, or none: seen through a new connection. */
  rejoin(): void {
    this.forget()
    this.connect()
  }

  private forget(): void {
    for (const timer of this.loading.values()) this.env.clearTimer(timer)
    this.loading = new Map()
    this.dispatch({ type: 'rejoined' })
  }

  /** The device woke up, or the network is back: no waiting, and a socket from before may look open and be dead. */
  wake(): void {
    if (!this.closed && !this.state.gone && !this.hiddenSince) this.connect()
  }

  /** The page went to the background, or came back. */
  setHidden(hidden: boolean): void {
    const slept = this.hiddenSince > 0 && this.env.now() - this.hiddenSince > SLEEP
    this.hiddenSince = hidden ? this.env.now() : 0
    if (!hidden && (slept || !this.state.connected)) this.wake()
  }

  private receive(message: News | Done | Refused): void {
    if ('refused' in message) {
      const refusal = new Refusal(message)
      const id = message.refused ?? null
      if (id === null && SHUT.includes(message.code)) this.dispatch({ type: 'gone', refusal })
      else if (id === null && !this.hasReceived) this.turnedAway = refusal
      else this.refuse(refusal, id)
    } else if ('done' in message) this.grant(message)
    else {
      if (this.failures && this.state.refused?.retry) this.dispatch({ type: 'dismissed' }) // it is over
      this.failures = 0
      this.hasReceived = true
      this.take(message)
    }
  }

  private take(news: News): void {
    this.dispatch({ type: 'news', news, at: this.env.steadyTime() })
    this.settleGranted()
    for (const { seat, missing } of incompleteSeats(this.state))
      if (!this.loading.has(seat ?? SPECTATOR)) void this.loadLog(seat, missing!)
  }

  // ---- the log --------------------------------------------------------------

  /** Loads the whole log of a seat, again and again until nothing of it is missing. */
  private async loadLog(seat: number | null, upTo: number, failures = 0): Promise<void> {
    const { loading } = this
    const key = seat ?? SPECTATOR
    loading.set(key, 0)
    const retry = (wanted: number, attempt: number, retryAfter: number | null = null): void => {
      const delay = reconnectDelay(attempt, this.env.random(), retryAfter)
      loading.set(
        key,
        this.env.setTimer(() => void this.loadLog(seat, wanted, attempt), delay),
      )
    }
    try {
      const events = await this.logPages(seat, upTo)
      if (this.closed || this.loading !== loading) return // the answer is of no use any more
      this.dispatch({ type: 'log', seat, events, upTo })
      const missing = this.state.seen.get(key)?.missing ?? null
      if (missing === null) loading.delete(key)
      else retry(missing, 0) // more was missed meanwhile
    } catch (error) {
      if (this.closed || this.loading !== loading) return
      const missing = this.state.seen.get(key)?.missing ?? null
      if (missing === null)
        loading.delete(key) // the seat is not this user's any more
      else retry(missing, failures + 1, error instanceof Refusal ? error.retry : null)
    }
  }

  /** All pages of the log of a seat, up to this event. */
  private async logPages(seat: number | null, upTo: number): Promise<(LogLine | LogNote)[]> {
    const events: (LogLine | LogNote)[] = []
    for (let since = 0; since < upTo; since += LOG_PAGE) {
      const query = [seat === null ? '' : `seat=${seat}`, since ? `since=${since}` : ''].filter(Boolean).join('&')
      const path = `/api/tables/${this.id}/log${query && `?${query}`}`
      events.push(...(await this.env.call<(LogLine | LogNote)[]>('GET', path)))
    }
    return events
  }

  // ---- without sockets ------------------------------------------------------

  /** Until a socket gets through, the server is asked by HTTP; it answers when there is news. */
  private async poll(): Promise<void> {
    if (this.polling) return
    this.polling = true
    try {
      while (!this.closed && !this.state.gone && this.socket?.readyState !== OPEN) {
        const since = knownUpTo(this.state)
        const all = await this.env.call<News[]>(
          'GET',
          `/api/tables/${this.id}?since=${since}&wait=${since > 0}&stepwise=true`,
        )
        if (this.closed || this.socket?.readyState === OPEN) break // the socket has told it, or will
        for (const news of all) this.take(news)
      }
    } catch (error) {
      if (error instanceof Refusal && SHUT.includes(error.code)) this.dispatch({ type: 'gone', refusal: error })
      else this.dispatch({ type: 'disconnected' })
    } finally {
      this.polling = false
    }
  }
}
