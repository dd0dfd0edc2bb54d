/** How a line is shown: how long each of its stages takes, and the key moments that follow it. */
import type { Awaits, LogLine } from '../wire'
import type { BoardModule, KeyMoment } from './boardModule'
import { outcomeOf, outcomeText } from './outcome'
import type { LineStep } from './tableState'
import type { Words } from './words'

const OWN = 350 // milliseconds at normal speed: players know what they did themselves
const OTHERS = 1100 // what others did, and chance, is read
const MOMENT = 2000
const PER_LETTER = 30 // longer texts stay longer
const LONGEST = 4500

export interface LinePresentation {
  /** In milliseconds; the key moments come after them, one stage each. */
  stages: readonly number[]
  moments: readonly KeyMoment[]
}

/** `seat` is who looks, `ending` how the game has ended with this line, if it has. */
export function presentLine(
  board: BoardModule<unknown> | null,
  { line, before, view }: LineStep,
  seat: number | null,
  words: Words,
  ending: Awaits | null,
): LinePresentation {
  const own = seat !== null && line.told.startsWith(`${seat}: `)
  const stages = board?.stages?.(line.told, before, view) ?? [own ? OWN : OTHERS]
  const moment = board?.keyMoment?.(line.told, before, view, seat, words) ?? null
  const ended = ending && !isEnding(moment) ? endMoment(ending, seat, words) : null
  return { stages, moments: [moment, ended].filter((one) => one !== null) }
}

/** How long each stage takes at this speed, key moments included. */
export function allStages({ stages, moments }: LinePresentation, factor: number): number[] {
  return [...stages, ...moments.map(momentTime)].map((time) => time * factor)
}

/** A line before the last of its stages: without its outcome, where the words have a sentence for that. */
export function withoutOutcome(line: LogLine, words: Words): LogLine {
  const told = line.told.split(' = ')[0] ?? ''
  return words.line(told, line.hand) === told ? line : { ...line, told }
}

function momentTime({ title, text = '' }: KeyMoment): number {
  return Math.min(LONGEST, MOMENT + PER_LETTER * (title.length + text.length))
}

function isEnding(moment: KeyMoment | null): boolean {
  return moment !== null && ['victory', 'defeat', 'draw'].includes(moment.kind)
}

/** The end of any game, as the player who looks sees it. */
export function endMoment(ending: Awaits, seat: number | null, words: Words): KeyMoment | null {
  const kind = outcomeOf(ending, seat)
  if (kind === 'undecided') return null
  const tone = kind === 'victory' ? 'good' : kind === 'defeat' ? 'bad' : 'neutral'
  return { kind, tone, title: outcomeText(ending, seat, words), text: words.ending(ending.rule ?? '') }
}
