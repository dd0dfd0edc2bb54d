/** The sounds of a game: of each thing that happens, of key moments, of winning and of losing. */
import type { LogLine } from '../wire'
import type { BoardModule, KeyMoment, Sound } from './boardModule'
import type { Showing } from './eventQueue'
import type { Outcome } from './outcome'
import { type GameSound, playSound } from './sounds'
import { split } from './words'

/** Of everything that happened at once, only the first of these is played. */
const LOUDEST: Sound[] = ['right', 'wrong', 'dice', 'coin', 'tile', 'card']

/** The sound for the lines after number `n`, if any. */
export function loudestSound(
  lines: readonly LogLine[],
  n: number,
  soundOf: (told: string) => Sound | null,
): Sound | null {
  const sounds = lines.filter((line) => line.n > n).map((line) => soundOf(split(line.told)[1]))
  return LOUDEST.find((one) => sounds.includes(one)) ?? null
}

/** The last line whose sound was played, as far as it was told. */
export interface LastLine {
  n: number
  told: string
}

/**
 * The sound for what was told since. A line may be told twice: first without its outcome, which has a sound of its own.
 * What happened before the first look makes no sound.
 */
export function soundSince(
  before: LastLine | null,
  lines: readonly LogLine[],
  soundOf: (told: string) => Sound | null,
): Sound | null {
  const last = lines.at(-1)
  if (!before || !last || last.n < before.n) return null
  if (last.n > before.n) return loudestSound(lines, before.n, soundOf)
  const [old, now] = [before.told, last.told].map((told) => soundOf(split(told)[1]))
  return now === old ? null : (now ?? null)
}

const ENDINGS: Partial<Record<string, GameSound>> = { victory: 'won', defeat: 'lost' }

/** What the page shows: the log as far as it is told, the line and the key moment that are being shown, how it ended. */
export interface Audible {
  lines: readonly LogLine[]
  showing: Showing | null
  keyMoment: KeyMoment | null
  outcome: Outcome | null
}

/** Called by a component. */
export function playGameSounds(audible: () => Audible, board: () => BoardModule<unknown> | null): void {
  let before: LastLine | null = null
  let struck = ''
  let ended = false
  $effect(() => {
    const { lines } = audible()
    const sound = soundSince(before, lines, (told) => board()?.sound?.(told) ?? null)
    if (sound) playSound(sound)
    const last = lines.at(-1)
    if (last && (!before || last.n >= before.n)) before = { n: last.n, told: last.told }
  })
  $effect(() => {
    const { showing, keyMoment, outcome } = audible()
    const ending = keyMoment ? ENDINGS[keyMoment.kind] : outcome ? ENDINGS[outcome] : undefined
    const moment = keyMoment && showing ? `${showing.n} ${showing.stage}` : ''
    if (ending) {
      if (!ended) playSound(ending)
      ended = true
    } else if (moment && moment !== struck && !showing?.again) playSound('moment')
    struck = moment
  })
}
