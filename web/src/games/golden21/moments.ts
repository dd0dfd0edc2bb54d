/** The key moments of a game: the end of a year, a Kill, a 21, insolvency, a crash. The page adds victory and defeat. */
import type { KeyMoment } from '../../lib/boardModule'
import type { Words } from '../../lib/words'
import { GOAL } from './constants'
import { diceOf } from './rolls'
import type { View, Year } from './view'
import { lastDebt, yearEndedBetween } from './years'

const HEAVY = 3 // Crisis dice before one trader
const EQUAL = 4 // dice with the same face

/** What happened to whom in a line. */
interface Change {
  before: View
  after: View
  /** The year that it ended, in which the debts stand that made it end. */
  ended: Year | null
}

export function keyMomentOf(told: string, before: View, after: View, seat: number | null, words: Words): KeyMoment[] {
  const change = changeIn(before, after)
  const feat = killMoment(change, seat, words) ?? goldMoment(change, seat, words)
  const year = yearMoment(change, seat, words)
  const other = year ? null : (outMoment(change, seat, words) ?? crisisMoment(told, change, seat, words))
  return [feat ?? other, year].filter((moment) => moment !== null)
}

function changeIn(before: View, after: View): Change {
  return { before, after, ended: yearEndedBetween(before, after) }
}

/** The debt that broke a trader: of whoever was killed in this line, or one's own. */
export function brokenDebt(kind: string, before: View, after: View, seat: number): number {
  const change = changeIn(before, after)
  return debtAfter(change, kind === 'kill' ? victimIn(change) : seat)
}

/** The dice that fall in a crash, at most four: the equal ones that were thrown, or the Crisis dice before this trader. */
export function crashDice(told: string, { thrown, traders }: View, seat: number): number[] {
  const faces = told.includes(' rolled ') ? (thrown?.faces ?? []) : []
  const most = faces.toSorted((a, b) => count(faces, b) - count(faces, a))[0]
  const [face, dice] = most === undefined ? [4, traders[seat]!.crisis] : [most, count(faces, most)]
  return Array<number>(Math.min(dice, EQUAL)).fill(face)
}

function count(faces: readonly number[], face: number): number {
  return faces.filter((other) => other === face).length
}

/** A trader's debt after the line; at the end of a year it is on the Bourse, and the next one has begun. */
function debtAfter({ after, ended }: Change, seat: number): number {
  return (ended ? lastDebt(ended, seat) : null) ?? after.traders[seat]!.debt
}

/** The traders who stopped speculating in the line. */
function leavers(change: Change): number[] {
  return change.before.traders.flatMap(({ debt }, seat) =>
    debt < GOAL && debtAfter(change, seat) >= GOAL ? [seat] : [],
  )
}

function killerIn({ before, after }: Change): number | null {
  const found = after.traders.findIndex(({ kills }, seat) => kills > before.traders[seat]!.kills)
  return found < 0 ? null : found
}

function goldIn({ before, after }: Change): number | null {
  const found = after.traders.findIndex(({ golds }, seat) => golds.length > before.traders[seat]!.golds.length)
  return found < 0 ? null : found
}

/** The trader whom the points of a Kill pushed over 21; one at 21 can be pushed, too (G21-109). */
function victimIn(change: Change): number {
  return change.before.traders.findIndex(({ debt }, seat) => debt <= GOAL && debtAfter(change, seat) > GOAL)
}

function yearMoment(change: Change, seat: number | null, words: Words): KeyMoment | null {
  const { ended, after } = change
  if (!ended) return null
  const leaver = leavers(change)[0]
  const best = ended.balance.findIndex((debt) => debt !== null && debt < 0)
  const mine = (who: number) => (who === seat ? '_you' : '')
  const why =
    killerIn(change) !== null ? 'kill' : leaver !== undefined && debtAfter(change, leaver) === GOAL ? 'gold' : 'over'
  const victim = why === 'kill' ? victimIn(change) : leaver
  const what = after.result ? 'ends' : 'starts'
  const text = [
    victim === undefined ? '' : words.t(`year_${why}${mine(victim)}`, { seat: victim, by: killerIn(change) ?? 0 }),
    best < 0
      ? words.t('year_starts_none')
      : words.t(`year_${what}${mine(best)}`, { seat: best, debt: ended.balance[best]! }),
  ]
  const tone = best < 0 || seat === null ? 'neutral' : best === seat ? 'good' : 'bad'
  return {
    kind: 'year',
    tone,
    title: words.t('moment_year', { year: ended.number }),
    text: text.filter(Boolean).join(' '),
  }
}

function killMoment(change: Change, seat: number | null, words: Words): KeyMoment | null {
  const by = killerIn(change)
  if (by === null) return null
  const victim = victimIn(change)
  const facts = { by, seat: victim, from: change.before.traders[victim]!.debt, to: debtAfter(change, victim) }
  const who = seat === by ? 'kill_by_you' : seat === victim ? 'kill_you' : 'kill'
  const dead = seat === victim && change.after.dead.includes(victim) ? ` ${words.t('kill_dead_you')}` : ''
  const tone = seat === by ? 'good' : seat === victim ? 'bad' : 'neutral'
  return { kind: 'kill', tone, title: words.t(`moment_${who}`, facts), text: words.t(`${who}_text`, facts) + dead }
}

function goldMoment(change: Change, seat: number | null, words: Words): KeyMoment | null {
  const who = goldIn(change)
  if (who === null) return null
  const mine = who === seat ? '_you' : ''
  const tone = who === seat ? 'good' : 'neutral'
  return {
    kind: 'gold',
    tone,
    title: words.t(`moment_gold${mine}`, { seat: who }),
    text: words.t(`gold${mine}_text`, { seat: who }),
  }
}

/** That others are insolvent, their stamps say; with ten traders it happens all the time. */
function outMoment(change: Change, seat: number | null, words: Words): KeyMoment | null {
  if (seat === null || !leavers(change).includes(seat)) return null
  return {
    kind: 'out',
    tone: 'bad',
    title: words.t('moment_out'),
    text: words.t('out_text', { debt: debtAfter(change, seat) }),
  }
}

function crisisMoment(told: string, { before, after }: Change, seat: number | null, words: Words): KeyMoment | null {
  const text = told.slice(told.indexOf(': ') + 2)
  if (seat !== null && text === `give ${seat}` && after.traders[seat]!.crisis >= HEAVY) {
    const facts = { n: after.traders[seat]!.crisis, dice: diceOf(after, seat) }
    return { kind: 'crisis', tone: 'bad', title: words.t('moment_crisis_you'), text: words.t('crisis_you_text', facts) }
  }
  const { thrown, turn } = after
  if (!text.startsWith('rolled ') || !thrown || !turn || turn.seat !== before.turn?.seat || !turn.gifts) return null
  const most = Math.max(...thrown.faces.map((face) => count(thrown.faces, face)))
  if (most < EQUAL) return null
  const facts = { seat: turn.seat, n: turn.gifts }
  const mine = turn.seat === seat
  return {
    kind: 'crisis',
    tone: mine ? 'good' : 'bad',
    title: words.t('moment_crisis', { n: most }),
    text: words.t(mine ? 'crisis_by_you_text' : 'crisis_text', facts),
  }
}
