/** Code 21 on the page. */
import type { BoardModule, Sound } from '../../lib/boardModule'
import Board from './Board.svelte'
import { keyMoment, scoreLines } from './keyMoments'
import Moment from './Moment.svelte'
import Primer from './Primer.svelte'
import { isVerdict, STAMP, stagesOf } from './shownLine'
import type { View } from './view'

const box: BoardModule<View> = {
  accent: 'light-dark(#8e2f24, #f09a86)',
  Board,
  Primer,
  task(view, words, legal) {
    if (view.call) return words.t('task_stake')
    if (!view.line.length) return words.t('task_first')
    return words.t(legal.some((action) => action.startsWith('play')) ? 'task_play' : 'task_speak')
  },
  sound(told): Sound | null {
    if (told.includes(' = ')) return told.includes(' mission ') ? 'right' : 'wrong'
    if (told.startsWith('stake')) return 'coin'
    return told.startsWith('play') || told.startsWith('turned') ? 'card' : null
  },
  stages: stagesOf,
  revealedAt: (told) => (isVerdict(told) ? STAMP : 0),
  keyMoment,
  Moment,
  scoreLines,
}

export default box
