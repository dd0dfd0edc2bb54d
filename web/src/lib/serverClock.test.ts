import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.useRealTimers())

test('the time by the server goes on steadily when the clock of the device is set', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval'] })
  const { serverClock } = await import('./serverClock.svelte')
  serverClock.drift = 4000
  vi.advanceTimersByTime(1000)
  const before = serverClock.now
  vi.setSystemTime(Date.now() + 2 * 3_600_000)
  vi.advanceTimersByTime(1000)
  expect(serverClock.now - before).toBeCloseTo(1000)
})
