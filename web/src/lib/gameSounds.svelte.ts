/** The sounds of a game: of each thing that happens, of winning and of losing. */
import type { LogLine } from '../wire'
import type { BoardModule, Sound } from './boardModule'
import { outcomeOf } from './outcome'
import { playSound } from './sounds'
import type { SeatState } from './tableState'
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

/** Called by a component. What happened before the first look makes no sound. */
export function playGameSounds(
  seen: () => SeatState | null,
  board: () => BoardModule<unknown> | null,
  over: () => boolean,
): void {
  let played = -1
  let ended = false
  $effect(() => {
    const lines = seen()?.lines ?? []
    const last = lines.at(-1)?.n ?? -1
    if (last > played) {
      const sound = played < 0 ? null : loudestSound(lines, played, (told) => board()?.sound?.(told) ?? null)
      if (sound) playSound(sound)
      played = last
    }
  })
  $effect(() => {
    const now = seen()
    if (ended || !now || !over()) return
    ended = true
    const outcome = outcomeOf(now.awaits, now.seat)
    if (outcome === 'victory') playSound('won')
    else if (outcome === 'defeat') playSound('lost')
  })
}
