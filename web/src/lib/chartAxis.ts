/** The marks of a chart's axis. */

/** A whole number near the middle between two ends, if there is one. */
export function middleMark(low: number, high: number): number[] {
  const half = Math.floor((low + high) / 2)
  return half > low ? [half] : []
}
