/** How the outcome of chance at a real table is picked from buttons: the text that all outcomes share, and the parts that differ. */
import type { Words } from './words'

export interface OutcomeChoice {
  /** How all outcomes begin in the game's notation: "racked 0 ". */
  stem: string
  /** What follows the stem, by parts: "1g,2y,2y" as ["1g", "2y", "2y"]. One part where one thing is picked. */
  outcomes: readonly (readonly string[])[]
}

/** How to pick one of these outcomes; null where they are not all written alike. */
export function parseOutcomes(legal: readonly string[]): OutcomeChoice | null {
  const cuts = legal.map((outcome) => outcome.lastIndexOf(' ') + 1)
  const stem = legal[0]?.slice(0, cuts[0]) ?? ''
  if (!stem || !legal.every((outcome, place) => outcome.slice(0, cuts[place]) === stem)) return null
  return { stem, outcomes: legal.map((outcome) => outcome.slice(stem.length).split(',')) }
}

/** What can be picked next, after these: whatever is left of an outcome that contains them. */
export function nextParts({ outcomes }: OutcomeChoice, picked: readonly string[]): Set<string> {
  return new Set(outcomes.flatMap((parts) => without(parts, picked) ?? []))
}

/** The outcome that consists of exactly these parts, in the game's notation. */
export function findOutcome({ stem, outcomes }: OutcomeChoice, picked: readonly string[]): string | null {
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

/** The label of one part: "green 3", where the sentence of the whole outcome is "Dealt: green 3". */
export function partLabel(words: Words, stem: string, part: string): string {
  const [before = '', after = ''] = words.move(`${stem}…`).split('…')
  const full = words.move(stem + part)
  return full.startsWith(before) && full.endsWith(after) ? full.slice(before.length, full.length - after.length) : full
}
