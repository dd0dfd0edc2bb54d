/** What a new table is like, for each kind of company: seats, clock, options. */
import type { Box, Clock, Head, SeatPlan, Settings } from '../wire'

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
  level: string
  clock: ClockName
  fallen: Head['fallen']
  /** Whether a bot may play for a player who is away. */
  substitutes: boolean
  /** Whether anybody may join; else a link is needed. */
  listed: boolean
  help: Head['help']
  /** The names of the other players at this screen. */
  others: readonly string[]
}

/** What the server is asked to open. Only a table with friends has a clock, or is listed. */
export function tableSettings(box: Box, company: Company, choices: TableChoices, myName: string): Settings {
  const friends = company === 'friends'
  const level = chooseLevel(box, choices.level)
  return {
    game: box.name,
    options: chosenOptions(box, choices.options),
    seats: planSeats(company, Number(choices.options.players), level, myName, choices.others),
    join: friends && choices.listed ? 'anyone' : 'link',
    clock: friends ? CLOCKS[choices.clock] : null,
    fallen: choices.fallen,
    substitute: choices.substitutes || choices.fallen === 'bot' || !friends ? 'usual' : 'none',
    help: choices.help,
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

/** The preferred level of bots; the strongest, if this game has no such level. */
export function chooseLevel(box: Box, preferred: string): string {
  return box.levels.includes(preferred) ? preferred : (box.levels.at(-1) ?? 'random')
}
