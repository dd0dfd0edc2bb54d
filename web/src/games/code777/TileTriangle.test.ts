// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { dispatch, findOne, makePlay, mountAlone, tap } from '../../lib/componentTesting'
import { Marks } from './pencilMarks'
import TileTriangle from './TileTriangle.svelte'
import { triangleOf } from './triangle'
import type { View } from './view'

/** As far as a pad reads it: two racks are filled for the first time. */
const view = { racks: [[null], [['1g', '2y', '7b']]] } as unknown as View

async function pad(seen: [string, number][], chances: Record<string, number> | null, frozen = false) {
  const memo = new Map<string, unknown>([['pad 0', { rack: 1, tiles: { '6p1': 1, '6p2': 2 }, ticks: [], notes: {} }]])
  const play = await makePlay('code777', view, { notepad: memo, frozen })
  mountAlone(TileTriangle, { words: play.words, rows: triangleOf(new Map(seen), chances), marks: new Marks(play) })
  return memo
}

function cell(name: string): HTMLElement {
  return findOne(`[data-testid=mark-${name}]`)
}

test('there are 28 tiles, and those seen elsewhere are crossed out one by one', async () => {
  await pad([['5r', 2]], null)
  expect(document.querySelectorAll('button')).toHaveLength(28)
  const seen = ['5r1', '5r2', '5r3', '1g1'].map((name) => cell(name).classList.contains('seen'))
  expect(seen).toEqual([true, true, false, false])
  expect(cell('5r2').textContent).toContain('seen elsewhere')
})

test('my own crosses and circles are drawn, and said', async () => {
  await pad([], null)
  expect(cell('6p1').classList.contains('crossed')).toBe(true)
  expect(cell('6p2').classList.contains('circled')).toBe(true)
  expect(cell('6p1').textContent).not.toBe(cell('6p3').textContent?.replace('3 of', '1 of'))
})

test('how likely a tile is mine stands on it, unless it cannot be', async () => {
  await pad([], { '1g,5r,7b': 0.25, '2y,2y,7b': 0.75 })
  const shares = [...document.querySelectorAll('i')].map((share) => share.textContent)
  expect(shares).toEqual(['25%', '75%', '75%', '25%', '100%'])
})

test('a tap is my pencil; in the past it does not write', async () => {
  const written = (memo: Map<string, unknown>) => (memo.get('pad 0') as { tiles: object }).tiles
  let memo = await pad([], null)
  tap('[data-testid=mark-1g1]')
  expect(written(memo)).toEqual({ '1g1': 1, '6p1': 1, '6p2': 2 })
  memo = await pad([], null, true)
  tap('[data-testid=mark-1g1]')
  expect(written(memo)).toEqual({ '6p1': 1, '6p2': 2 })
})

test('arrows walk over it, and stop at its edge', async () => {
  await pad([], null)
  cell('1g1').focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowDown'])
    dispatch(document.activeElement!, new KeyboardEvent('keydown', { key, bubbles: true }))
  expect(document.activeElement?.getAttribute('data-place')).toBe('2.1')
})
