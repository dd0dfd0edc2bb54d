// Made by scripts/page_types.py from the Python types: not to be edited.

export interface View {
  options: Options
  seat: number | null
  points: number[]
  turn: number | null
  stock: number
  aside: number
  racks: (string[] | null)[][]
  filling: number[]
  pile: number[]
  turned: number[]
  asking: boolean
  asked: number
  log: (Asked | Declared)[]
  spent: number[]
  ended: string
}
export interface Options {
  players: number
  target: number
  colours: boolean
  show_removed: boolean
  questions: 'cycle' | 'reshuffle'
  declare_again: 'after_asking' | 'any' | 'next_question'
  limit: number
  first: number | null
}
/**
 * A question with its answer (C77-11). `stood`: the asker saw the nth tiles of each rack, counted from 1.
 */
export interface Asked {
  type: 'asked'
  number: number
  by: number
  answer: number | ('equal' | 'first' | 'second')
  stood: number[]
}
/**
 * Declared digits, or tiles with the option `colours` (C77-20), and which tiles stood then.
 */
export interface Declared {
  type: 'declared'
  by: number
  said: (number | string)[]
  right: boolean
  stood: number[]
}
