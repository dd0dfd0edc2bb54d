/** What a board is, and what it is handed. A board holds no rule: it shows a view, offers what is legal, and sends. */
import type { Component } from 'svelte'
import type { Awaits, Head, Helping } from '../wire'
import type { Words } from './words'

/** What is said before something dangerous is done. */
export interface Sure {
  title: string
  text: string
  yes: string
}

/** My own marks at this table: kept on the server, seen by nobody else. */
export interface Memo {
  get(key: string): unknown
  set(key: string, value: unknown): void
}

export interface Play<V> {
  view: V
  /** Whose eyes these are; null: who watches. */
  seat: number | null
  words: Words
  head: Head
  awaits: Awaits
  /** What this seat may do now, in the game's notation. Empty in the past, and for who watches. */
  legal: readonly string[]
  /** A moment of the past, or somebody else's turn to look: nothing can be done. */
  frozen: boolean
  /** Something was sent and is not answered yet. */
  busy: boolean
  /** Does it; after a question, if it is dangerous. What the rules forbid is answered by the server, with the rule. */
  send(action: string, sure?: Sure): void
  /** At a real table: says what chance did. */
  fell(action: string): void
  /** What the strongest bot can work out from this view, where the table allows it and the server has answered. */
  deduced: Helping | null
  memo: Memo
  /** With everything turned up: the views of all seats, by seat. */
  open: Record<string, V> | null
}

/** What a game's folder holds for the page: `games/<game>/index.ts` exports one as its default. */
export interface Box<V> {
  /** The game's own colour, by day and by lamplight: `light-dark(…, …)`. */
  accent: string
  /** Whether the board itself has a tray for what fell at a real table. */
  tray?: boolean
  Board: Component<{ play: Play<V> }>
  /** The rules in a few pictures. */
  Primer: Component<{ words: Words }>
  /** What is asked of this seat now, in a few words: "play a card or draw". Empty, if nothing is. */
  task(view: V, words: Words, legal: readonly string[]): string
  /** What the lines of the log do not say and the eyes see, for who listens: sentences of what is different now. */
  changed?(before: V, after: V, words: Words): string[]
  /** Which sound a line of the log makes, if any. */
  sound?(told: string): Sound | null
}

export type Sound = 'card' | 'tile' | 'dice' | 'coin' | 'right' | 'wrong'
