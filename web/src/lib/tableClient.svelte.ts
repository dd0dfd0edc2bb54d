/**
 * One table as this browser knows it: news come in, asks go out. What is shown is what the server said, never a guess.
 *
 * The socket says from which event on it wants to be told, so that a lost connection costs nothing. Where sockets do not
 * get through, the same news come over plain HTTP.
 */
import type { Awaits, Done, Head, LogLine, LogNote, News, Refused, Said, TableAsk } from '../wire'
import { call, Refusal } from './api'
import { serverClock } from './serverClock.svelte'
import { t } from './speech.svelte'

/** What one seat was told, and sees now. */
export interface Seen {
  seat: number | null
  view: unknown
  legal: readonly string[]
  awaits: Awaits
  lines: readonly LogLine[]
  /** At a real table: what was typed in last may be taken back. */
  mistyped: boolean
}

export interface Saying extends Said {
  n: number
}

export const NOTHING: Awaits = {
  kind: 'nothing',
  seats: [],
  free: [],
  ranks: [],
  scores: [],
  rule: null,
  deadline: null,
  hand: null,
  forms: [],
}
const PATIENCE = 1500 // milliseconds without an answer after which an ask is sent again

const SLEEP = 10_000 // milliseconds out of sight after which a connection is not trusted any more

const SHUT = ['table', 'seat', 'unreadable'] // there is no use in asking again for what is refused so

type Verb = Omit<TableAsk, 'id'>

export class TableClient {
  head = $state.raw<Head | null>(null)
  /** One for each of my seats; for who watches, one under -1. */
  seen = $state.raw<ReadonlyMap<number, Seen>>(new Map())
  said = $state.raw<readonly Saying[]>([])
  notes = $state.raw<readonly LogNote[]>([])
  connected = $state(false)
  private several = $state.raw<readonly number[]>([])
  gone = $state.raw<Refusal | null>(null)
  refused = $state.raw<Refusal | null>(null)
  busy = $state(0)

  private n = 0
  private socket: WebSocket | null = null
  private failures = 0
  private closed = false
  private polling = false
  private asks = new Map<string, { ask: TableAsk; done: (done: Done | null) => void; timer: number }>()
  private count = 0
  private hidden = 0
  private wake = (event: Event) => this.stir(event.type)

  constructor(readonly id: string) {
    addEventListener('online', this.wake)
    document.addEventListener('visibilitychange', this.wake)
    document.addEventListener('resume', this.wake)
    this.connect()
  }

  close(): void {
    this.closed = true
    removeEventListener('online', this.wake)
    document.removeEventListener('visibilitychange', this.wake)
    document.removeEventListener('resume', this.wake)
    this.socket?.close()
  }

  // ---- asks -----------------------------------------------------------------

  /** Asks for something; null where it was refused, which `refused` then says. It is sent until it is answered. */
  async ask(verb: Verb): Promise<Done | null> {
    const ask: TableAsk = { id: `${Date.now().toString(36)}-${this.count++}`, ...verb }
    this.busy++
    this.refused = null
    try {
      return await new Promise<Done | null>((done) => {
        this.asks.set(ask.id, { ask, done, timer: 0 })
        this.send(ask.id)
      })
    } finally {
      this.busy--
    }
  }

  private send(id: string): void {
    const waiting = this.asks.get(id)
    if (!waiting) return
    clearTimeout(waiting.timer)
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(waiting.ask))
    else if (this.failures >= 3) void this.post(waiting.ask)
    waiting.timer = window.setTimeout(() => this.send(id), PATIENCE)
  }

  private settle(id: string, done: Done | null): void {
    const waiting = this.asks.get(id)
    if (!waiting) return
    clearTimeout(waiting.timer)
    this.asks.delete(id)
    waiting.done(done)
  }

  private refuse(refusal: Refusal, id: string | null): void {
    this.refused = refusal
    if (id !== null) this.settle(id, null)
  }

  // ---- the socket --------------------------------------------------------------

  private connect(): void {
    if (this.closed) return
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const lang = document.documentElement.lang
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${this.id}/socket?since=${this.n}&lang=${lang}`,
    )
    this.socket = socket
    socket.onopen = () => {
      for (const id of this.asks.keys()) this.send(id)
    }
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string))
    socket.onclose = (event) => {
      if (this.socket !== socket) return
      this.connected = false
      if (this.closed || event.code === 4404 || event.code === 4403) return
      this.failures++
      if (this.failures >= 3) void this.poll()
      setTimeout(() => this.connect(), Math.min(250 * 2 ** this.failures, 5000) * (0.5 + Math.random() / 2))
    }
  }

  /** A phone that woke up, a network that is back: no waiting. A socket from before may look open and be dead. */
  private stir(what: string): void {
    const away = document.visibilityState === 'hidden'
    const slept =
      what === 'resume' || what === 'online' || (!away && this.hidden > 0 && Date.now() - this.hidden > SLEEP)
    this.hidden = away ? Date.now() : 0
    if (this.closed || away || this.gone) return
    const dead = this.socket === null || this.socket.readyState >= WebSocket.CLOSING
    if (dead || slept || !this.connected) {
      const old = this.socket
      this.socket = null
      old?.close()
      this.connect()
    }
  }

  /** A new seat is seen through a new connection. */
  again(): void {
    this.n = 0
    this.seen = new Map()
    this.said = []
    this.notes = []
    const old = this.socket
    this.socket = null
    old?.close()
    this.connect()
  }

  private hear(message: News | Done | Refused): void {
    if ('refused' in message) {
      const refusal = new Refusal(message)
      if (message.refused === undefined || message.refused === null) {
        if (SHUT.includes(message.code)) this.gone = refusal
        else this.refuse(refusal, null)
      } else this.refuse(refusal, message.refused)
    } else if ('done' in message) this.settle(message.done, message)
    else this.take(message)
  }

  private take(news: News): void {
    this.connected = true
    this.failures = 0
    if (news.now) serverClock.drift = news.now - Date.now()
    if (news.head) this.head = news.head
    this.several = news.seats ?? []
    const key = news.seat ?? -1
    const before = this.seen.get(key)
    const last = before?.lines.at(-1)?.n ?? 0
    const fresh = (news.events ?? []).filter((event): event is LogLine => event.is === 'line' && event.n > last)
    this.seen = new Map(this.seen).set(key, {
      seat: news.seat,
      view: news.view ?? before?.view ?? null,
      legal: news.legal ?? [],
      awaits: news.awaits ?? NOTHING,
      lines: [...(before?.lines ?? []), ...fresh],
      mistyped: news.mistyped ?? false,
    })
    if (news.fresh) void this.recall(news.seat)
    this.note((news.events ?? []).filter((event): event is LogNote => event.is === 'note'))
    this.n = Math.max(this.n, news.n)
    for (const id of news.asked ?? []) this.settle(id, { done: id, n: news.n, table: this.head?.again ?? null })
  }

  private note(events: LogNote[]): void {
    const known = this.notes.at(-1)?.n ?? 0
    const fresh = events.filter((event) => event.n > known)
    if (!fresh.length) return
    this.notes = [...this.notes, ...fresh]
    const said = fresh.flatMap((event) => (event.event.what === 'said' ? [{ ...event.event, n: event.n }] : []))
    if (said.length) this.said = [...this.said, ...said]
    const undone = fresh.some((event) => event.event.what === 'taken_back')
    if (undone) for (const seat of this.seen.keys()) void this.recall(seat < 0 ? null : seat)
  }

  /** Too much was missed to be told one by one, or something was taken back: the whole log, then. */
  private async recall(seat: number | null): Promise<void> {
    const events = await call<(LogLine | LogNote)[]>(
      'GET',
      `/api/tables/${this.id}/log${seat === null ? '' : `?seat=${seat}`}`,
    )
    const found = this.seen.get(seat ?? -1)
    if (!found) return
    this.seen = new Map(this.seen).set(seat ?? -1, { ...found, lines: standing(events) })
    this.note(events.filter((event): event is LogNote => event.is === 'note'))
  }

  // ---- without sockets -------------------------------------------------------------

  /** Until a socket gets through, the server is asked and answers when there is news. */
  private async poll(): Promise<void> {
    if (this.polling) return
    this.polling = true
    try {
      while (!this.closed && this.failures >= 3 && this.socket?.readyState !== WebSocket.OPEN) {
        const several = await call<News[]>('GET', `/api/tables/${this.id}?since=${this.n}&wait=${this.n > 0}`)
        const failures = this.failures
        for (const news of several) this.take(news)
        this.failures = failures
      }
    } catch (error) {
      if (error instanceof Refusal && SHUT.includes(error.code)) this.gone = error
    } finally {
      this.polling = false
    }
  }

  private async post(ask: TableAsk): Promise<void> {
    try {
      this.settle(ask.id, await call<Done>('POST', `/api/tables/${this.id}`, ask))
    } catch (error) {
      if (error instanceof Refusal) this.refuse(error, ask.id)
    }
  }

  // ---- what is shown -----------------------------------------------------------------

  /** Mine: of several, all are named before any of them is shown. */
  get seats(): number[] {
    return this.several.length > 1 ? [...this.several] : [...this.seen.keys()].filter((seat) => seat >= 0)
  }

  /** What everybody is called; an empty chair is said to be one. */
  get names(): string[] {
    return seatNames(this.head)
  }
}

/** The lines that stand: what was taken back is gone. */
export function standing(events: readonly (LogLine | LogNote)[]): LogLine[] {
  const lines: LogLine[] = []
  for (const event of events) {
    if (event.is === 'line') lines.push(event)
    else if (event.event.what === 'taken_back') lines.splice(-(event.event.lines ?? 1))
  }
  return lines
}

/** What the people of a table are called; a bot has no name but its level. Equals are told apart. */
export function seatNames(head: Head | null): string[] {
  const plain = (head?.chairs ?? []).map((chair) => {
    if (chair.name) return chair.name
    return chair.kind === 'bot' ? t(`bot_${chair.level}` as 'bot_club') : t('empty_chair')
  })
  return plain.map((name, seat) => {
    const alike = plain.filter((other) => other === name)
    return alike.length < 2 ? name : `${name} ${plain.slice(0, seat + 1).filter((other) => other === name).length}`
  })
}
