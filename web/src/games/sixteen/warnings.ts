/** What is asked before a card is played that gives something away. Who agreed on no help is not warned. */
import type { Confirmation, Play } from '../../lib/boardModule'
import { laidBy } from './cards'
import { saidSide } from './descriptions'
import { made } from './series'
import type { View } from './view'

export function caution(play: Play<View>, action: string): Confirmation | undefined {
  const { view, words, legal } = play
  const face = laidBy(action)
  if (play.head.help === 'none' || play.seat === null || !face || !legal.includes(action)) return undefined
  const yes = words.t('sure_yes')
  const busts = (other: string) => {
    const laid = laidBy(other)
    return laid !== null && made(view, laid) === 'bust'
  }
  if (busts(action) && !legal.every(busts)) {
    const side = saidSide(words, 1 - (play.seat % 2), view.options.players)
    return {
      title: words.t('sure_bust'),
      text: words.t('sure_bust_text', { total: view.total + face.value, side }),
      yes,
    }
  }
  if (view.options.draw === 'strict' && legal.includes('draw'))
    return { title: words.t('sure_undrawn'), text: words.t('sure_undrawn_text'), yes }
  return undefined
}
