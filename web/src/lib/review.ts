/** What a review needs: the master's thoughts as they come, the moments that mattered, a table to draw. */
import type { Head, PublicSeat, Refused, Reviewed, Studied } from '../wire'
import { Refusal, request } from './api'

/** One thought a decision, as the server finds them; where it cannot go on, its last word is a refusal. */
export async function* streamReview(record: string, lang: string): AsyncGenerator<Reviewed> {
  const response = await request('POST', '/api/study/review', { record, lang })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  while (true) {
    const { done, value } = await reader.read()
    const lines = (rest + (value ?? '')).split('\n')
    rest = done ? '' : (lines.pop() ?? '')
    for (const line of lines.filter(Boolean)) {
      const said = JSON.parse(line) as Reviewed | Refused
      if ('code' in said) throw new Refusal(said)
      yield said
    }
    if (done) return
  }
}

/** How much a decision cost, as a chance to win. */
export function cost(thought: Reviewed): number {
  return Math.max(0, thought.best_value - thought.did_value)
}

/** Whether it was the master's choice, or as good. */
export function isSame(thought: Reviewed): boolean {
  return thought.best === thought.did || cost(thought) < 0.005
}

/** The decisions that cost most, the dearest first. */
export function turningPoints(thoughts: readonly Reviewed[], many = 5): Reviewed[] {
  return thoughts
    .filter((thought) => cost(thought) >= 0.02)
    .toSorted((a, b) => cost(b) - cost(a))
    .slice(0, many)
}

/** For an axis of whole numbers: one near the middle of its ends, to stand where it lies; none where there is none. */
export function middle(low: number, high: number): number[] {
  const half = Math.floor((low + high) / 2)
  return half > low ? [half] : []
}

/** A record has no table around it: this is what the board is told instead. */
export function recordHead(studied: Studied): Head {
  const chairs = studied.seats.map(
    (name): PublicSeat => ({ name, kind: 'person', level: null, owned: false, here: true, left: null }),
  )
  return {
    id: '',
    game: studied.game,
    version: studied.version,
    options: studied.options,
    join: 'link',
    clock: null,
    fallen: 'wait',
    help: 'none',
    status: 'over',
    chairs,
    pledge: '',
    words: {},
    offer: null,
    after: null,
    again: null,
    ended: null,
    watchers: 0,
    real: false,
    ranks: studied.awaits.ranks,
    lines: studied.lines.length,
    opened: 0,
    touched: 0,
  }
}
