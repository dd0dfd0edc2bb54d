/** The score of Sixteen without hands: each card that is played is tapped, and nothing else. */
import type { NotebookModule, NoteChoice, NoteLines, NoteQuestion } from '../../lib/notebookModule'
import type { Words } from '../../lib/words'
import { cardOf, type Face, JOKER, unseen } from './cards'
import { COLOURS, VALUES } from './constants'
import { describeFace } from './descriptions'
import NoteSign from './NoteSign.svelte'
import type { View } from './view'

const FACES: readonly Face[] = COLOURS.flatMap((colour) => VALUES.map((value) => ({ value, colour })))

function faces(words: Words, off: (card: string) => boolean): NoteChoice[] {
  return FACES.map((face) => {
    const card = cardOf(face)
    return { value: card, sign: card, label: describeFace(words, face), off: off(card) }
  })
}

/** Who begins, then each card that is played (S16-10), and what a joker is played as (S16-11). */
function next(view: View, picks: readonly string[], words: Words): NoteQuestion | NoteLines | null {
  const { turn } = view
  if (turn === null) {
    if (picks[0]) return { lines: [`*: first ${picks[0]}`] }
    const people = view.counts.map((_, seat) => ({ value: String(seat), label: words.name(seat) }))
    return { ask: words.t('note_first'), choices: people, columns: 2 }
  }
  if (view.stock === 0 && view.counts.every((count) => count === 0)) return null
  const [card, as] = picks
  if (card === undefined) {
    const gone = (one: string) => unseen(view, one) === 0
    const joker = { value: JOKER, sign: JOKER, label: words.t('joker'), off: gone(JOKER) }
    const draw = { value: 'draw', label: words.t('note_draws', { seat: turn }), wide: true }
    const choices = [...faces(words, gone), ...(view.options.jokers ? [joker] : [])]
    const drawn = view.options.draw !== 'auto' && view.stock > 0 ? [draw] : []
    return { ask: words.t('note_plays', { seat: turn }), choices: [...choices, ...drawn], columns: VALUES.length }
  }
  if (card === 'draw') return { lines: [`${turn}: draw`] }
  if (card !== JOKER) return { lines: [`${turn}: play ${card}`] }
  if (as === undefined)
    return { ask: words.t('joker_title'), choices: faces(words, () => false), columns: VALUES.length }
  const face = FACES.find((one) => cardOf(one) === as)!
  return { lines: [`${turn}: play ${JOKER} ${face.value} ${face.colour}`] }
}

export const notebook: NotebookModule<View> = {
  Sign: NoteSign,
  next: (view, _, picks, words) => next(view, picks, words),
  picksOf: () => null,
  certain: () => '',
}
