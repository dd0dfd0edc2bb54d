/** The Golden 21 on the page. */
import type { BoardModule } from '../../lib/boardModule'
import Board from './Board.svelte'
import Moment from './Moment.svelte'
import { keyMomentOf } from './moments'
import Primer from './Primer.svelte'
import { totalsOf } from './rolls'
import { scoreLinesOf } from './score'
import { stagesOf } from './stages'
import type { View } from './view'

const box: BoardModule<View> = {
  accent: 'light-dark(#7a5700, #e8bb4b)',
  tray: true,
  Board,
  Primer,
  task(view, words) {
    const turn = view.turn
    if (turn === null || turn.seat !== view.seat || turn.step === 'roll' || turn.step === 'fine') return ''
    const account = view.traders[turn.seat]!.account
    const n = turn.step === 'bonus' ? turn.points : turn.step === 'gift' ? turn.gifts : account
    return words.t(`task_${turn.step}`, { n, ...totalsOf(view.dice) })
  },
  changed(before, after, words) {
    return after.traders.flatMap((trader, seat) => {
      const old = before.traders[seat]!
      const facts = (['debt', 'account', 'crisis', 'kills'] as const).flatMap((fact) =>
        trader[fact] === old[fact] ? [] : [words.t(`${fact}_is`, { n: trader[fact] })],
      )
      return facts.length ? [words.t('now_has', { seat, facts: facts.join(', ') })] : []
    })
  },
  stages: stagesOf,
  revealedAt: (told) => (/: (rolled|cast|fined) /.test(told) ? 1 : 0),
  keyMoment: keyMomentOf,
  Moment,
  scoreLines: scoreLinesOf,
  sound(told) {
    if (/^(rolled|cast|fined|off)/.test(told)) return 'dice'
    if (/^(bonus|account) /.test(told)) return 'coin'
    return told.startsWith('give ') ? 'tile' : null
  },
}

export default box
