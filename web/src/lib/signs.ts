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
