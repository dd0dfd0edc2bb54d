// Made by scripts/page_types.py from the Python types: not to be edited.

export interface View {
  options: Options
  seat: number | null
  hand: string[]
  counts: number[]
  stock: number
  turn: number | null
  to_deal: number
  drawing: boolean
  drawn: number
  pile: Laid[]
  total: number
  /**
   * @minItems 2
   * @maxItems 2
   */
  won: [number, number]
  series: Series[]
}
/**
 * `goal` and `pack` are values of the rules: a variant of the game has other ones (docs/adding-a-game.md).
 */
export interface Options {
  players: number
  match: boolean
  jokers: boolean
  bonus: boolean
  draw: 'auto' | 'loose' | 'strict'
  third: 'forgiven' | 'refused'
  first: number | null
}
/**
 * A card on the pile: a joker with the value and colour it was given (S16-11).
 */
export interface Laid {
  card: string
  value: number
  colour: 'blue' | 'green' | 'orange' | 'purple'
  by: number
}
/**
 * A pile that was won (S16-30).
 */
export interface Series {
  kind: 'bust' | 'match' | 'match+sixteen' | 'sixteen'
  side: number
  cards: Laid[]
  worth: number
}
