/**
 * What a game's folder provides for a notebook: which question comes next, given what was tapped so far, and how the
 * answers look. The notebook holds no rule: what cannot be is refused by the server, with the rule.
 */
import type { Component } from 'svelte'
import type { Words } from './words'

/** One big button. */
export interface NoteChoice {
  value: string
  /** In words: it is read out, and shown where there is no sign. */
  label: string
  /** What `Sign` draws. */
  sign?: string
  /** It cannot be: it was tapped already, or is seen elsewhere. */
  off?: boolean
  /** It has a row of its own. */
  wide?: boolean
}

/** A question, with one tap for each answer. */
export interface NoteQuestion {
  ask: string
  choices: NoteChoice[]
  /** How many buttons stand in a row, on a phone. */
  columns: number
  /** What was tapped before and belongs to the same answer: the first tiles of a row. */
  picked?: readonly NoteChoice[]
}

/** All is said: these lines are noted. */
export interface NoteLines {
  lines: string[]
}

export interface NotebookModule<V> {
  /** The next question; null where nothing can be noted any more. */
  next(view: V, seat: number, picks: readonly string[], words: Words): NoteQuestion | NoteLines | null
  /** What was done on the board by whoever keeps the notebook, as the taps that say the same; null: none do. */
  picksOf(action: string, view: V): string[] | null
  Sign: Component<{ sign: string }>
  /** What was certain, as a sentence: `place` is a name that the game's part `notebook.py` gave. */
  certain(place: string, value: string, view: V, words: Words): string
}

/** A question with a single answer is not asked: it counts as answered. */
export function nextQuestion<V>(
  module: NotebookModule<V>,
  view: V,
  seat: number,
  picks: readonly string[],
  words: Words,
): { step: NoteQuestion | NoteLines | null; picks: readonly string[] } {
  const step = module.next(view, seat, picks, words)
  const [only, ...others] = step && 'choices' in step ? step.choices : []
  if (!only || others.length) return { step, picks }
  return nextQuestion(module, view, seat, [...picks, only.value], words)
}
