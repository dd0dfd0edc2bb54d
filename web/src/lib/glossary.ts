/** Finds the terms of a game's glossary in what the page says. */
import type { Term } from './words'

export type Part = { text: string; entry: Term | null }

/** A text in parts: those that are terms have their entry. Each term is found once, where it comes first. */
export function findTerms(glossary: Record<string, Term>, text: string): Part[] {
  const forms = new Map(
    Object.values(glossary).flatMap((entry) =>
      entry.forms.split('|').flatMap((form) => [
        [form, entry],
        [form.charAt(0).toUpperCase() + form.slice(1), entry], // as a sentence begins
      ]),
    ) as [string, Term][],
  )
  if (forms.size === 0) return [{ text, entry: null }]
  const longestFirst = [...forms.keys()].toSorted((a, b) => b.length - a.length)
  const escaped = longestFirst.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${escaped.join('|')})(?![\\p{L}\\d])`, 'gu')
  const parts: Part[] = []
  const found = new Set<Term>()
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const entry = forms.get(match[0])!
    if (found.has(entry)) continue
    found.add(entry)
    parts.push({ text: text.slice(end, match.index), entry: null }, { text: match[0], entry })
    end = match.index + match[0].length
  }
  return [...parts, { text: text.slice(end), entry: null }].filter((part) => part.text)
}
