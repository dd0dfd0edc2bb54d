/** The options of a game: which values may be chosen, and how a value is put into words. */
import type { BoxOption } from '../wire'
import { locale, t } from './locale.svelte'

/** All values that may be chosen for this number of players; null where there are too many, and one is typed. */
export function listChoices(option: BoxOption, players: number): string[] | null {
  const words = option.words ?? []
  if (option.kind === 'word' || option.kind === 'switch') return words
  if (option.kind === 'teams') return [...words, ...teamsOf(players)]
  if (option.low == null || option.high == null) return null
  const high = option.kind === 'seat' ? Math.min(option.high, players - 1) : option.high
  const step = option.step ?? 1
  const count = Math.floor((high - option.low) / step) + 1
  return count <= 12 ? [...words, ...Array.from({ length: count }, (_, n) => String(option.low! + n * step))] : null
}

/** Two teams or more, of two people or more, mixed around the table: every second seat, every third… */
function teamsOf(players: number): string[] {
  return Array.from({ length: Math.max(0, Math.floor(players / 2) - 1) }, (_, n) =>
    Array.from({ length: n + 2 }, (_, team) =>
      Array.from({ length: players }, (_, seat) => seat)
        .filter((seat) => seat % (n + 2) === team)
        .join('+'),
    ).join(','),
  )
}

/** A value in words. Seats are shown by the names of their players, once there are any. */
export function describeValue(option: BoxOption, value: string, names: readonly string[] = []): string {
  const words = option.values[value]?.[locale.lang]
  if (words !== undefined) return words
  if (option.kind === 'switch') return t(value === 'on' ? 'on' : 'off')
  const who = (seat: string) => names[Number(seat)] ?? t('seat_n', { n: Number(seat) + 1 })
  if (option.kind === 'seat') return who(value)
  if (option.kind === 'teams') {
    return value
      .split(',')
      .map((team) => locale.join(team.split('+').map(who)))
      .join(' – ')
  }
  return value.replaceAll(',', ', ')
}
