import { expect, test } from 'vitest'
import type { Head } from '../wire'
import { drawNumber, FairDice } from './fairDice'
import { sha256 } from './sha256'
import type { AskBody } from './tableConnection'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const head = (more: Partial<Head> = {}): Head =>
  ({ status: 'open', real: false, pledges: {}, disclosed: [], sealed: 0, ...more }) as unknown as Head

function dice(store = storage()) {
  const asked: AskBody[] = []
  const fair = new FairDice(
    't',
    async (body) => void asked.push(body),
    store,
    () => 'ab'.repeat(32),
  )
  return { asked, fair, store }
}

test('a number is pledged for each seat, once, before the start', () => {
  const { asked, fair } = dice()
  fair.update(head(), [0, 2])
  fair.update(head(), [0, 2])
  const pledge = sha256('ab'.repeat(32))
  expect(asked).toEqual([
    { ask: 'pledge', pledge, seat: 0 },
    { ask: 'pledge', pledge, seat: 2 },
  ])
})

test('it is disclosed when the table is sealed, and not before', () => {
  const { asked, fair } = dice()
  fair.update(head(), [1])
  const pledges = { 1: sha256('ab'.repeat(32)) }
  fair.update(head({ pledges }), [1])
  expect(asked).toHaveLength(1)
  fair.update(head({ pledges, sealed: 5 }), [1])
  fair.update(head({ pledges, sealed: 5 }), [1])
  expect(asked.slice(1)).toEqual([{ ask: 'disclose', disclose: 'ab'.repeat(32), seat: 1 }])
})

test('a page that is loaded again still has its number', () => {
  const { fair, store } = dice()
  fair.update(head(), [0])
  const again = dice(store)
  again.fair.update(head({ pledges: { 0: sha256('ab'.repeat(32)) }, sealed: 5 }), [0])
  expect(again.asked).toEqual([{ ask: 'disclose', disclose: 'ab'.repeat(32), seat: 0 }])
})

test('another page of the same user pledges anew, once: the two do not go on for ever', () => {
  const { asked, fair } = dice()
  fair.update(head({ pledges: { 0: 'f'.repeat(64) } }), [0])
  fair.update(head({ pledges: { 0: 'e'.repeat(64) } }), [0])
  expect(asked).toHaveLength(1)
})

test('nothing is pledged at a real table, nor once the game has begun', () => {
  const { asked, fair } = dice()
  fair.update(head({ real: true }), [0])
  fair.update(head({ status: 'live' }), [0])
  expect(asked).toEqual([])
})

test('numbers are 64 hexadecimal digits, and differ', () => {
  expect(drawNumber()).toMatch(/^[0-9a-f]{64}$/)
  expect(drawNumber()).not.toBe(drawNumber())
})
