/** Sixteen on the page. */
import type { BoardModule } from '../../lib/boardModule'
import Board from './Board.svelte'
import { GLYPHS, SIGNS } from './colourSigns'
import { keyMoment, scoreLines } from './keyMoments'
import Moment from './Moment.svelte'
import { notebook } from './notebook'
import Primer from './Primer.svelte'
import { stagesOf } from './shownLine'
import type { View } from './view'

const box: BoardModule<View> = {
  accent: 'light-dark(#1d5fa8, #9cc4f2)',
  Board,
  signs: Object.fromEntries(Object.entries(GLYPHS).map(([glyph, colour]) => [glyph, SIGNS[colour]])),
  Primer,
  notebook,
  task(_, words, legal) {
    const [draw, play] = [legal.includes('draw'), legal.some((action) => action.startsWith('play'))]
    if (!draw && !play) return ''
    return words.t(draw ? (play ? 'task_draw_or_play' : 'task_draw') : 'task_play')
  },
  sound(told) {
    if (told.endsWith('= bust')) return 'wrong'
    if (told.includes(' = ')) return 'right'
    return /^(play|drawn|dealt)/.test(told) ? 'card' : null
  },
  stages: stagesOf,
  keyMoment,
  Moment,
  scoreLines,
  puzzleHelp: 'book', // a puzzle is what follows once the cards are counted
}
export default box
