/** The key moments of Code de Vinci: a code is broken, or holds by its last tile. The page itself tells the end. */
import type { KeyMoment } from '../../lib/boardModule'
import { split, type Words } from '../../lib/words'
import { attackIn } from './lines'
import type { View } from './view'

/** Whose code this line breaks (COD-20). */
export function brokenBy(before: View, after: View): number | null {
  return after.out.find((seat) => !before.out.includes(seat)) ?? null
}

/** The seat whose last hidden tile is attacked in vain. */
function heldBy(told: string, before: View): number | null {
  const attack = attackIn(told)
  if (!attack || attack.right) return null
  const hidden = (before.codes[attack.target] ?? []).filter(({ up }) => !up)
  return hidden.length === 1 ? attack.target : null
}

export function keyMoment(
  told: string,
  before: View,
  after: View,
  seat: number | null,
  words: Words,
): KeyMoment | null {
  const by = Number(split(told)[0])
  const broken = brokenBy(before, after)
  if (broken !== null) {
    const why = broken === by ? 'moment_broken_self' : 'moment_broken_mine_why'
    if (broken === seat)
      return { kind: 'broken', tone: 'bad', title: words.t('moment_broken_mine'), text: words.t(why, { by }) }
    if (broken === by) return { kind: 'broken', tone: 'neutral', title: words.t('moment_gave_up', { seat: broken }) }
    if (by === seat) return { kind: 'broken', tone: 'good', title: words.t('moment_you_broke', { seat: broken }) }
    return { kind: 'broken', tone: 'neutral', title: words.t('moment_broke', { seat: broken, by }) }
  }
  const held = heldBy(told, before)
  if (held === null) return null
  if (held === seat)
    return {
      kind: 'held',
      tone: 'good',
      title: words.t('moment_held_mine'),
      text: words.t('moment_held_mine_why', { by }),
    }
  const title = words.t('moment_held', { seat: held })
  return by === seat
    ? { kind: 'held', tone: 'bad', title, text: words.t('moment_you_missed') }
    : { kind: 'held', tone: 'neutral', title }
}
