/** Cards and what they do, in words. */
import { speech } from '../../lib/speech.svelte'
import type { Words } from '../../lib/words'
import { type Face, faceOf, JOKER } from './cards'
import { made, type Table } from './series'
import type { Laid } from './view'

export function saidFace(words: Words, face: Face): string {
  return words.t(`card_${face.colour}`, { value: face.value })
}

export function saidCard(words: Words, card: string): string {
  const face = faceOf(card)
  return face ? saidFace(words, face) : words.t('joker')
}

export function saidLaid(words: Words, laid: Laid): string {
  const face = saidFace(words, laid)
  return words.t('pile_card', { card: laid.card === JOKER ? words.t('joker_as', { card: face }) : face, by: laid.by })
}

/** What comes of playing it. */
export function saidPlay(words: Words, table: Table, face: Face): string {
  const kind = made(table, face)
  const leads = words.t(kind ? `leads_${kind}` : 'leads_to', { total: table.total + face.value })
  return words.t('play', { card: saidFace(words, face), leads })
}

/** The seats of a side: with two players one, with four two who sit opposite (S16-12). */
export function members(side: number, players: number): number[] {
  return Array.from({ length: players / 2 }, (_, place) => side + 2 * place)
}

export function saidSide(words: Words, side: number, players: number): string {
  return speech.join(members(side, players).map((seat) => words.name(seat)))
}
