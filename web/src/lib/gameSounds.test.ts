// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Sound } from './boardModule'
import { loudestSound } from './gameSounds.svelte'

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
