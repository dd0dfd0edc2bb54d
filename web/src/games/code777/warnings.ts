/** The question before a declaration: what is at stake. */
import type { Confirmation, Play } from '../../lib/boardModule'
import { isClosing, nextPointWins } from './bookkeeping'
import type { View } from './view'

export function warningBefore(
  { view, words }: Play<View>,
  seat: number,
  said: string,
  chance: number | null,
): Confirmation {
  const wins = nextPointWins(view, seat)
  const again = isClosing(view) ? 'stake_last' : `stake_${view.options.declare_again}`
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
