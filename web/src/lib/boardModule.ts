/** What a game's board is, and what the page hands to it. A board holds no rule: it shows a view, offers the legal actions, and sends. */
import type { Component } from 'svelte'
import type { Awaits, Head, Helping } from '../wire'
import type { Words } from './words'

/** The question before a dangerous action. */
export interface Confirmation {
  title: string
  text: string
  yes: string
}

/** A player's own marks at this table: stored on the server, seen by nobody else. */
export interface Marks {
  get(key: string): unknown
  set(key: string, value: unknown): void
}

export interface Play<V> {
  view: V
  /** The seat whose view this is; null for a spectator. */
  seat: number | null
  words: Words
  head: Head
  awaits: Awaits
  /** What this seat may do now, in the game's notation. Empty for a past moment, and for a spectator. */
  legal: readonly string[]
  /** A past moment, or somebody else's turn: nothing can be done. */
  frozen: boolean
  /** Something was sent and is not answered yet. */
  busy: boolean
  /** Does it; after a question, if there is one. The server answers what the rules forbid, with the rule. */
  send(action: string, confirmation?: Confirmation): void
  /** At a real table: enters what chance did. */
  fell(action: string): void
  /** What the strongest bot deduces from this view, where the table allows it and the server has answered. */
  deduced: Helping | null
  notepad: Marks
  /** After the game, with everything turned up: the views of all seats, by seat. */
  open: Record<string, V> | null
}

/** What a game's folder provides for the page: `games/<game>/index.ts` exports one as its default. */
export interface BoardModule<V> {
  /** The game's own colour, for the light and the dark theme: `light-dark(…, …)`. */
  accent: string
  /** Whether the board itself has a tray for the outcomes of a real table. */
  tray?: boolean
  Board: Component<{ play: Play<V> }>
  /** The rules in a few pictures; a game from outside has none. */
  Primer?: Component<{ words: Words }>
  /** What this seat is asked to do now, in a few words: "play a card or draw". Empty, if nothing is asked. */
  task(view: V, words: Words, legal: readonly string[]): string
  /** Sentences for a screen reader about changes that the board shows and no line of the log says. */
  changed?(before: V, after: V, words: Words): string[]
  /** Which sound a line of the log makes, if any. */
  sound?(told: string): Sound | null
}

/**
 * What a game from outside may bring: a JavaScript module `board.js` in its package, whose default export is one of
 * these. It draws with the DOM alone, into an element that is its own, and holds no rule either.
 */
export interface OutsideBoard<V> {
  /** The game's own colour: any CSS colour, such as `light-dark(#1d5fa8, #9cc4f2)`. */
  accent?: string
  /** Draws the table into the element for the first time; what it returns redraws it, and clears up at the end. */
  mount(element: HTMLElement, play: Play<V>): { update(play: Play<V>): void; destroy?(): void }
  /** As in `BoardModule`. */
  task?: BoardModule<V>['task']
  changed?: NonNullable<BoardModule<V>['changed']>
  sound?: NonNullable<BoardModule<V>['sound']>
}

export type Sound = 'card' | 'tile' | 'dice' | 'coin' | 'right' | 'wrong'
