/**
 * What this browser knows of one table, and how each message changes it. Plain data and pure functions: no socket, no
 * timer, no Svelte. Only what the server said is shown, never a guess.
 */
import type {
  Awaits,
  EntryQuestion,
  Head,
  LogLine,
  LogNote,
  News,
  PublicBotFaulted,
  PublicBotted,
  PublicHouseRuled,
  PublicSaid,
} from '../wire'
import type { Refusal } from './api'

/** One line of the log with the views around it, so that it can be shown, and shown again. */
export interface LineStep {
  line: LogLine
  before: unknown
  view: unknown
  /** Who was to act before it happened. */
  awaits: Awaits
}

/** What one seat was told, and sees now. */
export interface SeatState {
  /** null: a spectator. */
  seat: number | null
  /** The number of the newest event that this state includes. */
  n: number
  view: unknown
  legal: readonly string[]
  awaits: Awaits
  /** The log as it is shown: without gaps, and without lines that were taken back. */
  lines: readonly LogLine[]
  /** All events that were received, in order. While some are missing, `lines` waits for them. */
  events: readonly (LogLine | LogNote)[]
  /** Events up to this number were not all received: the log must be loaded. null: nothing is missing. */
  missing: number | null
  /** At a real table: how many lines it takes back to undo the last entry; 0 where there is none. */
  undoes: number
  /** At a real table: what this seat is asked. */
  question: EntryQuestion | null
  /** The last lines that came while this page was connected, without a gap up to now. */
  steps: readonly LineStep[]
  /** The connection was lost since the last news: what happened meanwhile is not shown line by line. */
  away: boolean
}

/** What is said beside the game: by people, and about bots from outside that did not answer as they should. */
export type ChatLine = (PublicSaid | PublicBotFaulted | PublicBotted) & { n: number }

export interface TableState {
  head: Head | null
  /** One entry for each of the user's seats; for a spectator, one under `SPECTATOR`. */
  seen: ReadonlyMap<number, SeatState>
  /** The user's seats, where they have several at this screen. */
  several: readonly number[]
  said: readonly ChatLine[]
  connected: boolean
  /** How many asks are not answered yet. */
  busy: number
  /** The last refusal, until it is read or something else is asked. */
  refused: Refusal | null
  /** There is no use in asking again: the table does not exist, or is not open to this user. */
  gone: Refusal | null
  /** By how many milliseconds the server's clock is ahead of this device's. */
  drift: number
}

export type TableMessage =
  /** `at` is when it arrived, by this device's clock. */
  | { type: 'news'; news: News; at: number }
  /** The whole log of a seat. It was asked for when events up to `upTo` were missing. */
  | { type: 'log'; seat: number | null; events: readonly (LogLine | LogNote)[]; upTo: number }
  | { type: 'disconnected' }
  /** The user now has another seat, or none: what was known is another seat's. */
  | { type: 'rejoined' }
  | { type: 'asked' }
  | { type: 'answered' }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'dismissed' }
  | { type: 'gone'; refusal: Refusal }

export const SPECTATOR = -1
const MANY_STEPS = 100 // lines that can be shown again
const HURRIED = 3_600_000 // milliseconds: a player who has less time than this is never made to watch

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

export const UNKNOWN: TableState = {
  head: null,
  seen: new Map(),
  several: [],
  said: [],
  connected: false,
  busy: 0,
  refused: null,
  gone: null,
  drift: 0,
}

export function reduce(state: TableState, message: TableMessage): TableState {
  switch (message.type) {
    case 'news':
      return addNews(state, message.news, message.at)
    case 'log':
      return addLog(state, message.seat, message.events, message.upTo)
    case 'disconnected':
      return { ...state, connected: false, seen: mapSeats(state.seen, (seat) => ({ ...seat, away: true })) }
    case 'rejoined':
      return { ...state, seen: new Map(), several: [], said: [] }
    case 'asked':
      return { ...state, busy: state.busy + 1, refused: null }
    case 'answered':
      return { ...state, busy: state.busy - 1 }
    case 'refused':
      return { ...state, refused: message.refusal }
    case 'dismissed':
      return { ...state, refused: null }
    case 'gone':
      return { ...state, gone: message.refusal }
  }
}

/** News says which seats the user has: the others, or what they saw as a spectator before, are forgotten. */
function addNews(state: TableState, news: News, at: number): TableState {
  const key = news.seat ?? SPECTATOR
  const known = state.seen.get(key)
  const connected = { ...state, connected: true, drift: news.now ? news.now - at : state.drift }
  if (known && news.n < known.n && !news.fresh) return connected // late: everything in it is known, or outdated
  const before = known && news.n >= known.n ? known.events : [] // a fresh start may be behind: then nothing counts
  const seat = addEvents(
    {
      seat: news.seat,
      n: news.n,
      view: news.view ?? known?.view ?? null,
      legal: news.legal ?? [],
      awaits: news.awaits ?? NOTHING,
      lines: known?.lines ?? [],
      events: before,
      missing: news.fresh ? news.n : (known?.missing ?? null),
      undoes: news.undoes ?? 0,
      question: news.question ?? null,
      steps: known ? addSteps(known, news) : [],
      away: false,
    },
    news.events ?? [],
  )
  return {
    ...connected,
    head: news.head ?? state.head,
    several: news.seats ?? [],
    seen: new Map([...state.seen].filter(([other]) => isSeen(other, news.seats ?? []))).set(key, seat),
    said: addChat(state.said, news.events ?? []),
  }
}

/** A screen that several players share also shows what spectators see. */
function isSeen(key: number, seats: readonly number[]): boolean {
  return seats.includes(key) || (key === SPECTATOR && seats.length > 1)
}

/** The lines of this news, each with its views. None, where the page does not know what was seen before each of them. */
function addSteps(known: SeatState, news: News): readonly LineStep[] {
  const events = (news.events ?? []).filter(({ n }) => n > known.n)
  const lines = events.filter((event) => event.is === 'line')
  const views = [...(news.views ?? []), news.view]
  const takenBack = events.some((event) => event.is === 'note' && event.event.what === 'taken_back')
  if (news.fresh || news.n < known.n || takenBack) return []
  if (!lines.length) return known.steps
  if (known.away || known.view === null || views.length !== lines.length) return []
  const steps = lines.map((line, place) => ({
    line,
    before: place ? views[place - 1] : known.view,
    view: views[place],
    awaits: known.awaits,
  }))
  return [...known.steps, ...steps].slice(-MANY_STEPS)
}

/** The table as it was right after line `n`, while that line is shown: nothing can be done then, and nothing is over. */
export function atLine(state: TableState, n: number): TableState {
  const { head } = state
  return {
    ...state,
    head: head && head.status === 'over' ? { ...head, status: 'live', ranks: [], ended: null } : head,
    seen: mapSeats(state.seen, (seat) => seatAtLine(seat, n)),
  }
}

function seatAtLine(seat: SeatState, n: number): SeatState {
  const step = seat.steps.find(({ line }) => line.n === n)
  if (!step) return seat
  const lines = seat.lines.filter((line) => line.n <= n)
  return { ...seat, n, view: step.view, legal: [], awaits: step.awaits, lines, undoes: 0, question: null }
}

function mapSeats(
  seen: ReadonlyMap<number, SeatState>,
  change: (seat: SeatState) => SeatState,
): ReadonlyMap<number, SeatState> {
  return new Map([...seen].map(([key, seat]) => [key, change(seat)]))
}

/** The eyes through which it is watched what happens: those of the only seat, or what all at this screen may see. */
export function watchingSeat(state: TableState): SeatState | null {
  const key = state.several.length > 1 ? SPECTATOR : [...state.seen.keys()][0]
  return key === undefined ? null : (state.seen.get(key) ?? null)
}

function addLog(
  state: TableState,
  seat: number | null,
  events: readonly (LogLine | LogNote)[],
  upTo: number,
): TableState {
  const key = seat ?? SPECTATOR
  const known = state.seen.get(key)
  if (!known) return state
  const missing = known.missing !== null && known.missing > upTo ? known.missing : null
  return {
    ...state,
    seen: new Map(state.seen).set(key, addEvents({ ...known, missing }, events)),
    said: addChat(state.said, events),
  }
}

function addEvents(seat: SeatState, events: readonly (LogLine | LogNote)[]): SeatState {
  const all = mergeByNumber(seat.events, events)
  return { ...seat, events: all, lines: seat.missing === null ? standingLines(all) : seat.lines }
}

function addChat(said: readonly ChatLine[], events: readonly (LogLine | LogNote)[]): readonly ChatLine[] {
  return mergeByNumber(said, events.flatMap(chatLines))
}

function chatLines(event: LogLine | LogNote): ChatLine[] {
  if (event.is !== 'note') return []
  const note = event.event
  if (note.what === 'said' || note.what === 'bot_faulted') return [{ ...note, n: event.n }]
  return note.what === 'botted' && note.why === 'failed' ? [{ ...note, n: event.n }] : []
}

/** Both lists as one, in order and each number once: a message may come twice, or after a later one. */
function mergeByNumber<E extends { n: number }>(known: readonly E[], more: readonly E[]): readonly E[] {
  const numbers = new Set(known.map((event) => event.n))
  const fresh = more.filter((event) => !numbers.has(event.n))
  if (!fresh.length) return known
  const all = [...known, ...fresh]
  return fresh[0]!.n > (known.at(-1)?.n ?? 0) ? all : all.sort((a, b) => a.n - b.n)
}

/** The lines of the log without those that were taken back. */
export function standingLines(events: readonly (LogLine | LogNote)[]): LogLine[] {
  const lines: LogLine[] = []
  for (const event of events) {
    if (event.is === 'line') lines.push(event)
    else if (event.event.what === 'taken_back') lines.splice(-(event.event.lines ?? 1))
  }
  return lines
}

/** A house rule of a real table, as the log shows it. */
export interface HouseRule extends PublicHouseRuled {
  n: number
}

/** The house rules that stand: one is taken back with the line before which or after which it was noted. */
export function houseRules(events: readonly (LogLine | LogNote)[]): HouseRule[] {
  const lines: number[] = []
  let rules: HouseRule[] = []
  for (const event of events) {
    if (event.is === 'line') lines.push(event.n)
    else if (event.event.what === 'house_rule') rules.push({ ...event.event, n: event.n })
    else if (event.event.what === 'taken_back') {
      lines.splice(-(event.event.lines ?? 1))
      rules = rules.filter(({ n }) => n < (lines.at(-1) ?? 0))
    }
  }
  return rules
}

/** The user's seats. Where they have several, all are known before each of them is shown. */
export function mySeats(state: TableState): readonly number[] {
  return state.several.length > 1 ? state.several : [...state.seen.keys()].filter((seat) => seat !== SPECTATOR)
}

/** Whether a clock of the user's own runs out within the hour: what is now is shown, and animations take none of the time. */
export function isHurried({ awaits }: SeatState, state: TableState, now: number): boolean {
  const mine = mySeats(state).some((seat) => awaits.seats.includes(seat))
  return mine && awaits.deadline !== null && awaits.deadline - (now + state.drift) < HURRIED
}

/** Events up to this number are known for each of the user's seats: the server is asked for those after it. */
export function knownUpTo(state: TableState): number {
  const seats = state.several.length > 1 ? state.several : [...state.seen.keys()]
  return seats.length ? Math.min(...seats.map((seat) => state.seen.get(seat)?.n ?? 0)) : 0
}

/** The seats whose log must be loaded. */
export function incompleteSeats(state: TableState): SeatState[] {
  return [...state.seen.values()].filter((seat) => seat.missing !== null)
}

/** Whether this seat is to act: to choose, or at a real table to enter an outcome. */
export function isAwaited({ seat, awaits }: SeatState): boolean {
  return seat !== null && awaits.seats.includes(seat)
}

/** What happened since this seat last did something: since its own move, and what chance made of that. */
export function linesSinceTurn({ seat, lines }: SeatState): readonly LogLine[] {
  const isMine = ({ told, hand }: LogLine) => told.startsWith(`${seat}: `) || (seat !== null && hand === seat)
  const drawn = (line: LogLine) => isMine(line) && line.told.startsWith('*') // what my turn begins with, in Sixteen a card
  const end = lines.findLastIndex((line) => !drawn(line)) + 1
  const last = lines.slice(0, end).findLastIndex(isMine)
  return last < 0 ? [] : lines.slice(last + 1, end)
}
