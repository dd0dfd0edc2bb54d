/** A flick: a pointer that is let go while it moves. */
export interface Point {
  x: number
  y: number
  /** In milliseconds. */
  at: number
}

const LOOK_BACK = 90 // milliseconds whose movement counts
const FASTEST_REST = 350 // pixels a second: what is slower is put down, not thrown
const SHORTEST = 24 // pixels: a tap that trembles is no flick

/** The speed in pixels a second with which the dice are let go; null where they are put down. */
export function flickOf(trail: readonly Point[]): { x: number; y: number } | null {
  const [first, last] = [trail[0], trail.at(-1)]
  if (!first || !last || Math.hypot(last.x - first.x, last.y - first.y) < SHORTEST) return null
  const recent = trail.find(({ at }) => last.at - at <= LOOK_BACK) ?? last
  const seconds = Math.max(0.008, (last.at - recent.at) / 1000)
  const speed = { x: (last.x - recent.x) / seconds, y: (last.y - recent.y) / seconds }
  return Math.hypot(speed.x, speed.y) < FASTEST_REST ? null : speed
}
