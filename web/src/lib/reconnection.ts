/**
 * When to come back after a lost connection or a temporary refusal. All clients of a restarted server lose it in the same
 * moment: each waits for a random part of a pause that doubles, so that they do not come back in the same moment as well.
 */
const FIRST_PAUSE = 1000 // milliseconds
const LONGEST_PAUSE = 5000

/** Close codes after which the server does not want this client back: it may not look here, or there is nothing here. */
export const CLOSED_FOR_GOOD: readonly number[] = [4403, 4404]
/** The close code after which the user is nobody, and may come back as such. */
export const SESSION_ENDED = 4401

/**
 * Milliseconds to wait after this many failures in a row. `random` is from 0 to 1; `retry` is how many seconds the server
 * asked for, if it did.
 */
export function reconnectDelay(failures: number, random: number, retry: number | null = 0): number {
  const pause = Math.min(FIRST_PAUSE * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE)
  return (retry ?? 0) * 1000 + pause * random
}
