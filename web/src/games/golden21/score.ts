/** The calculation of a final score, line by line (G21-61, G21-63, G21-70, G21-80). */
import type { ScoreLine } from '../../lib/boardModule'
import type { Words } from '../../lib/words'
import { GOAL } from './constants'
import { lastYear } from './contract'
import { sum } from './rolls'
import { sameSide } from './traders'
import type { View } from './view'
import { closedYear, lastDebt } from './years'

/** Every line adds to the last one, which is the score. Survivor 21 has none (G21-115). */
export function scoreLinesOf(view: View, seat: number, words: Words): ScoreLine[] {
  const score = view.result?.scores[seat]
  if (score === undefined) return []
  const mates = view.traders.flatMap((_, other) => (sameSide(view, seat, other) ? [other] : []))
  const killer = view.options.goal === 'killer'
  const lines = mates.flatMap((mate) => {
    const parts = killer
      ? [{ label: words.t('score_most_kills'), points: view.traders[mate]!.kills }]
      : debtLines(view, mate, words)
    return mates.length > 1
      ? parts.map(({ label, points }) => ({ label: words.t('score_of', { seat: mate, what: label }), points }))
      : parts
  })
  const total = { label: words.t(killer ? 'score_most_kills' : 'score_debt'), points: score }
  return killer && mates.length === 1 ? [total] : [...lines, total]
}

/** The debt after the last year, less Kills times traders, less 21s times years (G21-61). */
function debtLines(view: View, seat: number, words: Words): ScoreLine[] {
  const { kills, golds, debt } = view.traders[seat]!
  const { players, expert } = view.options
  const lines = [{ label: balanceLabel(view, seat, words), points: debt }]
  if (kills) lines.push({ label: words.t('score_kills', { n: kills, players }), points: -kills * players })
  const years = lastYear(view.options)
  if (golds.length && expert)
    lines.push({ label: words.t('score_expert', { n: golds.length, list: golds.join(', ') }), points: -sum(golds) }) // G21-63
  else if (golds.length)
    lines.push({ label: words.t('score_golds', { n: golds.length, years }), points: -golds.length * years })
  return lines
}

/** Where the debt after the last year comes from: from everybody's distance from 21 (G21-51), or from one's own (G21-52). */
function balanceLabel(view: View, seat: number, words: Words): string {
  const year = closedYear(view)
  const stood = year && lastDebt(year, seat)
  const { debt } = view.traders[seat]!
  if (!year || stood === null) return words.t('score_balance', { year: view.year })
  if (view.options.final === 'raw') return words.t('score_raw', { year: year.number })
  const distances = year.lines
    .flatMap((lines) => (lines.length ? [Math.abs(GOAL - lines.at(-1)!.debt)] : []))
    .filter(Boolean)
  if (stood === GOAL && debt < 0 && sum(distances) === -debt)
    return words.t('score_distances', { sum: distances.join(' + ') })
  if (stood < GOAL && debt === stood - GOAL) return words.t('score_survivor', { debt: stood })
  return words.t('score_balance', { year: year.number })
}
