/** How a table is opened, for each way of sitting down. */
import type { Box, Clock, SeatPlan } from '../wire'

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

/** Who sits where: at one screen, me and the others under the names that were given. */
export function planSeats(company: Company, players: number, level: string, me: string, names: string[]): SeatPlan[] {
  const here = company === 'device' || company === 'real'
  const named = names.slice(0, players - 1).some((name) => name?.trim())
  const others = Array.from({ length: players - 1 }, (_, n): SeatPlan => {
    if (company === 'bots') return { kind: 'bot', level }
    return here ? { kind: 'me', name: names[n]?.trim() || null } : { kind: 'open' }
  })
  return [{ kind: 'me', name: here && named ? me : null }, ...others]
}

/** What every option is where nobody says anything. */
export function defaultOptions(box: Box): Record<string, string> {
  return Object.fromEntries(box.options.map((option) => [option.name, option.usual]))
}

/** How many can play: "2–4". */
export function playerRange(box: Box): string {
  const choice = box.options.find((option) => option.name === 'players')
  const words = choice?.words ?? []
  return words.length ? words.join(', ') : `${choice?.low}–${choice?.high}`
}

/** What was chosen: the number of players, and whatever is not as usual. */
export function chosenOptions(box: Box, options: Record<string, string>): Record<string, string> {
  const usual = defaultOptions(box)
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => name === 'players' || value !== usual[name]),
  )
}

/** The preferred level of bots; the strongest, if this game has no such level. */
export function chooseLevel(box: Box, preferred: string): string {
  return box.levels.includes(preferred) ? preferred : (box.levels.at(-1) ?? 'random')
}
