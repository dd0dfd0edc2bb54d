import { steadyTime } from './steadyTime'

/** The time by the server's clock, updated every second. */
class ServerClock {
  /** By how many milliseconds the server's clock is ahead of this device's. */
  drift = $state(0)
  private local = $state(steadyTime())

  constructor() {
    setInterval(() => (this.local = steadyTime()), 1000)
  }

  get now(): number {
    return this.local + this.drift
  }
}

export const serverClock = new ServerClock()
