/** A view as a list of labelled values, for a game without a board of its own. */
import type { Words } from './words'

/** A value as it is shown: one text, or a list of labelled values. */
export type Shown = string | { label: string; value: Shown }[]

export interface Field {
  label: string
  value: Shown
}

/** What everybody knows anyway: the page shows these elsewhere. */
const ELSEWHERE = ['options', 'seat']

export function viewFields(view: unknown, words: Words): Field[] {
  return Object.entries(view as Record<string, unknown>)
    .filter(([name]) => !ELSEWHERE.includes(name))
    .map(([name, value]) => ({ label: fieldLabel(name, words), value: shown(name, value, words) }))
}

function fieldLabel(name: string, words: Words): string {
  return words.pages.fields?.[name] ?? name.replaceAll('_', ' ')
}

function shown(name: string, value: unknown, words: Words): Shown {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (words.pages.seat_fields?.includes(name)) return seats(value, words)
  if (Array.isArray(value)) return list(name, value, words)
  if (typeof value === 'object')
    return Object.entries(value).map(([key, inner]) => ({
      label: fieldLabel(key, words),
      value: shown(key, inner, words),
    }))
  return words.term(String(value))
}

function seats(value: unknown, words: Words): string {
  const named = [value].flat(5).map((seat) => (typeof seat === 'number' ? words.name(seat) : '–'))
  return named.join(', ') || '–'
}

/** As many values as players are one for each player; others are a plain list. */
function list(name: string, values: unknown[], words: Words): Shown {
  if (!values.length) return '–'
  if (values.length === words.names.length)
    return values.map((value, seat) => ({ label: words.name(seat), value: shown(name, value, words) }))
  const inner = values.map((value) => shown(name, value, words))
  if (inner.every((value) => typeof value === 'string')) return inner.join(', ')
  return inner.map((value, n) => ({ label: String(n + 1), value }))
}
