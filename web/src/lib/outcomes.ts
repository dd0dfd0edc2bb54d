/** What chance may have done at a real table, as it is picked: the words around what differs, and what differs. */
import type { Words } from './words'

export interface Picking {
  /** How all of them begin as they are written: "racked 0 ". */
  stem: string
  /** By what is written last: "1g,2y,2y" as ["1g", "2y", "2y"]. One part where one thing is picked. */
  outcomes: readonly (readonly string[])[]
}

/** How to pick one of these; null where they are not all written alike. */
export function picking(legal: readonly string[]): Picking | null {
  const cuts = legal.map((outcome) => outcome.lastIndexOf(' ') + 1)
  const stem = legal[0]?.slice(0, cuts[0]) ?? ''
  if (!stem || !legal.every((outcome, place) => outcome.slice(0, cuts[place]) === stem)) return null
  return { stem, outcomes: legal.map((outcome) => outcome.slice(stem.length).split(',')) }
}

/** What can be picked next, after these: all that is left of an outcome that has them. */
export function nextParts({ outcomes }: Picking, picked: readonly string[]): Set<string> {
  return new Set(outcomes.flatMap((parts) => without(parts, picked) ?? []))
}

/** The outcome that consists of these, as it is written. */
export function whole({ stem, outcomes }: Picking, picked: readonly string[]): string | null {
  const found = outcomes.find((parts) => without(parts, picked)?.length === 0)
  return found ? stem + found.join(',') : null
}

function without(parts: readonly string[], picked: readonly string[]): string[] | null {
  const left = [...parts]
  for (const part of picked) {
    const place = left.indexOf(part)
    if (place < 0) return null
    left.splice(place, 1)
  }
  return left
}

/** What is said of all of them, with a gap: "Dealt: …"; and what fills the gap for one: "green 3". */
export function said(words: Words, stem: string, part: string): string {
  const [before = '', after = ''] = words.move(`${stem}…`).split('…')
  const full = words.move(stem + part)
  return full.startsWith(before) && full.endsWith(after) ? full.slice(before.length, full.length - after.length) : full
}
