// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Play } from '../../lib/boardModule'
import { dispatch, findOne, makePlay, mountAlone } from '../../lib/componentTesting'
import StakeForm from './StakeForm.svelte'
import type { Call, Seen, View } from './view'

const call: Call = { by: 0, kind: 'accuse', last: 1 }
const soldier = (value: number | null, may_be: number[] = []): Seen => ({
  by: 1,
  up: value !== null,
  value,
  may_be,
  back: [],
})
/** As far as a stake reads it: 16 lie open, and the one face down is a 4, a 5, a 6 or a 7. */
const view = { line: [soldier(8), soldier(8), soldier(null, [4, 5, 6, 7])] } as unknown as View
const LEGAL = ['stake 0', 'stake 1 on 0', 'stake 2 on 0']

async function stake(help: 'none' | 'full' = 'none'): Promise<string[]> {
  const acted: string[] = []
  const play: Play<View> = await makePlay('code21', view, { legal: LEGAL }, help)
  mountAlone(StakeForm, { play, call, onact: (action: string) => acted.push(action) })
  return acted
}

function choose(action: string): void {
  const stop = findOne<HTMLInputElement>(`[data-testid="${action}"]`)
  stop.checked = true
  dispatch(stop, new Event('change', { bubbles: true }))
}

function close(): void {
  dispatch(findOne('form'), new SubmitEvent('submit', { bubbles: true, cancelable: true }))
}

test('what may be staked is lit, on either side of nothing', async () => {
  await stake()
  const stops = [...document.querySelectorAll('label')]
  expect(stops.map((one) => one.textContent?.trim())).toEqual(['3', '2', '1', '0', '1', '2', '3'])
  expect(stops.map((one) => one.classList.contains('lit'))).toEqual([false, true, true, true, false, false, false])
})

test('the fist is empty until a stake is chosen, and closes on what was chosen', async () => {
  const acted = await stake()
  close()
  choose('stake 2 on 0')
  expect(findOne('.primary').dataset.action).toBe('stake 2 on 0')
  expect(findOne('.primary').textContent).toContain('on your own side')
  close()
  expect(acted).toEqual(['stake 0', 'stake 2 on 0'])
})

test('what is forbidden can be chosen, looks forbidden, and is sent: the table says why', async () => {
  const acted = await stake()
  choose('stake 3 on 1')
  expect(findOne('.primary').getAttribute('aria-disabled')).toBe('true')
  close()
  expect(acted).toEqual(['stake 3 on 1'])
})

test('how likely each side is right stands there with full help only', async () => {
  await stake()
  expect(findOne('.sides').textContent).not.toContain('%')
  await stake('full')
  const shares = findOne('.sides').textContent?.match(/\d+%/g)
  expect(shares).toEqual(['50%', '50%'])
})
