/** What this browser remembers: language, look, sounds. A browser that refuses to remember is no reason to fail. */
import type { Lang } from './words'

export interface Kept {
  lang: Lang
  name: string
  /** Who plays with me at this screen, from the second on. */
  others: string[]
  theme: 'auto' | 'light' | 'dark'
  sound: boolean
  notify: boolean
  patterns: boolean
  /** Whether single keys do things, beside Tab, Enter and the arrows. */
  keys: boolean
  help: 'none' | 'book' | 'full'
  level: string
}

const KEY = 'tablee'
const phone = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

function usual(): Kept {
  const lang: Lang = navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en'
  return {
    lang,
    name: '',
    others: [],
    theme: 'auto',
    sound: !phone,
    notify: false,
    patterns: true,
    keys: true,
    help: 'book',
    level: 'club',
  }
}

function load(): Kept {
  try {
    return { ...usual(), ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return usual()
  }
}

export const kept: Kept = $state(load())

/** Writes down whatever changes. Called once, by the page. */
export function keep(): void {
  $effect(() => {
    const text = JSON.stringify(kept)
    try {
      localStorage.setItem(KEY, text)
    } catch {
      // private windows may refuse
    }
  })
}

/** How long a movement lasts, in milliseconds: none where people asked for none. */
export function lasts(milliseconds: number): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : milliseconds
}
