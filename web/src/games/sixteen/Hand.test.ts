// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { findOne, makePlay, mountAlone, tap } from '../../lib/componentTesting'
import Hand from './Hand.svelte'
import type { View } from './view'

const view: View = {
  options: { players: 2, match: true, jokers: true, bonus: true, draw: 'auto', third: 'refused', first: null },
  seat: 0,
  hand: ['b5', 'g2', 'joker'],
  counts: [3, 3],
  stock: 20,
  turn: 0,
  to_deal: 0,
  drawing: false,
  drawn: 0,
  pile: [{ card: 'o6', value: 6, colour: 'orange', by: 1 }],
  total: 11,
  won: [0, 0],
  series: [],
}
const quiet = { hand: view.hand, declaring: false, ondeclare: () => {}, onpeek: () => {} }

test('what may be played is lit, and only that', async () => {
  mountAlone(Hand, { ...quiet, play: await makePlay('sixteen', view, { legal: ['play b5', 'draw'] }) })
  const lit = [...document.querySelectorAll('button.lit')].map((button) => button.getAttribute('data-action'))
  expect(lit).toEqual(['play b5'])
  expect(findOne('[data-action="play g2"]').getAttribute('aria-disabled')).toBe('true')
})

test('what a card makes is said where the table keeps books, and not where it does not', async () => {
  mountAlone(Hand, { ...quiet, play: await makePlay('sixteen', view, {}, 'book') })
  expect(findOne('[data-action="play b5"]').dataset.makes).toBe('sixteen')
  expect(findOne('[data-action="play g2"]').dataset.makes).toBe('13')
  mountAlone(Hand, { ...quiet, play: await makePlay('sixteen', view) })
  expect(findOne('[data-action="play b5"]').dataset.makes).toBeUndefined()
})

test('a card is played by a tap; a joker asks first what it is', async () => {
  const sent: string[] = []
  let asked = 0
  const play = await makePlay('sixteen', view, {
    legal: ['play b5', 'play joker 5 blue'],
    send: (action) => sent.push(action),
  })
  mountAlone(Hand, { ...quiet, play, ondeclare: () => asked++ })
  tap('[data-action="play b5"]')
  expect(sent).toEqual(['play b5'])
  tap('[data-testid=joker]')
  expect([sent.length, asked]).toEqual([1, 1])
})

test('in the past there is nothing to tap, and the cards are said all the same', async () => {
  mountAlone(Hand, { ...quiet, play: await makePlay('sixteen', view, { frozen: true }) })
  expect(document.querySelectorAll('button')).toHaveLength(0)
  expect(document.querySelectorAll('li .hidden-words')).toHaveLength(3)
})
