/** Milliseconds since 1970 by this device. Unlike `Date.now()` this does not jump when the device's clock is set. */
export function steadyTime(): number {
  return performance.timeOrigin + performance.now()
}
