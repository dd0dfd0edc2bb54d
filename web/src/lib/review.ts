/** The master bot's review of a record: its thoughts as the server sends them, and how each seat played at the end. */
import type { Appraised, Refused, Reviewed } from '../wire'
import { Refusal, request } from './api'

/** One thought for each decision, as the server finds them, and last an appraisal. A refusal, which may come at any
 *  time, is thrown. */
export async function* streamReview(
  of: { record: string } | { table: string },
  lang: string,
): AsyncGenerator<Reviewed | Appraised> {
  const response = await request('POST', '/api/study/review', { ...of, lang, appraise: true })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  while (true) {
    const { done, value } = await reader.read()
    const lines = (rest + (value ?? '')).split('\n')
    rest = done ? '' : (lines.pop() ?? '')
    for (const line of lines.filter(Boolean)) {
      const said = JSON.parse(line) as Reviewed | Appraised | Refused
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

/** What makes no difference, as a chance to win. */
const SMALL = 0.005

/** Whether it was the master's choice, or as good. */
export function isSame(thought: Reviewed): boolean {
  return thought.best === thought.did || cost(thought) < SMALL
}

/** Whether an action of this value is as good as the best one. */
export function isBest(value: number, thought: Reviewed): boolean {
  return thought.best_value - value < SMALL
}
