/** Code de Vinci on the page. */
import type { BoardModule, Sound } from '../../lib/boardModule'
import Board from './Board.svelte'
import { attackIn, stages } from './lines'
import Moment from './Moment.svelte'
import { keyMoment } from './moments'
import { notebook } from './notebook'
import Primer from './Primer.svelte'
import type { View } from './view'

const box: BoardModule<View> = {
  accent: 'light-dark(#7a3f12, #efb877)',
  Board,
  Primer,
  notebook,
  puzzleHelp: 'book', // it strikes out what is seen and what was said: the order is left to think about
  stages,
  revealedAt: (told) => (attackIn(told) ? 1 : 0),
  keyMoment,
  Moment,
  task(view, words, legal) {
    if (!legal.length) return ''
    return words.t(view.phase === 'attack' && view.right ? 'task_again' : `task_${view.phase}`)
  },
  sound(told): Sound | null {
    if (told.includes('= right')) return 'right'
    if (told.includes('= wrong')) return 'wrong'
    return /^(dealt|drawn|stop|place|show|arrange)/.test(told) ? 'tile' : null
  },
}

export default box
