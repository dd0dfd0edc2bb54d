// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Sound } from './boardModule'
import { loudestSound, soundSince } from './gameSounds.svelte'

const lines = ['0: play', '*: rolled', '1: won', '0: play'].map((told, place) => ({
  is: 'line' as const,
  n: place + 1,
  at: 0,
  told,
}))
const sounds: Record<string, Sound> = { play: 'card', rolled: 'dice', won: 'right' }
const soundOf = (told: string) => sounds[told] ?? null

test('of all that happened since, the most telling is heard', () => {
  expect(loudestSound(lines, 0, soundOf)).toBe('right')
  expect(loudestSound(lines.slice(0, 2), 0, soundOf)).toBe('dice')
  expect(loudestSound(lines, 3, soundOf)).toBe('card')
})

test('where nothing happened, or a board has no sounds, there is none', () => {
  expect(loudestSound(lines, 4, soundOf)).toBeNull()
  expect(loudestSound(lines, 0, () => null)).toBeNull()
})

test('an outcome has its sound when it is told, not before', () => {
  const said = (told: string) => ({ is: 'line' as const, n: 5, at: 0, told })
  const outcome = (told: string): Sound | null =>
    told.endsWith('= right') ? 'right' : told === 'rolled' ? 'dice' : null
  const since = (heard: string, told: string) => soundSince({ n: 5, told: heard }, [said(told)], outcome)
  expect(soundSince({ n: 4, told: '0: play' }, [said('1: guess 3')], outcome)).toBeNull()
  expect(since('1: guess 3', '1: guess 3 = right')).toBe('right')
  expect(since('1: guess 3 = right', '1: guess 3 = right')).toBeNull()
  expect(soundSince(null, [said('1: guess 3 = right')], outcome)).toBeNull() // before the first look
  expect(soundSince({ n: 6, told: '' }, [said('1: guess 3 = right')], outcome)).toBeNull() // shown again
})
