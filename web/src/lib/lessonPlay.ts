/** A lesson as the page plays it: its lines in one row, and what a board is handed at any of them. Plain data and pure functions. */
import type { Awaits, Head, LessonStep, LogLine, PlayedLesson } from '../wire'
import { recordHead } from './recordPlay'
import { type LineStep, NOTHING } from './tableState'

/** How far somebody is in a lesson, as this browser remembers it. */
export interface LessonProgress {
  /** The step that they are at, counted from 0. */
  step: number
  /** What they did at steps that accept several actions, where it was not the first of these. */
  chosen: Record<string, string>
  /** They have been at the end. */
  done: boolean
}

/** One line with the step that it belongs to. */
export interface TaughtLine extends LineStep {
  step: number
}

/** All lines of a lesson in order: line `n` stands at `n - 1`. */
export function taughtLines(lesson: PlayedLesson): TaughtLine[] {
  let before = lesson.start
  let awaits: Awaits = NOTHING
  const found: TaughtLine[] = []
  for (const [step, { lines, awaits: then }] of lesson.steps.entries()) {
    for (const { told, hand, view } of lines) {
      const line: LogLine = { is: 'line', n: found.length + 1, at: 0, told, hand }
      found.push({ line, before, view, awaits, step })
      before = view
    }
    awaits = then
  }
  return found
}

/** The number of the last line up to this step; 0 before the first. */
export function lastLine(lines: readonly TaughtLine[], step: number): number {
  return lines.filter((one) => one.step <= step).length
}

/** The numbers of the lines that this step begins with. */
export function linesOf(lines: readonly TaughtLine[], step: number): number[] {
  return lines.filter((one) => one.step === step).map(({ line }) => line.n)
}

/** The head of a table that is not there, for a board that expects one. */
export function lessonHead(lesson: PlayedLesson, step: LessonStep): Head {
  const head = recordHead({ ...lesson, lines: [], awaits: step.awaits })
  const over = step.awaits.kind === 'over'
  return { ...head, status: over ? 'over' : 'live', help: lesson.help as Head['help'] }
}

/** In this language, or in the one that every caption has. */
export function inLanguage(caption: Record<string, string> | null | undefined, lang: string): string {
  return caption?.[lang] ?? caption?.en ?? ''
}

/** Marks the places of the board that a step points at, and no others. */
export function markPlaces(board: ParentNode | null, places: readonly string[]): void {
  for (const marked of board?.querySelectorAll('[data-pointed]') ?? []) marked.removeAttribute('data-pointed')
  for (const place of places) {
    for (const found of board?.querySelectorAll(`[data-spot~="${CSS.escape(place)}"]`) ?? [])
      found.setAttribute('data-pointed', '')
  }
}
