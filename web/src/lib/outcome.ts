/** How a game ended, in one sentence to whoever looks. */
import type { Awaits } from '../wire'
import { locale, t } from './locale.svelte'
import type { Words } from './words'

export type Outcome = 'victory' | 'defeat' | 'draw' | 'watched' | 'undecided'

/** `seat` is the player who looks; null for a spectator, and for several players at one screen. */
export function outcomeOf({ ranks }: Awaits, seat: number | null): Outcome {
  if (!ranks.includes(1)) return 'undecided'
  if (ranks.length > 1 && ranks.every((rank) => rank === 1)) return 'draw'
  return seat === null ? 'watched' : ranks[seat] === 1 ? 'victory' : 'defeat'
}

export function outcomeText(awaits: Awaits, seat: number | null, words: Words): string {
  const winners = winnersOf(awaits)
  switch (outcomeOf(awaits, seat)) {
    case 'undecided':
      return t('is_over')
    case 'draw':
      return t('all_equal')
    case 'victory':
      return winners.length > 1
        ? t('you_win_with', {
            names: named(
              winners.filter((one) => one !== seat),
              words,
            ),
          })
        : t('you_win')
    case 'defeat':
      return t('you_lose_to', { winners: winnersText(awaits, words) })
    case 'watched':
      return winnersText(awaits, words)
  }
}

/** Who has won, whoever looks. */
export function winnersText(awaits: Awaits, words: Words): string {
  const winners = winnersOf(awaits)
  return t(winners.length > 1 ? 'won_by_many' : 'won_by', { names: named(winners, words) })
}

function winnersOf({ ranks }: Awaits): number[] {
  return ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []))
}

function named(seats: readonly number[], words: Words): string {
  return locale.join(seats.map((seat) => words.name(seat)))
}
