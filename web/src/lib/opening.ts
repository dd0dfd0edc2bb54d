/** How a table is opened, for each way of sitting down. */
import type { Box, Clock, Plan } from '../wire'

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

export function seatsFor(company: Company, players: number, level: string): Plan[] {
  const others = Array.from({ length: players - 1 }, (): Plan => {
    if (company === 'bots') return { kind: 'bot', level }
    return { kind: company === 'friends' ? 'open' : 'me' }
  })
  return [{ kind: 'me' }, ...others]
}

/** What every option is where nobody says anything. */
export function usualOptions(box: Box): Record<string, string> {
  return Object.fromEntries(box.options.map((option) => [option.name, option.usual]))
}

/** How many can play: "2–4". */
export function playersOf(box: Box): string {
  const choice = box.options.find((option) => option.name === 'players')
  const words = choice?.words ?? []
  return words.length ? words.join(', ') : `${choice?.low}–${choice?.high}`
}

/** What was chosen: the number of players, and whatever is not as usual. */
export function chosenOptions(box: Box, options: Record<string, string>): Record<string, string> {
  const usual = usualOptions(box)
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => name === 'players' || value !== usual[name]),
  )
}
