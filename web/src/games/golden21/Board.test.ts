// @vitest-environment happy-dom
/** The board reveals a line step by step, and lights what a hint proposes. */
import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import type { Play } from '../../lib/boardModule'
import { findOne, makePlay, mountAlone, tap } from '../../lib/componentTesting'
import { ruleVectors } from '../../lib/ruleVectors'
import Board from './Board.svelte'
import type { View } from './view'

const { announcing } = ruleVectors<{ announcing: { view: View }[] }>('golden21')
const begun = announcing.map(({ view }) => view).find(({ turn, traders }) => turn?.seat === 0 && traders.length === 4)!
const before: View = {
  ...begun,
  turn: { ...begun.turn!, step: 'roll', total: 8, aim: null },
  insolvent: [],
  at21: [],
  dead: [],
}
const owing = (view: View, debt: number): View => ({
  ...view,
  traders: view.traders.map((trader, seat) => (seat ? trader : { ...trader, debt })),
})
const after = owing(
  { ...before, turn: { ...begun.turn!, seat: 1 }, thrown: { by: 0, total: 8, faces: [1, 4], aim: null, hit: false } },
  7,
)

async function board(view: View, change: Partial<Play<View>> = {}): Promise<HTMLElement> {
  const play = await makePlay('golden21', view, { legal: [], ...change }, 'book')
  const body = mountAlone(Board, { play })
  flushSync()
  return body
}

const debt = () => document.querySelector('[data-trader="0"] > p.hidden-words')?.textContent ?? ''

test('no debt moves before the dice have landed and their total was read', async () => {
  const start = owing(before, 4)
  const shown = (stage: number) =>
    board(after, { frozen: true, event: { n: 9, told: '*: rolled 1,4', before: start, stage } })
  await shown(0)
  expect(debt()).toContain('debt 4')
  expect(document.querySelector('.verdict.early')).not.toBeNull()
  expect(document.querySelector('[data-testid=total]')).toBeNull()
  await shown(1)
  expect(debt()).toContain('debt 4')
  expect(findOne('[data-testid=total]').textContent).toBe('5')
  expect(document.querySelector('.verdict.early')).toBeNull()
  await shown(2)
  expect(debt()).toContain('debt 7')
  expect(document.querySelector('[data-trader="0"] .owed')?.textContent).toBe('+3')
})

test('a penalty die and a die off the table are named as what they are', async () => {
  const fining: View = { ...before, turn: { ...before.turn!, step: 'fine' } }
  await board(owing(fining, 9), { frozen: true, event: { n: 3, told: '*: fined 4', before: fining, stage: 1 } })
  expect(document.querySelector('.who')?.textContent).toContain('Penalty die: Ann')
  expect(document.querySelector('.verdict')?.textContent).toContain('penalty: +4 debt')
  await board(fining, { frozen: true, event: { n: 2, told: '*: off', before, stage: 1 } })
  expect(document.querySelector('.who')?.textContent).toContain('a die falls off the table')
  expect(document.querySelector('.verdict')?.textContent).toContain('nothing counts')
})

test('what another did is said on the tray', async () => {
  await board(begun, { frozen: true, event: { n: 4, told: '1: bonus +debt 2', before: begun, stage: 0 } })
  expect(document.querySelector('.who')?.textContent).toContain('Ben adds the bonus points to Cleo’s debt')
})

test('a hint lights the total and the button that announces it', async () => {
  const legal = Array.from({ length: 11 }, (_, n) => `announce ${n + 2}`)
  const turn = {
    ...begun,
    dice: 2,
    golden: 2,
    traders: begun.traders.map((trader) => ({ ...trader, crisis: 0 })),
    turn: { ...begun.turn!, step: 'announce' as const },
  }
  await board(turn, { legal, hinted: 'announce 9' })
  expect(document.querySelectorAll('[data-hinted]')).toHaveLength(1)
  expect(findOne('[data-action="announce 9"]').classList.contains('hinted')).toBe(true)
})

test('a hint lights the trader and the use of the points', async () => {
  const bonus: View = { ...begun, turn: { ...begun.turn!, step: 'bonus', points: 4 } }
  const legal = ['bonus -debt 0', 'bonus +debt 2', 'bonus +debt 1']
  await board(bonus, { legal, hinted: 'bonus +debt 2' })
  expect(findOne('article.hinted').dataset.trader).toBe('2')
  expect(findOne('[data-action="bonus +debt 2"]').classList.contains('hinted')).toBe(true)
  tap('[data-testid=trader-1]')
  expect(document.querySelector('[data-action="bonus +debt 1"]')).not.toBeNull()
})

test('a line that ends the year shows the debts that ended it, not those of the next one', async () => {
  const { moments } = ruleVectors<{
    moments: { told: string; before: View; after: View; year: number; out: number[] }[]
  }>('golden21')
  const { told, before, after, out } = moments.find(
    ({ year, out, after }) => year === 1 && out.length && !after.result,
  )!
  await board(after, { seat: null, frozen: true, event: { n: 30, told, before, stage: 2 } })
  const over = document.querySelector(`[data-trader="${out[0]}"] > p.hidden-words`)?.textContent ?? ''
  expect(Number(/debt (\d+)/.exec(over)?.[1])).toBeGreaterThan(21)
  expect(over).toContain('insolvent')
})
