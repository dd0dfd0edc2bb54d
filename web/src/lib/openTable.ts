/** What a new table is like, for each kind of company: seats, clock, options. */
import type { Box, Clock, Head, SeatPlan, Settings } from '../wire'
import { levelOf } from './characters'

export type Company = 'bots' | 'friends' | 'device' | 'real'

const DAY = 86_400

export const CLOCKS = {
  none: null,
  minute: { per: 'move', seconds: 60 },
  quick: { per: 'game', seconds: 300, increment: 5 },
  calm: { per: 'game', seconds: 900, increment: 15 },
  day: { per: 'move', seconds: DAY },
  three_days: { per: 'move', seconds: 3 * DAY },
} satisfies Record<string, Clock | null>

export type ClockName = keyof typeof CLOCKS

/** What a user chose for a new table. */
export interface TableChoices {
  options: Record<string, string>
  /** Null, as with `help`: what is suggested. */
  level: string | null
  clock: ClockName
  fallen: Head['fallen']
  /** Whether a bot may play for a player who is away. */
  substitutes: boolean
  /** Whether anybody may join; else a link is needed. */
  listed: boolean
  help: Head['help'] | null
  /** Whether the user has never finished a game. */
  newcomer: boolean
  /** The names of the other players at this screen. */
  others: readonly string[]
}

/** What the server is asked to open. Only a table with friends has a clock, or is listed. */
export function tableSettings(box: Box, company: Company, choices: TableChoices, myName: string): Settings {
  const friends = company === 'friends'
  const suggested = suggest(box, choices.newcomer && company === 'bots')
  const level = chooseLevel(box, choices.level ?? suggested.level)
  return {
    game: box.name,
    options: chosenOptions(box, choices.options),
    seats: planSeats(company, Number(choices.options.players), level, myName, choices.others),
    join: friends && choices.listed ? 'anyone' : 'link',
    clock: friends ? CLOCKS[choices.clock] : null,
    fallen: choices.fallen,
    substitute: choices.substitutes || choices.fallen === 'bot' || !friends ? 'usual' : 'none',
    help: choices.help ?? suggested.help,
    real: company === 'real',
  }
}

/** Who sits where. At one screen, the user and the others sit under the names that were given. */
function planSeats(company: Company, players: number, level: string, me: string, names: readonly string[]): SeatPlan[] {
  const here = company === 'device' || company === 'real'
  const named = names.slice(0, players - 1).some((name) => name?.trim())
  const others = Array.from({ length: players - 1 }, (_, n): SeatPlan => {
    if (company === 'bots') return { kind: 'bot', level }
    return here ? { kind: 'me', name: names[n]?.trim() || null } : { kind: 'open' }
  })
  return [{ kind: 'me', name: here && named ? me : null }, ...others]
}

/** The value of every option where nothing was chosen. */
export function defaultOptions(box: Box): Record<string, string> {
  return Object.fromEntries(box.options.map((option) => [option.name, option.usual]))
}

/** The number of players, and every option that differs from its default. */
function chosenOptions(box: Box, options: Record<string, string>): Record<string, string> {
  const usual = defaultOptions(box)
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => name === 'players' || value !== usual[name]),
  )
}

/** The preferred level of bots, or the usual one; the strongest, if this game has no such level. */
export function chooseLevel(box: Box, preferred: string | null): string {
  const level = preferred ?? USUAL.level
  return box.levels.includes(level) ? level : (box.levels.at(-1) ?? 'random')
}

const USUAL = { level: 'club', help: 'book' } as const

/** What is suggested where nothing was chosen: for a first game against bots, the gentlest ones that think, and hints. */
export function suggest(box: Box, newcomer: boolean): { level: string; help: Head['help'] } {
  return newcomer ? { level: thinkingLevels(box)[0] ?? 'random', help: 'full' } : USUAL
}

/** The levels that think, the weakest first. */
function thinkingLevels(box: Box): string[] {
  return box.levels.filter((level) => level !== 'random')
}

// ---- alone against bots --------------------------------------------------------------

/** Whether a user with these seats plays against bots alone: nobody else sits here, or may come back. */
export function isAlone(head: Head, seats: readonly number[]): boolean {
  return (
    seats.length === 1 &&
    head.chairs.every((chair, seat) => seat === seats[0] || (chair.kind === 'bot' && !chair.owned))
  )
}

/** Stronger bots than these after a win, gentler ones after a loss; null where there are none, or of several levels. */
export function nextLevel(box: Box, head: Head, seat: number, won: boolean): string | null {
  const levels = new Set(
    head.chairs.filter((_, other) => other !== seat).map(({ level }) => level && levelOf(box, level)),
  )
  const [level] = levels
  if (levels.size !== 1 || level == null) return null
  const known = thinkingLevels(box)
  const place = known.indexOf(level) + (won ? 1 : -1)
  return known.includes(level) ? (known[place] ?? null) : null
}

/** The same game once more against bots of this level, everybody one seat further, so that another one begins. */
export function sameGame(head: Head, seat: number, level: string, help: Head['help']): Settings {
  const mine = (seat + 1) % head.chairs.length
  return {
    game: head.game,
    options: head.options,
    seats: head.chairs.map((_, n): SeatPlan => (n === mine ? { kind: 'me' } : { kind: 'bot', level })),
    join: 'link',
    clock: head.clock,
    fallen: head.fallen,
    substitute: head.substitute,
    help,
    real: head.real,
  }
}
