/** What a line of the log shows on this board, step by step. */
import type { ShownEvent } from '../../lib/boardModule'
import { split } from '../../lib/words'
import type { Asked, Declared, View } from './view'

const QUESTION = 1500 // milliseconds: a question is read
const ANSWER = 1900 // its answer
const SAID = 1400 // somebody declares
const STRUCK = 350 // what comes of it is a key moment, which follows
const TILES = 900 // new tiles stand on a rack
const BRIEF = 400

/** What is new in the log after this line: a question with its answer, or a declaration. */
export function newsIn(before: View, after: View): Asked | Declared | null {
  return after.log.length > before.log.length ? after.log.at(-1)! : null
}

/** How long each stage of a line is shown: of a question what is asked, then what is answered. */
export function stages(told: string, before: View, after: View): readonly number[] {
  const news = newsIn(before, after)
  const own = after.seat !== null && news?.by === after.seat
  if (news) return news.type === 'asked' ? [QUESTION, own ? SAID : ANSWER] : [own ? BRIEF : SAID, STRUCK]
  const [, text] = split(told)
  return [text.startsWith('racked') && before.log.length ? TILES : BRIEF]
}

/** What is asked or declared while a line is shown, before its answer or its verdict is. */
export function pendingIn(view: View, event: ShownEvent<View> | null): Asked | Declared | null {
  return event?.stage === 0 ? newsIn(event.before, view) : null
}

/** The view while this line is shown: no answer and no verdict counts before it is shown. */
export function viewDuring(view: View, event: ShownEvent<View> | null): View {
  return event && pendingIn(view, event) ? event.before : view
}
