/** The user's unfinished games, as the shelf shows them. */
import type { Head } from '../wire'

/** So many games against bots are shown at once; the others are one tap away. */
export const SHOWN_AT_ONCE = 3

export interface UnfinishedGames {
  /** Tables with other people: they wait. */
  withOthers: Head[]
  /** Games alone against bots. */
  alone: Head[]
}

/** Both kinds, newest first. */
export function sortUnfinished(mine: readonly Head[]): UnfinishedGames {
  const unfinished = mine.filter((head) => head.status !== 'over').sort((a, b) => lastTouched(b) - lastTouched(a))
  return { withOthers: unfinished.filter((head) => !isSolo(head)), alone: unfinished.filter(isSolo) }
}

function lastTouched(head: Head): number {
  return head.touched || head.opened
}

/** One person among bots. A bot that plays for somebody stands for that person. */
function isSolo(head: Head): boolean {
  const people = head.chairs.filter((chair) => chair.kind !== 'bot' || chair.owned)
  return people.length === 1 && people[0]!.kind !== 'open' && people[0]!.kind !== 'link'
}
