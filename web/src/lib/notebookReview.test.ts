// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { notebookLink, readNotebookLink } from './notebookClient.svelte'
import { newlyCertain } from './notebookReview'

test('what is certain is said with the entry that made it so, and crossed entries do not count', () => {
  const entry = (n: number, certain: Record<string, string>, crossed = false) => ({
    n,
    at: 0,
    lines: [],
    hands: [],
    certain,
    crossed,
  })
  const found = newlyCertain([
    entry(1, {}),
    entry(2, { a: '1', b: '2' }, true),
    entry(3, { a: '3' }),
    entry(4, { a: '3', b: '4' }),
  ])
  expect([...found]).toEqual([
    [1, {}],
    [3, { a: '3' }],
    [4, { b: '4' }],
  ])
})

test('a link names the game, the players and the options, and nothing that was noted', () => {
  const settings = { game: 'coda', names: ['Ana', 'B & Co', 'Cy=7'], seat: 2, options: { jokers: 'on' } }
  const link = notebookLink(settings)
  expect(link.startsWith('/n?')).toBe(true)
  const { seat, ...shared } = settings
  expect(readNotebookLink(new URLSearchParams(link.slice(3)))).toEqual(shared)
  expect(readNotebookLink(new URLSearchParams('game=coda&name=Ana'))).toBeNull()
})
