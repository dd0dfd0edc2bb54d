// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { BoardModule, KeyMoment } from '../lib/boardModule'
import { findOne, makePlay, mountAlone, tap } from '../lib/componentTesting'
import { Deductions } from '../lib/deductions.svelte'
import { locale } from '../lib/locale.svelte'
import type { TableClient } from '../lib/tableClient.svelte'
import { NOTHING, type SeatState } from '../lib/tableState'
import GameLog from './GameLog.svelte'
import GameResult from './GameResult.svelte'
import HintBar from './HintBar.svelte'
import KeyMomentOverlay from './KeyMomentOverlay.svelte'

beforeEach(() => locale.setLanguage('en'))

// ---- the end ------------------------------------------------------------------------

const board = {
  scoreLines: (_: unknown, seat: number) =>
    seat === 2
      ? []
      : [22, 15, 37].map((points, n) => ({ label: ['medals', 'missions', 'total'][n]!, points: points - seat })),
} as unknown as BoardModule<unknown>

async function result(seats: number[]): Promise<void> {
  const { head, words } = await makePlay('code21', {})
  const awaits = { ...NOTHING, kind: 'over' as const, ranks: [1, 2, 3], scores: [37, 36, 4] }
  const seen = { seat: 0, awaits, view: {}, lines: [], steps: [] } as unknown as SeatState
  mountAlone(GameResult, { table: { head, seats } as unknown as TableClient, seen, words, board })
}

test('the end tells the player who won, and how each score came about, line by line', async () => {
  await result([0])
  expect(findOne('h2').textContent).toBe('You win')
  expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([true, false])
  const sum = [...document.querySelectorAll('details:first-child tr')].slice(0, 3).map((row) => row.textContent)
  expect(sum).toEqual(['medals22', 'missions15', 'total37'])
  expect(document.querySelectorAll('li')[2]?.textContent).toContain('Cleo')
})

test('a score below nought has the same minus everywhere', async () => {
  const { head, words } = await makePlay('golden21', {})
  const awaits = { ...NOTHING, kind: 'over' as const, ranks: [1, 2], scores: [-7, 3], rule: 'G21-61' }
  const seen = { seat: 0, awaits, view: {}, lines: [], steps: [] } as unknown as SeatState
  const lines = [5, -12, -7].map((points) => ({ label: 'part', points }))
  const scored = { scoreLines: (_: unknown, seat: number) => (seat ? [] : lines) } as unknown as BoardModule<unknown>
  mountAlone(GameResult, { table: { head, seats: [0] } as unknown as TableClient, seen, words, board: scored })
  const said = findOne('[data-testid=result]').textContent ?? ''
  expect(said.match(/.\d+/g)).toEqual(expect.arrayContaining(['−7', '−12']))
  expect(said.replace('G21-61', '')).not.toMatch(/-\d/)
})

test('at a shared screen the end speaks of the winner by name', async () => {
  await result([0, 1])
  expect(findOne('h2').textContent).toBe('Ann wins')
})

// ---- hints --------------------------------------------------------------------------

async function hint(change: Partial<Deductions>): Promise<{ played: string[] }> {
  const seen = { played: [] as string[] }
  const { words } = await makePlay('code21', {})
  const deductions = Object.assign(new Deductions(), change)
  const onplay = (action: string) => void seen.played.push(action)
  mountAlone(HintBar, { deductions, words, seat: 0, showing: false, onplay, onclose: () => {} })
  return seen
}

test('a hint says what and why, and one tap plays it', async () => {
  const weighed = [{ do: 'pass', value: 0.6, why: 'Nothing is lost.' }]
  const seen = await hint({ asked: true, latest: { n: 1, worlds: null, chances: null, weighed } })
  expect(findOne('[role=status]').textContent).toContain('Nothing is lost.')
  tap('[data-testid=play-hint]')
  expect(seen.played).toEqual(['pass'])
})

test('a hint is never silent: it thinks, is refused with a reason, or says that it is not my turn', async () => {
  await hint({ asked: true })
  expect(findOne('[role=status]').textContent).toContain('Thinking')
  let asked = 0
  await hint({ asked: true, refused: 'Too many hints.', ask: () => void asked++ })
  expect(findOne('[role=status]').textContent).toContain('Too many hints.')
  tap('button:not(.quiet)')
  expect(asked).toBe(1)
  await hint({})
  expect(findOne('[role=status]').textContent).toContain('not your turn')
})

// ---- key moments ----------------------------------------------------------------------

test('a key moment is drawn without a drawing of the board, takes no focus, and ends on a tap', async () => {
  const moment: KeyMoment = { kind: 'verdict', tone: 'bad', title: 'Wrong', text: 'It was 7.' }
  let ended = 0
  const play = await makePlay<unknown>('code21', {})
  mountAlone(KeyMomentOverlay, { moment, play, board: null, onskip: () => void ended++ })
  expect(findOne('[data-moment=verdict]').textContent).toContain('It was 7.')
  expect(findOne('[data-moment]').getAttribute('aria-hidden')).toBe('true')
  expect(document.querySelectorAll('button, [tabindex]')).toHaveLength(0)
  tap('[data-moment]')
  expect(ended).toBe(1)
})

// ---- since my last turn -----------------------------------------------------------------

test('the log marks what happened since my last turn, and shows it again on a tap', async () => {
  const { words } = await makePlay('code21', {})
  const lines = [3, 4, 5].map((n) => ({ n, told: '1: pass', hand: null }))
  let again = 0
  mountAlone(GameLog, { lines, words, at: null, onpick: () => {}, since: 4, onreplay: () => void again++ })
  expect(document.querySelectorAll('li.late')).toHaveLength(2)
  expect(findOne('li.since').textContent).toContain('Since your last turn')
  tap('li.since button')
  expect(again).toBe(1)
})
