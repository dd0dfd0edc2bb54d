/** The pack as it is written: a colour's letter and a value, "g3", or "joker". */
import type { Laid, View } from './view'

export type Colour = Laid['colour']

export interface Face {
  value: number
  colour: Colour
}

export const COLOURS: readonly Colour[] = ['green', 'orange', 'blue', 'purple']
export const VALUES: readonly number[] = [0, 1, 2, 3, 4, 5, 6]
export const JOKER = 'joker'

/** What stands on a card; a joker is nothing before it is played. */
export function faceOf(card: string): Face | null {
  const colour = COLOURS.find((name) => card !== JOKER && name[0] === card[0])
  return colour ? { value: Number(card[1]), colour } : null
}

export function cardOf(face: Face): string {
  return `${face.colour[0]}${face.value}`
}

/** "play g3", "play joker 3 green": what would lie there. Drawing lays nothing. */
export function laidBy(action: string): Face | null {
  const [, card = '', value, colour] = action.split(' ')
  return colour ? faceOf(`${colour[0]}${value}`) : faceOf(card)
}

/** How many there are of it in the pack. */
export function copies(card: string): number {
  return faceOf(card)?.value === 0 ? 1 : 2
}

/** How many of this card this seat has not seen yet: the pack without what was played and what it holds. */
export function unseen(view: View, card: string): number {
  const shown = [...view.series.flatMap((series) => series.cards), ...view.pile].map((laid) => laid.card)
  return copies(card) - [...shown, ...view.hand].filter((other) => other === card).length
}

/** The cards of a hand, each with a key of its own: there are two of most. */
export function keyed(hand: readonly string[]): { card: string; key: string }[] {
  return hand.map((card, place) => ({
    card,
    key: `${card}-${hand.slice(0, place).filter((one) => one === card).length}`,
  }))
}
