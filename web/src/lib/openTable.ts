/** What a new table is like, for each kind of company: seats, clock, options. */
import type { Box, Clock, Head, SeatPlan, Settings } from '../wire'
import { levelOf } from './characters'
import { type ChosenOptions, defaultOptions, playedOptions } from './options'

export type Company = 'bots' | 'friends' | 'device' | 'real'
export type Help = Head['help']

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
  options: ChosenOptions
  /** Of all bots. Null, as with `help`: what is suggested. */
  level: string | null
  /** Of single bots, from the second seat on, where theirs is another. */
  levels: readonly (string | null)[]
  clock: ClockName
  fallen: Head['fallen']
  /** Whether a bot may play for a player who is away. */
  substitutes: boolean
  /** Whether anybody may join; else a link is needed. */
  listed: boolean
  help: Help | null
  /** Whether the user has never finished a game. */
  newcomer: boolean
  /** The names of the other players at this screen. */
  others: readonly string[]
}

/** What the server is asked to open. Only a table with friends has a clock, or is listed. */
export function tableSettings(box: Box, company: Company, choices: TableChoices, myName: string): Settings {
  const friends = company === 'friends'
  return {
    game: box.name,
    options: chosenOptions(box, choices.options),
    seats: planSeats(box, company, choices, myName),
    join: friends && choices.listed ? 'anyone' : 'link',
    clock: friends ? CLOCKS[choices.clock] : null,
    fallen: friends ? choices.fallen : 'wait',
    substitute: choices.substitutes || choices.fallen === 'bot' || !friends ? 'usual' : 'none',
    help: choices.help ?? suggestHelp(company),
    real: company === 'real',
  }
}

/** Who sits where: the user first, then bots, free seats, or the others at this screen under their names. */
function planSeats(box: Box, company: Company, choices: TableChoices, myName: string): SeatPlan[] {
  const here = sharesScreen(company)
  const others = Array.from({ length: Number(choices.options.players) - 1 }, (_, n): SeatPlan => {
    if (company === 'bots') return { kind: 'bot', level: botOf(box, choices, n) }
    return here ? { kind: 'me', name: choices.others[n]?.trim() || null } : { kind: 'open' }
  })
  return [{ kind: 'me', name: here ? myName : null }, ...others]
}

/** Whether all players sit at this screen. They are asked for their names. */
export function sharesScreen(company: Company): boolean {
  return company === 'device' || company === 'real'
}

/** The first player at this screen who has no name yet; -1: all have one. */
export function findUnnamed(players: number, names: readonly string[]): number {
  return Array.from({ length: players }, (_, n) => names[n]?.trim() ?? '').indexOf('')
}

/** The number of players, and every option that differs from its default. */
export function chosenOptions(box: Box, options: ChosenOptions): ChosenOptions {
  const usual = defaultOptions(box)
  return Object.fromEntries(
    Object.entries(playedOptions(box, options)).filter(([name, value]) => name === 'players' || value !== usual[name]),
  )
}

// ---- bots and help -------------------------------------------------------------------

const USUAL_LEVEL = 'club'

/** Who plays on seat `n + 2`: a character, or a level, which stands for its first one. */
export function botOf(box: Box, choices: Pick<TableChoices, 'level' | 'levels' | 'newcomer'>, n: number): string {
  return chooseLevel(box, choices.levels[n] ?? choices.level ?? suggestLevel(box, choices.newcomer))
}

/** The preferred level or character of bots, or the usual level; the strongest, if this game has no such bots. */
export function chooseLevel(box: Box, preferred: string | null): string {
  const bot = preferred ?? USUAL_LEVEL
  const known = box.levels.includes(levelOf(box, bot)) || (box.outside ?? []).includes(bot)
  return known ? bot : (box.levels.at(-1) ?? 'random')
}

/** The level that is suggested where none was chosen: for a first game, the gentlest bots that think. */
export function suggestLevel(box: Box, newcomer: boolean): string {
  return newcomer ? (thinkingLevels(box)[0] ?? 'random') : USUAL_LEVEL
}

/** Against bots there are hints, unless they are not wanted; among people what they agree on. */
export function suggestHelp(company: Company): Help {
  return company === 'bots' ? 'full' : 'book'
}

/** The levels that think, the weakest first. */
function thinkingLevels(box: Box): string[] {
  return box.levels.filter((level) => level !== 'random')
}

// ---- another game --------------------------------------------------------------------

/** Whether a user with these seats plays against bots alone: nobody else sits here, or may come back. */
export function isAlone(head: Head, seats: readonly number[]): boolean {
  return seats.length === 1 && isOnlyHere(head, seats)
}

/** Whether everybody who plays sits at the screen with these seats, or is a bot: another game needs to wait for nobody. */
export function isOnlyHere(head: Head, seats: readonly number[]): boolean {
  return (
    seats.length > 0 &&
    head.chairs.every((chair, seat) => seats.includes(seat) || (chair.kind === 'bot' && !chair.owned))
  )
}

/**
 * Stronger bots than these after a win, gentler ones after a loss: bots that think. Null where there are none, or of
 * several levels.
 */
export function nextLevel(box: Box, head: Head, seat: number, won: boolean): string | null {
  const levels = new Set(
    head.chairs.filter((_, other) => other !== seat).map(({ level }) => level && levelOf(box, level)),
  )
  const [level] = levels
  if (levels.size !== 1 || level == null) return null
  const place = box.levels.indexOf(level)
  const next = place < 0 ? undefined : box.levels[place + (won ? 1 : -1)]
  return next && thinkingLevels(box).includes(next) ? next : null
}

/**
 * The same game once more at this screen, everybody one seat further, so that another one begins: against the same
 * bots, or against bots of this level.
 */
export function sameGame(head: Head, seats: readonly number[], help: Help, level: string | null = null): Settings {
  const count = head.chairs.length
  return {
    game: head.game,
    options: head.options,
    seats: head.chairs.map((_, n): SeatPlan => {
      const before = (n + count - 1) % count
      const chair = head.chairs[before]!
      if (seats.includes(before)) return { kind: 'me', name: seats.length > 1 ? chair.name : null }
      return { kind: 'bot', level: level ?? chair.level }
    }),
    join: 'link',
    clock: head.clock,
    fallen: head.fallen,
    substitute: head.substitute,
    help,
    real: head.real,
  }
}
