/** What a line of the log shows on this board, step by step. */
import type { ShownEvent } from '../../lib/boardModule'
import { split } from '../../lib/words'
import { codeOf } from './tiles'
import type { View } from './view'

/** An attack as the log tells it: "1: attack 2 0 7 = wrong, b4 at 3". */
export interface Attack {
  by: number
  target: number
  place: number
  value: string
  right: boolean
  /** The attacker's drawn tile is turned up by the same line. */
  costs: boolean
}

export function attackIn(told: string): Attack | null {
  const found = /^(\d+): attack (\d+) (\d+) (\S+) = (right|wrong)(, \S+ at )?/.exec(told)
  if (!found) return null
  const [, by, target, place, value, verdict, costs] = found
  return {
    by: Number(by),
    target: Number(target),
    place: Number(place),
    value: value!,
    right: verdict === 'right',
    costs: costs !== undefined && verdict === 'wrong',
  }
}

/** Said of a tile: right or wrong, or not known yet. */
export interface Said {
  key: string
  value: string
  right: boolean | null
}

const SAID = 1300 // milliseconds: a number is said of a tile
const VERDICT = 1300 // it is right or wrong
const REVEAL = 1300 // what that costs
const TILE = 700 // a tile is taken, put away or turned up
const BRIEF = 350 // what players did themselves, and what happens before the first turn

/** How long each stage of a line is shown: of an attack the guess, the verdict, what a wrong one costs. */
export function stages(told: string, _before: View, after: View): readonly number[] {
  const [who, text] = split(told)
  const own = who === String(after.seat)
  const attack = attackIn(told)
  if (attack) return [own ? BRIEF : SAID, VERDICT, ...(attack.costs ? [REVEAL] : [])]
  if (/^(show|place) .*=/.test(text)) return [REVEAL]
  return [own || /^(dealt|pick|take|first)/.test(text) ? BRIEF : TILE]
}

/** The view while this line is shown: nothing is turned up before it is said to be right or wrong. */
export function viewDuring(view: View, event: ShownEvent<View> | null): View {
  const attack = event && attackIn(event.told)
  if (!event || !attack) return view
  const last = attack.costs ? 2 : attack.right ? 1 : 0
  return event.stage < last ? event.before : view
}

/** What is said of which tile while this line is shown. */
export function saidDuring(event: ShownEvent<View> | null): Said | null {
  const attack = event && attackIn(event.told)
  const piece = attack && codeOf(event.before, attack.target)[attack.place]
  return piece ? { key: piece.key, value: attack.value, right: event.stage ? attack.right : null } : null
}
