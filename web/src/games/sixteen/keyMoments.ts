/** What briefly fills the board: a series, an oversight. Said to whoever looks. */
import type { KeyMoment, ScoreLine } from '../../lib/boardModule'
import { split, type Words } from '../../lib/words'
import { sideOf } from './cards'
import { GOAL } from './constants'
import { describeSide } from './descriptions'
import type { Kind } from './series'
import { isSeries } from './shownLine'
import type { Series, View } from './view'

export const KINDS: readonly Kind[] = ['sixteen', 'match', 'match+sixteen', 'bust']

export function keyMoment(
  told: string,
  before: View,
  after: View,
  seat: number | null,
  words: Words,
): KeyMoment | null {
  const [who, text] = split(told)
  if (!text.startsWith('play')) return null
  const series = isSeries(told) ? after.series.at(-1) : undefined
  if (series) return seriesMoment(series, after.options.players, seat, words)
  return isOversight(before) ? oversight(before, Number(who), seat, words) : null
}

/** Good news for the players of this side. */
function toneFor(side: number, seat: number | null): KeyMoment['tone'] {
  return seat === null ? 'neutral' : sideOf(seat) === side ? 'good' : 'bad'
}

function seriesMoment(series: Series, players: number, seat: number | null, words: Words): KeyMoment {
  const { kind, side, worth } = series
  const mine = seat !== null && sideOf(seat) === side
  const key = `${worth > 1 ? 'moment_double' : 'moment_series'}${mine ? (players === 2 ? '_me' : '_us') : ''}`
  return {
    kind,
    tone: toneFor(side, seat),
    title: words.t(key, { kind, side: describeSide(words, side, players) }),
    text: reason(series, seat, words),
  }
}

/** Who did it, and by what. */
function reason({ kind, cards }: Series, seat: number | null, words: Words): string {
  const last = cards.at(-1)!
  const alike = cards.slice(-3).every(({ value }) => value === last.value) ? 'value' : 'colour'
  const what = kind === 'match' ? `match_${alike}` : kind === 'match+sixteen' ? 'both' : kind
  const total = cards.reduce((sum, { value }) => sum + value, 0)
  return words.t(`moment_${what}${last.by === seat ? '_me' : ''}`, { by: last.by, total, goal: GOAL })
}

/** Where drawing can be forgotten: a card was played, and none was drawn (S16-51). */
function isOversight({ options, drawn, stock }: View): boolean {
  return options.draw === 'strict' && drawn === 0 && stock > 0
}

function oversight(before: View, who: number, seat: number | null, words: Words): KeyMoment {
  const [third, mine] = [before.counts[who] === 1, who === seat ? '_me' : '']
  return {
    kind: 'oversight',
    tone: who === seat ? 'bad' : 'neutral',
    title: words.t(`moment_forgot${mine}`, { who }),
    text: words.t(third ? 'moment_forgiven' : 'moment_smaller'),
  }
}

/** The series of a seat's side, by how they were made (S16-42). */
export function scoreLines({ series, won }: View, seat: number, words: Words): readonly ScoreLine[] {
  const side = sideOf(seat)
  const lines = KINDS.map((kind) => ({
    label: kind === 'bust' ? words.t('score_bust') : words.term(kind),
    points: series.filter((one) => one.side === side && one.kind === kind).reduce((sum, { worth }) => sum + worth, 0),
  }))
  return [...lines.filter(({ points }) => points > 0), { label: words.t('score_total'), points: won[side] ?? 0 }]
}
