/**
 * What a game's board is, and what the page hands to it. A board holds no rule: it shows a view, offers the legal actions,
 * and sends.
 *
 * Its place on the page: the container `board`, between the block at the top and the log's line. A table never scrolls as
 * a page; the container has a height, too, so a board measures itself by `cqi` and `cqh` and by `@container board
 * (max-height: …)`. Its root has `min-height: 100%`, and its last element is the `dock` (base.css): hand and actions under
 * the thumb. On big screens the root font grows, and lengths in `rem` with it. What can be acted on now has the class
 * `lit`, a button that ends a step `primary`; tests/page/test_viewport.py checks that each of them is in sight and can be
 * hit. What `hinted` proposes has the class `hinted` as well.
 *
 * While a line is shown, a tap on the board shows what is now. Where players compose an action in several taps, or take
 * notes, their taps count at any time: such an element, or one around it, has the attribute `data-draft`. What sends the
 * action is among them only if the player could do so before the line came; else they would play on a board that they
 * have not seen. While something is composed, the element that holds it has `data-composing`: no key moment covers it.
 */
import type { Component } from 'svelte'
import type { Awaits, Head, Helping } from '../wire'
import type { NotebookModule } from './notebookModule'
import type { Signs } from './signs'
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

/**
 * What the page is showing now: one line of the log. `view` is the view after it. A board that reveals a line in
 * stages (the dice land, then the total is read, then the debt moves) takes what is not revealed yet from `before`.
 */
export interface ShownEvent<V> {
  /** The number of the event. */
  n: number
  /** The line as this seat was told it, in the game's notation, with who did it: "1: play 8 up", "*: rolled 3,5". */
  told: string
  before: V
  /** Which of the stages that `BoardModule.stages` gave is shown: 0 is the first. */
  stage: number
}

/** Something that briefly fills the board: a verdict, a broken code, the end of a year. */
export interface KeyMoment {
  /** What it is: 'verdict', 'kill', 'year' …; the game's own drawing depends on it. */
  kind: string
  /** For whoever looks: good news, bad news, or neither. */
  tone: 'good' | 'bad' | 'neutral'
  /** In a few words, to this player: "You broke Ana's code". */
  title: string
  text?: string
}

/** One line of the calculation that gives a final score: "medals 22". The last one is the score. */
export interface ScoreLine {
  label: string
  points: number
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
  /** At a real table: enters what chance did; `ahead`, what it will do for the same player, entered at once. */
  fell(action: string, ahead?: readonly string[]): void
  /** What the strongest bot deduces from this view, where the table allows it and the server has answered. */
  deduced: Helping | null
  notepad: Marks
  /** After the game, with everything turned up: the views of all seats, by seat. */
  open: Record<string, V> | null
  /** The line that is being shown; null when nothing moves. */
  event: ShownEvent<V> | null
  /** The legal action that the hint proposes, while it is shown on the board. */
  hinted: string | null
}

/** What a game's folder provides for the page: `games/<game>/index.ts` exports one as its default. */
export interface BoardModule<V> {
  /** The game's own colour, for the light and the dark theme: `light-dark(…, …)`. */
  accent: string
  /** Whether the board itself has a tray for the outcomes of a real table. */
  tray?: boolean
  Board: Component<{ play: Play<V> }>
  /** What the board draws where the game's words have a character: the log then has the same signs. */
  signs?: Signs
  /** The rules in a few pictures; a game from outside has none. */
  Primer?: Component<{ words: Words }>
  /** What this seat is asked to do now, in a few words: "play a card or draw". Empty, if nothing is asked. */
  task(view: V, words: Words, legal: readonly string[]): string
  /** Sentences for a screen reader about changes that the board shows and no line of the log says. */
  changed?(before: V, after: V, words: Words): string[]
  /** Which sound a line of the log makes, if any. */
  sound?(told: string): Sound | null
  /**
   * How long each stage of a line is shown at normal speed, in milliseconds; without this, one stage of default length.
   * `told` is the whole line, as in `ShownEvent`. Views may be of any seat, or of a spectator.
   */
  stages?(told: string, before: V, after: V): readonly number[]
  /** From which stage on a line says and sounds its outcome: 0 is the first; without this, from its last stage on. */
  revealedAt?(told: string): number
  /** The key moments that a line is, one after the other, in words for this seat (null: a spectator). Most are none. */
  keyMoment?(
    told: string,
    before: V,
    after: V,
    seat: number | null,
    words: Words,
  ): KeyMoment | readonly KeyMoment[] | null
  /** Draws a key moment in the game's own style, over the board. */
  Moment?: Component<{ moment: KeyMoment; play: Play<V> }>
  /** The help on the board of a puzzle, where it does not give the answer away; without this, none. */
  puzzleHelp?: 'book'
  /** How one player at a real table notes what they see and hear. */
  notebook?: NotebookModule<V>
  /** How the final score of a seat came about, line by line. */
  scoreLines?(view: V, seat: number, words: Words): readonly ScoreLine[]
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
