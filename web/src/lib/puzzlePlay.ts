/** Puzzles as this browser remembers them: what was solved, the streak, and a rating. Plain data and pure functions. */
import type { AskedPuzzle, Head, ListedPuzzle } from '../wire'
import { recordHead } from './recordPlay'

export interface PuzzleProgress {
  rating: number
  /** How many puzzles were answered for the first time. */
  answered: number
  /** The first answer to each puzzle, by its address: whether it was right. */
  first: Record<string, boolean>
  /** How many were right at first, one after the other, until now. */
  streak: number
}

export const NO_PUZZLES: PuzzleProgress = { rating: 1000, answered: 0, first: {}, streak: 0 }

const EARLY = 80 // how far a rating moves while it is still new,
const LATE = 24 // and later
const NEW = 15 // answers

export function puzzlePath(puzzle: Pick<ListedPuzzle, 'game' | 'number'>): string {
  return `/puzzles/${puzzle.game}/${puzzle.number + 1}`
}

/** How likely somebody of this rating is to solve a puzzle of this difficulty. */
export function expectedScore(rating: number, difficulty: number): number {
  return 1 / (1 + 10 ** ((difficulty - rating) / 400))
}

/** After an answer. Only the first one to a puzzle counts. */
export function afterAnswer(before: PuzzleProgress, puzzle: ListedPuzzle, right: boolean): PuzzleProgress {
  const key = puzzlePath(puzzle)
  if (key in before.first) return before
  const weight = before.answered < NEW ? EARLY : LATE
  const gained = weight * (Number(right) - expectedScore(before.rating, puzzle.difficulty))
  return {
    rating: Math.max(100, Math.round(before.rating + gained)),
    answered: before.answered + 1,
    first: { ...before.first, [key]: right },
    streak: right ? before.streak + 1 : 0,
  }
}

/** The puzzles of one theme that were answered, and how many of these were right at first. */
export function progressIn(
  all: readonly ListedPuzzle[],
  progress: PuzzleProgress,
): { answered: number; right: number } {
  const first = all.map((one) => progress.first[puzzlePath(one)])
  return {
    answered: first.filter((one) => one !== undefined).length,
    right: first.filter((one) => one === true).length,
  }
}

/** Among those that were not answered yet, the one whose difficulty is nearest to the rating; then any other. */
export function nextPuzzle(
  all: readonly ListedPuzzle[],
  progress: PuzzleProgress,
  now: Pick<ListedPuzzle, 'game' | 'number'>,
): ListedPuzzle | null {
  const others = all.filter((one) => one.game === now.game && one.number !== now.number)
  const open = others.filter((one) => !(puzzlePath(one) in progress.first))
  const far = (one: ListedPuzzle) => Math.abs(one.difficulty - progress.rating)
  return (open.length ? open : others).toSorted((a, b) => far(a) - far(b))[0] ?? null
}

/** The head of a table that is not there, for a board that expects one. */
export function puzzleHead(puzzle: AskedPuzzle, help: Head['help'] = 'none'): Head {
  return { ...recordHead({ ...puzzle, lines: [] }), help, status: 'live' }
}
