/** The key moments of Code 777 are its declarations; the page itself tells the end. How a score came about. */
import type { KeyMoment, ScoreLine } from '../../lib/boardModule'
import type { Words } from '../../lib/words'
import { newsIn } from './lines'
import type { Declared, View } from './view'

function declaration({ by, right, said }: Declared, seat: number | null, words: Words): KeyMoment {
  const mine = by === seat
  const tone = mine ? (right ? 'good' : 'bad') : 'neutral'
  const title = words.t(`moment_${right ? 'right' : 'wrong'}`)
  return {
    kind: 'declaration',
    tone,
    title,
    text: words.t(mine ? 'moment_you_declared' : 'moment_declared', { by, said: said.join(',') }),
  }
}

export function keyMoment(
  _told: string,
  before: View,
  after: View,
  seat: number | null,
  words: Words,
): KeyMoment | null {
  const news = newsIn(before, after)
  return news?.type === 'declared' ? declaration(news, seat, words) : null
}

/** A point for each right declaration (C77-21). */
export function scoreLines(view: View, seat: number, words: Words): readonly ScoreLine[] {
  const right = view.log.filter((event) => event.type === 'declared').filter(({ by, right }) => right && by === seat)
  return [
    ...right.map(({ said }) => ({ label: words.t('score_declared', { said: said.join(',') }), points: 1 })),
    { label: words.t('score_total'), points: view.points[seat] ?? 0 },
  ]
}
