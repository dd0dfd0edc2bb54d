/** Code 777 on the page. */
import type { BoardModule } from '../../lib/boardModule'
import Board from './Board.svelte'
import { isClosing } from './bookkeeping'
import { stages } from './lines'
import Moment from './Moment.svelte'
import { keyMoment, scoreLines } from './moments'
import { notebook } from './notebook'
import Primer from './Primer.svelte'
import type { View } from './view'

const box: BoardModule<View> = {
  accent: 'light-dark(#453a86, #c3b9fb)',
  Board,
  Primer,
  stages,
  keyMoment,
  Moment,
  scoreLines,
  notebook,
  puzzleHelp: 'book', // a puzzle is what follows from all that was said
  task(view, words, legal) {
    if (!legal.includes('ask')) return ''
    if (isClosing(view)) return words.t('task_last')
    return words.t(legal.length > 1 ? 'task_both' : 'task_ask')
  },
  sound(told) {
    if (told.startsWith('declare')) return told.includes('= right') ? 'right' : 'wrong'
    if (told.startsWith('racked')) return 'tile'
    return told.includes('=') ? 'card' : null
  },
}
export default box
