// Made by scripts/page_types.py from the Python types: not to be edited.

export interface View {
  options: Options
  seat: number | null
  mission: number | null
  deck: number[]
  turn: number | null
  hand: number[]
  counts: number[]
  unseen: number[][]
  laid: number[][]
  line: Seen[]
  points: number[]
  bank: number | null
  cards: number[][]
  discarded: number[]
  call: Call | null
  staked: boolean[]
  stake: Bet | null
  verdicts: Verdict[]
  scores: number[]
  ranks: number[]
}
export interface Options {
  players: number
  soldiers: number[]
  missions: number[]
  half: 'down' | 'up'
  bank: number | null
  pass_paid_by: 'bank' | 'passer'
  first: number | null
}
/**
 * A soldier on the mission, as far as this seat knows it.
 */
export interface Seen {
  by: number
  up: boolean
  value: number | null
  may_be: number[]
  back: number[]
}
/**
 * A player's claim about the last soldier: the mission has failed (C21-13) or it is a success (C21-14).
 */
export interface Call {
  by: number
  kind: 'accuse' | 'declare'
  last: number
}
/**
 * A stake: nothing has no side (C21-21).
 */
export interface Bet {
  points: number
  side: number | null
}
/**
 * A mission that was verified: all that was turned up and opened.
 */
export interface Verdict {
  mission: number
  soldiers: Soldier[]
  total: number
  call: Call
  stakes: Bet[]
  winner: number
  taken: number
}
/**
 * A soldier on the mission, and the soldiers its player took back at once because of it (C21-41).
 */
export interface Soldier {
  by: number
  value: number
  up: boolean
  back: number[]
}
