/** The question before a card that gives something away. A table without help gives no warning. */
import type { Confirmation, Play } from '../../lib/boardModule'
import { laidBy, sideOf } from './cards'
import { GOAL } from './constants'
import { describeSide } from './descriptions'
import { seriesFrom } from './series'
import type { View } from './view'

export function warningBefore(play: Play<View>, action: string): Confirmation | undefined {
  const { view, words, legal } = play
  const face = laidBy(action)
  if (play.head.help === 'none' || play.seat === null || !face || !legal.includes(action)) return undefined
  const yes = words.t('sure_yes')
  const busts = (other: string) => {
    const laid = laidBy(other)
    return laid !== null && seriesFrom(view, laid) === 'bust'
  }
  if (busts(action) && !legal.every(busts)) {
    const side = describeSide(words, 1 - sideOf(play.seat), view.options.players)
    return {
      title: words.t('sure_bust', { goal: GOAL }),
      text: words.t('sure_bust_text', { total: view.total + face.value, side }),
      yes,
    }
  }
  if (view.options.draw === 'strict' && legal.includes('draw')) {
    const text = words.t(view.hand.length === 1 ? 'sure_last_text' : 'sure_undrawn_text')
    return { title: words.t('sure_undrawn'), text, yes }
  }
  return undefined
}
