// Made by scripts/page_types.py from the Python types: not to be edited.

export interface View {
  options: Options
  seat: number | null
  casts: number[][]
  casting: number[]
  order: number[]
  year: number
  golden: number
  supply: number
  traders: Trader[]
  turn: Turn | null
  dice: number
  thrown: Thrown | null
  bourse: Year[]
  insolvent: number[]
  at21: number[]
  dead: number[]
  stakes: number[]
  result: Over | null
  spent: Spent | null
}
export interface Options {
  players: number
  goal: 'killer' | 'original' | 'survivor'
  years: number | null
  kills: number
  expert: boolean
  teams: number[][] | null
  penalties: boolean
  free_throw: boolean | 'literal'
  aim_hit: number
  aim_off: number
  off: number
  collection: boolean
  at21: 'frozen' | 'open'
  final: 'balance' | 'raw'
  crisis_supply: number
}
export interface Trader {
  debt: number
  account: number
  crisis: number
  kills: number
  golds: number[]
}
export interface Turn {
  seat: number
  step: 'account' | 'announce' | 'bonus' | 'fine' | 'gift' | 'roll' | 'standing'
  used: boolean
  placed: boolean
  hasty: boolean
  total: number | null
  aim: number | null
  points: number
  gifts: number
}
/**
 * The last roll that counted, as it lies on the table.
 */
export interface Thrown {
  by: number
  total: number
  faces: number[]
  aim: number | null
  hit: boolean
}
/**
 * A block of the Bourse: by trader every debt in its order, and what each starts the next year with.
 *
 *     A trader who was killed for good has no lines later, and no balance.
 */
export interface Year {
  number: number
  lines: Line[][]
  balance: (number | null)[]
}
/**
 * One entry on the Bourse: a debt and, where it changed, the account as its exponent (G21-113).
 */
export interface Line {
  debt: number
  account: number | null
}
/**
 * The game is over. `ranks` by seat: 1 is best, equal seats share a rank. `rule` is the rule that ended it.
 */
export interface Over {
  ranks: number[]
  rule: string
  scores: number[]
}
/**
 * The points used last: without it nobody could see that an account of 0 was made smaller.
 */
export interface Spent {
  by: number
  saved: boolean
  points: number
  use: '+account' | '+debt' | '-account' | '-debt'
  seat: number
}
