import { describe, expect, it } from 'vitest'
import type { OwnGame } from '../wire'
import { extremes, lately, smoothed, stretch } from './gameTrend'

const played = (rank: number, accuracy: number | null): OwnGame => ({
  table: 't',
  at: 0,
  seat: 0,
  rank,
  players: 2,
  shared: false,
  reviewed: accuracy !== null,
  accuracy,
})
const theme = (theme: string, decisions: number, accuracy: number | null) => ({ theme, decisions, accuracy })

describe('how games went', () => {
  it('counts all games, and averages those that were reviewed', () => {
    expect(stretch([played(1, 0.5), played(2, null), played(1, 0.7)])).toEqual({ games: 3, won: 2, accuracy: 0.6 })
    expect(stretch([played(2, null)]).accuracy).toBeNull()
  })

  it('compares the last games with as many before, at most ten', () => {
    expect(lately([played(1, 1), played(1, 1), played(2, 0)])).toBeNull()
    const few = lately([played(1, 0.9), played(2, 0.1), played(2, 0.3), played(1, 0.5), played(1, 0.7)])
    expect(few?.before).toEqual({ games: 2, won: 0, accuracy: 0.2 })
    expect(few?.now).toEqual({ games: 2, won: 2, accuracy: 0.6 })
    expect(lately(Array.from({ length: 90 }, () => played(1, null)))?.before.games).toBe(10)
  })

  it('draws a line through the averages of five', () => {
    const games = [played(1, 1), played(1, null), ...Array.from({ length: 6 }, () => played(2, 0))]
    const line = smoothed(games)
    expect(line.map(([place]) => place)).toEqual([0, 2, 3, 4, 5, 6, 7])
    expect(line.map(([, accuracy]) => accuracy)).toEqual([1, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 0, 0])
  })

  it('names a strong and a weak theme only where both are known and differ', () => {
    expect(extremes([theme('a', 9, 0.9), theme('b', 9, 0.4), theme('c', 2, 0)])).toEqual({
      strong: theme('a', 9, 0.9),
      weak: theme('b', 9, 0.4),
    })
    expect(extremes([theme('a', 9, 0.9), theme('b', 4, 0.4)])).toBeNull()
    expect(extremes([theme('a', 9, 0.61), theme('b', 9, 0.6)])).toBeNull()
    expect(extremes([])).toBeNull()
  })
})
