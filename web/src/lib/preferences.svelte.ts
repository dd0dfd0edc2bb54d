/** What this browser remembers: language, name, look, sounds. They live in localStorage; without it, for one visit. */
import type { Speed } from './eventQueue'
import { type Lang, matchLanguage } from './languages'
import type { LessonProgress } from './lessonPlay'
import type { Company, Help } from './openTable'
import { NO_PUZZLES, type PuzzleProgress } from './puzzlePlay'

export interface Preferences {
  lang: Lang
  name: string
  /** The names of the other players at this screen, from the second seat on. */
  others: string[]
  theme: 'auto' | 'light' | 'dark'
  sound: boolean
  /** From 0 to 1. */
  volume: number
  /** Whether a phone vibrates when something happens. */
  haptics: boolean
  /** How fast the page shows what happens. */
  speed: Speed
  notify: boolean
  patterns: boolean
  /** Whether single keys do things, beside Tab, Enter and the arrows. */
  keys: boolean
  /** With whom a table was opened last. */
  company: Company
  /** At a real table: whether one player alone takes notes, where the game has a notebook. */
  notebook: boolean
  /** The help that was chosen last, for each kind of company; else what is suggested. */
  helpWith: Partial<Record<Company, Help>>
  /** The level of bots that was chosen last; null: what is suggested. */
  level: string | null
  /** The levels of single bots that differ from it, from the second seat on. */
  levels: (string | null)[]
  /** How far the user is in each lesson, by its game. */
  lessons: Record<string, LessonProgress>
  /** What was solved, and the rating that comes of it. */
  puzzles: PuzzleProgress
}

const KEY = 'tablee'
const phone = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

function defaults(): Preferences {
  return {
    lang: matchLanguage(navigator.language),
    name: '',
    others: [],
    theme: 'auto',
    sound: !phone,
    volume: 0.7,
    haptics: phone,
    speed: 'normal',
    notify: false,
    patterns: true,
    keys: true,
    company: 'bots',
    notebook: true,
    helpWith: {},
    level: null,
    levels: [],
    lessons: {},
    puzzles: NO_PUZZLES,
  }
}

function load(): Preferences {
  try {
    return { ...defaults(), ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return defaults()
  }
}

export const preferences: Preferences = $state(load())

/** Saves every change. Called once, by the page. */
export function savePreferences(): void {
  $effect(() => {
    const text = JSON.stringify(preferences)
    try {
      localStorage.setItem(KEY, text)
    } catch {
      // private windows may refuse
    }
  })
}
