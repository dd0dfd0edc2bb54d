// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { dispatch, findOne, makePlay, mountAlone } from '../../lib/componentTesting'
import AnnouncementDial, { type Odds } from './AnnouncementDial.svelte'

async function dial(value: number, odds: Odds[] | null = null): Promise<number[]> {
  const picked: number[] = []
  const { words } = await makePlay('golden21', null)
  mountAlone(AnnouncementDial, { low: 2, high: 12, value, odds, words, onpick: (total: number) => picked.push(total) })
  return picked
}

function press(key: string): void {
  dispatch(findOne('[role=slider]'), new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

test('arrows turn the needle, and never beyond what the dice can make', async () => {
  let picked = await dial(7)
  for (const key of ['ArrowRight', 'ArrowDown', 'Home', 'End', 'PageUp', 'x']) press(key)
  expect(picked).toEqual([8, 6, 2, 12, 12])
  picked = await dial(2)
  press('ArrowLeft')
  expect(picked).toEqual([2])
})

test('the number that the needle points at is said, and drawn in the middle', async () => {
  await dial(9)
  expect(findOne('[role=slider]').getAttribute('aria-valuenow')).toBe('9')
  expect(document.querySelector('.value')?.textContent).toBe('9')
  expect(document.querySelectorAll('.ray.here')).toHaveLength(1)
})

test('the odds stand around it only where the table agreed on them', async () => {
  await dial(7)
  expect(document.querySelector('.chance')).toBeNull()
  expect(document.querySelectorAll('.ray.plain')).toHaveLength(11)
  const odds = Array.from(
    { length: 11 },
    (_, n): Odds => ({ chance: n === 5 ? 0.25 : 0.05, owing: n === 5 ? 'gold' : 'in' }),
  )
  await dial(7, odds)
  expect(document.querySelector('.chance')?.textContent).toContain('25%')
  expect(document.querySelectorAll('.star')).toHaveLength(1)
  const [usual, likeliest] = [0, 5].map((n) => reach(document.querySelectorAll('.ray')[n]!))
  expect(likeliest).toBeGreaterThan(3 * usual!)
})

/** How long a ray is. */
function reach(ray: Element): number {
  const [x1, y1, x2, y2] = (ray.getAttribute('d') ?? '').match(/[\d.]+/g)!.map(Number) as [
    number,
    number,
    number,
    number,
  ]
  return Math.hypot(x2 - x1, y2 - y1)
}
