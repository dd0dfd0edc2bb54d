/** Cards and what they do, in words. */
import { locale } from '../../lib/locale.svelte'
import type { Words } from '../../lib/words'
import { type Face, faceOf, JOKER, members } from './cards'
import { seriesFrom, type Table } from './series'
import type { Laid } from './view'

export function describeFace(words: Words, face: Face): string {
  return words.t(`card_${face.colour}`, { value: face.value })
}

export function describeCard(words: Words, card: string): string {
  const face = faceOf(card)
  return face ? describeFace(words, face) : words.t('joker')
}

/** A card on the pile, and who played it. */
export function describeLaid(words: Words, laid: Laid): string {
  const face = describeFace(words, laid)
  return words.t('pile_card', { card: laid.card === JOKER ? words.t('joker_as', { card: face }) : face, by: laid.by })
}

/** A card in hand, and what playing it would make. */
export function describePlay(words: Words, table: Table, face: Face): string {
  const kind = seriesFrom(table, face)
  const leads = words.t(kind ? `leads_${kind}` : 'leads_to', { total: table.total + face.value })
  return words.t('play', { card: describeFace(words, face), leads })
}

/** The names of a side's players. */
export function describeSide(words: Words, side: number, players: number): string {
  return locale.join(members(side, players).map((seat) => words.name(seat)))
}
