/** The pack as it is written: a colour's letter and a value, "g3", or "joker". */
import { COLOURS, PACK } from './constants'
import type { Laid, View } from './view'

export type Colour = Laid['colour']

export interface Face {
  value: number
  colour: Colour
}

export const JOKER = 'joker'

/** What stands on a card. A joker has no face before it is played. */
export function faceOf(card: string): Face | null {
  const colour = COLOURS.find((name) => card !== JOKER && name[0] === card[0])
  return colour ? { value: Number(card[1]), colour } : null
}

export function cardOf(face: Face): string {
  return `${face.colour[0]}${face.value}`
}

/** The face that "play g3" or "play joker 3 green" would lay on the pile. Drawing lays nothing. */
export function laidBy(action: string): Face | null {
  const [, card = '', value, colour] = action.split(' ')
  return colour ? faceOf(`${colour[0]}${value}`) : faceOf(card)
}

/** How many copies of this card the pack holds (S16-01). */
export function copies(card: string): number {
  return (PACK as Record<string, number>)[card] ?? 0
}

/** How many copies of this card the seat has not seen yet: the pack without the cards played and those in hand. */
export function unseen(view: View, card: string): number {
  const shown = [...view.series.flatMap((series) => series.cards), ...view.pile].map((laid) => laid.card)
  return copies(card) - [...shown, ...view.hand].filter((other) => other === card).length
}

/** The cards of a hand, each with a key of its own: most cards exist twice. */
export function keyed(hand: readonly string[]): { card: string; key: string }[] {
  return hand.map((card, place) => ({
    card,
    key: `${card}-${hand.slice(0, place).filter((one) => one === card).length}`,
  }))
}

/** The seats of a side: one of two players, or two of four who sit opposite each other (S16-12). */
export function members(side: number, players: number): number[] {
  return Array.from({ length: players / 2 }, (_, place) => side + 2 * place)
}

/** The side of a seat (S16-12). */
export function sideOf(seat: number): number {
  return seat % 2
}
