/** What briefly fills the board: an accusation, a declaration, the verdict. Said to whoever looks. */
import type { KeyMoment, ScoreLine } from '../../lib/boardModule'
import { split, type Words } from '../../lib/words'
import { GOAL } from './constants'
import { loserOf } from './payments'
import { isVerdict } from './shownLine'
import type { Call, Verdict, View } from './view'

export function keyMoment(told: string, _: View, after: View, seat: number | null, words: Words): KeyMoment | null {
  if (isVerdict(told)) {
    const verdict = after.verdicts.at(-1)
    return verdict ? verdictMoment(verdict, seat, words) : null
  }
  const [, text] = split(told)
  return after.call && (text === 'accuse' || text === 'declare') ? callMoment(after.call, seat, words) : null
}

function callMoment({ by, kind, last }: Call, seat: number | null, words: Words): KeyMoment {
  const whose = by === seat ? '_by_me' : last === seat ? '_of_me' : ''
  const title = words.t(`moment_${kind}${whose}`, { by, last })
  return { kind, tone: last === seat ? 'bad' : 'neutral', title, text: words.t(`moment_${kind}_text`) }
}

/** Good news for a player who is right, or who has staked on a player who is right. */
function toneOf(verdict: Verdict, seat: number | null): KeyMoment['tone'] {
  if (seat === null) return 'neutral'
  if (seat === verdict.winner) return 'good'
  if (seat === loserOf(verdict)) return 'bad'
  const side = verdict.stakes[seat]?.side ?? null
  return side === null ? 'neutral' : side === verdict.winner ? 'good' : 'bad'
}

function verdictMoment(verdict: Verdict, seat: number | null, words: Words): KeyMoment {
  const { winner, mission, total, taken: n } = verdict
  const loser = loserOf(verdict)
  const [mine, whose] = [winner === seat, winner === seat ? '_me' : loser === seat ? '_from_me' : '']
  const won = total === GOAL
  return {
    kind: won ? 'mission' : 'verdict',
    tone: toneOf(verdict, seat),
    title: words.t(`${won ? 'moment_mission' : 'moment_right'}${mine ? '_me' : ''}`, { winner, mission, total }),
    text: words.t(`moment_takes${n ? '' : '_none'}${whose}`, { winner, loser, n }),
  }
}

/** Bravery and the values of the missions won (C21-51). */
export function scoreLines(view: View, seat: number, words: Words): readonly ScoreLine[] {
  return [
    { label: words.t('score_bravery'), points: view.points[seat] ?? 0 },
    ...(view.cards[seat] ?? []).map((value) => ({ label: words.t('score_mission', { value }), points: value })),
    { label: words.t('score_total'), points: view.scores[seat] ?? 0 },
  ]
}
