/** The time, by the server's clock, every second. */
class Ticking {
  drift = $state(0)
  private mine = $state(Date.now())

  constructor() {
    setInterval(() => (this.mine = Date.now()), 1000)
  }

  get now(): number {
    return this.mine + this.drift
  }
}

export const ticking = new Ticking()
