/** The master bot's review of a record: its thoughts as the server sends them, and which decisions mattered. */
import type { Refused, Reviewed } from '../wire'
import { Refusal, request } from './api'

/** One thought for each decision, as the server finds them. A refusal, which may come at any time, is thrown. */
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
