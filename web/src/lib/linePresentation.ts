/** How a line is shown: how long each of its stages takes, and the key moments that follow it. */
import type { Awaits, LogLine } from '../wire'
import type { BoardModule, KeyMoment } from './boardModule'
import { t } from './locale.svelte'
import { outcomeOf, outcomeText, winnersText } from './outcome'
import type { LineStep } from './tableState'
import { split, type Words } from './words'

const OWN = 350 // milliseconds at normal speed: players know what they did themselves
const OTHERS = 1100 // what others did, and chance, is read
const MOMENT = 2000
const PER_LETTER = 30 // longer texts stay longer
const LONGEST = 4500

export interface LinePresentation {
  /** In milliseconds; the key moments come after them, one stage each. */
  stages: readonly number[]
  /** The first stage in which the outcome is known. */
  revealed: number
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
  const moments = [board?.keyMoment?.(line.told, before, view, seat, words) ?? []].flat()
  const ended = ending && !moments.some(isEnding) ? endMoment(ending, seat, words) : null
  const revealed = board?.revealedAt?.(line.told) ?? stages.length - 1
  return { stages, revealed, moments: ended ? [...moments, ended] : moments }
}

/** How long each stage takes at this speed, key moments included. */
export function allStages({ stages, moments }: Pick<LinePresentation, 'stages' | 'moments'>, factor: number): number[] {
  return [...stages, ...moments.map(momentTime)].map((time) => time * factor)
}

/** A line before its outcome is revealed: what was said or thrown, where the words have a sentence for that alone. */
export function withoutOutcome(line: LogLine, words: Words): LogLine {
  const [who, text] = split(line.told)
  const shorter = [text.split(' = ')[0]!, text.split(' ')[0]!].map((part) => `${who}: ${part}`)
  const told = shorter.find((told) => told !== line.told && words.line(told, line.hand) !== told)
  return told ? { ...line, told } : line
}

function momentTime({ title, text = '' }: KeyMoment): number {
  return Math.min(LONGEST, MOMENT + PER_LETTER * (title.length + text.length))
}

function isEnding({ kind }: KeyMoment): boolean {
  return ['victory', 'defeat', 'draw'].includes(kind)
}

/** The end of any game, as the player who looks sees it. */
export function endMoment(ending: Awaits, seat: number | null, words: Words): KeyMoment | null {
  const kind = outcomeOf(ending, seat)
  if (kind === 'undecided') return null
  const tone = kind === 'victory' ? 'good' : kind === 'defeat' ? 'bad' : 'neutral'
  const why = words.ending(ending.rule ?? '', kind === 'draw')
  if (kind !== 'defeat') return { kind, tone, title: outcomeText(ending, seat, words), text: why }
  return { kind, tone, title: t('you_lose'), text: [`${winnersText(ending, words)}.`, why].filter(Boolean).join(' ') }
}
