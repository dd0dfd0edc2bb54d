/** A `rem` in pixels. It grows with the screen, so it is asked for whenever something is measured. */
export function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
