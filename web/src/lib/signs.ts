/** Signs that a game draws itself, wherever its words have a character for them: the leaf on Sixteen's cards for "♣". */
import { getContext, setContext } from 'svelte'

/** Drawn in a square of 100. */
export interface Sign {
  path: string
  ink: string
}
export type Signs = Readonly<Record<string, Sign>>

const KEY = Symbol('signs')

/** For a page that shows a game: all texts in it have the signs of that game. */
export function provideSigns(signs: () => Signs | undefined): void {
  setContext(KEY, signs)
}

/** For a component in such a page. */
export function readSigns(): () => Signs | undefined {
  return getContext<(() => Signs | undefined) | undefined>(KEY) ?? (() => undefined)
}

/** The text in parts: words, and signs that are drawn. */
export function splitSigns(text: string, signs: Signs): (string | Sign)[] {
  const parts: (string | Sign)[] = []
  for (const character of text) {
    const sign = signs[character]
    const last = parts.at(-1)
    if (sign) parts.push(sign)
    else if (typeof last === 'string') parts[parts.length - 1] = last + character
    else parts.push(character)
  }
  return parts
}

/** A sign and what may not stand in another line: the word before it, which it illustrates, and a colon after it. */
export interface TiedSign {
  before: string
  sign: Sign
  after: string
}

const WORD = /\S+ $/
const COLON = /^(?:[\u00A0\u202F]|\S)*/

export function tieSigns(parts: readonly (string | Sign)[]): (string | TiedSign)[] {
  const tied: (string | TiedSign)[] = []
  for (const part of parts) {
    const last = tied.at(-1)
    if (typeof part !== 'string') {
      const before = typeof last === 'string' ? (WORD.exec(last)?.[0] ?? '') : ''
      if (typeof last === 'string') tied[tied.length - 1] = last.slice(0, last.length - before.length)
      tied.push({ before, sign: part, after: '' })
    } else if (last && typeof last !== 'string') {
      last.after = COLON.exec(part)?.[0] ?? ''
      tied.push(part.slice(last.after.length))
    } else tied.push(part)
  }
  return tied
}
