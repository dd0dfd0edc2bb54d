/** What could be known, step by step, from what the server stored with each entry. */
import type { NotebookEntry } from '../wire'

/** What each entry that stands made certain for the first time, by its number. */
export function newlyCertain(entries: readonly NotebookEntry[]): Map<number, Record<string, string>> {
  const known = new Set<string>()
  const found = new Map<number, Record<string, string>>()
  for (const { n, certain = {}, crossed } of entries) {
    if (crossed) continue
    const fresh = Object.entries(certain).filter(([place, value]) => !known.has(`${place} ${value}`))
    for (const [place, value] of fresh) known.add(`${place} ${value}`)
    found.set(n, Object.fromEntries(fresh))
  }
  return found
}
