// Made by scripts/page_types.py from the Python types: not to be edited.

export interface View {
  options: Options
  seat: number | null
  phase: 'arrange' | 'attack' | 'deal' | 'draw' | 'first' | 'over' | 'pick' | 'place' | 'show' | 'take'
  turn: number | null
  codes: Seen[][]
  /**
   * @minItems 2
   * @maxItems 2
   */
  table: [number, number]
  black: number
  hand: Seen[]
  taking: ('black' | 'white') | null
  drawn: Seen | null
  right: boolean
  missed: boolean
  out: number[]
  winner: number | null
}
export interface Options {
  players: number
  jokers: boolean
  dealing: 'choose' | 'random'
  joker_ban: boolean
  first: number | null
}
/**
 * A tile as one seat sees it: from behind only its colour.
 */
export interface Seen {
  colour: 'black' | 'white'
  tile: string | null
  up: boolean
  since: number
  guesses: Guess[]
}
/**
 * A player's guess at a hidden tile.
 */
export interface Guess {
  by: number
  value: string
}
