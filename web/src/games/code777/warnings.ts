/** What is at stake when somebody declares: said before it is done. */
import type { Confirmation, Play } from '../../lib/boardModule'
import { closing } from './bookkeeping'
import type { View } from './view'

export function stake({ view, words }: Play<View>, seat: number, said: string, chance: number | null): Confirmation {
  const wins = view.points[seat]! + 1 === view.options.target
  const again = closing(view) ? 'stake_last' : `stake_${view.options.declare_again}`
  const parts = [
    ...(chance === null ? [] : [words.t('stake_chance', { x: chance })]),
    words.t(wins ? 'stake_win' : 'stake_point'),
    words.t('stake_new'),
    words.t(again),
  ]
  return {
    title: words.t('stake_title', { said }),
    text: parts.join(' '),
    yes: words.t('declare_said', { said }),
  }
}
