/** How the last lines were shown, for tests: `window.tablee.shown`. The table itself holds no more than this of them. */
import type { Shown } from './eventQueue'

const MANY = 200

/** `view` is what the board was handed while the line was shown. */
export type ShownLine = Shown & { view: unknown }

declare global {
  interface Window {
    /** `ask` reads something from the page's own server, where that plays (`offline/`). */
    tablee?: { shown: ShownLine[]; ask?: (path: string) => Promise<unknown> }
  }
}

let drawn: { n: number; view: unknown } | null = null

/** The board is handed this view for line `n`. */
export function recordDrawn(n: number, view: unknown): void {
  drawn = { n, view }
}

export function recordShown(shown: Shown): void {
  window.tablee ??= { shown: [] }
  window.tablee.shown.push({ ...shown, view: drawn?.n === shown.n ? drawn.view : null })
  if (window.tablee.shown.length > MANY) window.tablee.shown.shift()
}
