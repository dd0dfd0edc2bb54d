import { describe, expect, it } from 'vitest'
import { afterAnswer, expectedScore, NO_PUZZLES, nextPuzzle, progressIn } from './puzzlePlay'

const puzzle = (number: number, difficulty: number, game = 'coda') => ({ game, number, difficulty, theme: 'certain' })

describe('a rating', () => {
  it('rises the more, the harder the puzzle was', () => {
    const easy = afterAnswer(NO_PUZZLES, puzzle(0, 700), true)
    const hard = afterAnswer(NO_PUZZLES, puzzle(1, 1500), true)
    expect(easy.rating).toBeGreaterThan(NO_PUZZLES.rating)
    expect(hard.rating).toBeGreaterThan(easy.rating)
    expect(expectedScore(1000, 1000)).toBe(0.5)
  })

  it('counts the first answer only', () => {
    const wrong = afterAnswer({ ...NO_PUZZLES, streak: 3 }, puzzle(0, 1000), false)
    expect([wrong.rating, wrong.streak]).toEqual([960, 0])
    expect(afterAnswer(wrong, puzzle(0, 1000), true)).toBe(wrong)
  })

  it('moves less once it is well known', () => {
    const known = afterAnswer({ ...NO_PUZZLES, answered: 40 }, puzzle(0, 1000), true)
    expect([known.rating, known.streak]).toEqual([1012, 1])
  })
})

describe('the next puzzle', () => {
  const all = [puzzle(0, 900), puzzle(1, 1400), puzzle(2, 1050), puzzle(0, 1000, 'sixteen')]

  it('is of the same game, unanswered and about as hard as the rating', () => {
    expect(nextPuzzle(all, NO_PUZZLES, all[0]!)).toBe(all[2])
    const solved = afterAnswer(NO_PUZZLES, all[2]!, true)
    expect(nextPuzzle(all, solved, all[0]!)).toBe(all[1])
  })

  it('is one that was answered before, where all were', () => {
    expect(nextPuzzle(all.slice(0, 1), NO_PUZZLES, all[0]!)).toBeNull()
  })
})

describe('the progress in a theme', () => {
  it('counts what was answered, and what was right at first', () => {
    const all = [puzzle(0, 900), puzzle(1, 1400), puzzle(2, 1050)]
    const before = afterAnswer(afterAnswer(NO_PUZZLES, all[0]!, true), all[1]!, false)
    expect(progressIn(all, afterAnswer(before, all[1]!, true))).toEqual({ answered: 2, right: 1 })
    expect(progressIn(all.slice(2), before)).toEqual({ answered: 0, right: 0 })
  })
})
