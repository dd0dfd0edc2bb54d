// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Confirmation } from '../../lib/boardModule'
import { findOne, makePlay, mountAlone, tap } from '../../lib/componentTesting'
import Rack from './Rack.svelte'
import type { Seen, View } from './view'

const hidden = (colour: Seen['colour']): Seen => ({ colour, tile: null, up: false, since: 0, guesses: [] })
const view: View = {
  options: { players: 2, jokers: false, dealing: 'random', joker_ban: false, first: null },
  seat: 0,
  phase: 'attack',
  turn: 0,
  codes: [
    [
      { ...hidden('black'), tile: 'b2' },
      { ...hidden('white'), tile: 'w7' },
    ],
    [hidden('white'), { ...hidden('black'), tile: 'b4', up: true }, hidden('black')],
  ],
  table: [5, 6],
  black: 5,
  hand: [],
  taking: null,
  drawn: null,
  right: false,
  missed: false,
  out: [],
  winner: null,
}
const quiet = { view, targets: new Set<string>(), onchoose: () => {} }

test('of another code, what may be attacked is lit; what is turned up is a picture', async () => {
  const play = await makePlay('coda', view)
  mountAlone(Rack, { ...quiet, play, seat: 1, targets: new Set(['1 0', '1 2']) })
  const lit = [...document.querySelectorAll('li')].map((tile) => !!tile.querySelector('.spot.lit'))
  expect(lit).toEqual([true, false, true])
  expect(document.querySelectorAll('[data-testid^=tile-1-]')).toHaveLength(2)
  expect(findOne('[role=img]').getAttribute('aria-label')).toContain('4')
})

test('a tap on a hidden tile chooses it', async () => {
  const chosen: string[] = []
  mountAlone(Rack, {
    ...quiet,
    play: await makePlay('coda', view),
    seat: 1,
    onchoose: (piece) => chosen.push(piece.key),
  })
  tap('[data-testid=tile-1-2]')
  expect(chosen).toEqual(['1:s2'])
})

test('my own tile is turned up only after a question', async () => {
  const sent: [string, Confirmation | undefined][] = []
  const shows: View = { ...view, phase: 'show' }
  const legal = ['show 0', 'show 1']
  const play = await makePlay('coda', shows, { legal, send: (action, sure) => sent.push([action, sure]) })
  mountAlone(Rack, { ...quiet, view: shows, play, seat: 0 })
  tap('[data-action="show 1"]')
  expect(sent[0]?.[0]).toBe('show 1')
  expect(sent[0]?.[1]?.title).toContain('7')
})

test('who watches can touch nothing', async () => {
  mountAlone(Rack, { ...quiet, play: await makePlay('coda', view, { seat: null, frozen: true }), seat: 1 })
  expect(document.querySelectorAll('button')).toHaveLength(0)
})
