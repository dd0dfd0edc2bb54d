/**
 * Shows what happens one line after the other: each to its end, in order, never two at once. It holds only the numbers
 * of lines; what a line looks like is the board's business. The clock is an argument, so that tests can replace it.
 */
import type { Environment } from './tableConnection'

/** How fast lines are shown: the factor of their usual time. */
export const SPEEDS = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 } as const
export type Speed = keyof typeof SPEEDS

/** The line that is being shown. */
export interface Showing {
  n: number
  /** Which of its stages: 0 is the first. */
  stage: number
  /** It was shown before, and is shown again because the player asked for it. */
  again: boolean
}

/** How a line was shown: what a test can check. */
export interface Shown {
  n: number
  from: number
  /** How long it was shown, and how long that was meant to be, in milliseconds. */
  held: number
  meant: number
  again: boolean
}

export class EventQueue {
  showing: Showing | null = null
  private waiting: { n: number; again: boolean }[] = []
  private stages: readonly number[] = []
  private begun = 0
  private timer = 0

  constructor(
    private readonly env: Pick<Environment, 'now' | 'setTimer' | 'clearTimer'>,
    /** How long each stage of line `n` is shown, in milliseconds. None: it is not shown at all. */
    private readonly stagesOf: (n: number) => readonly number[],
    private readonly onchange: (showing: Showing | null) => void = () => {},
    private readonly onshown: (shown: Shown) => void = () => {},
  ) {}

  /** How many lines are shown or wait. */
  get length(): number {
    return this.waiting.length + (this.showing ? 1 : 0)
  }

  /** Lines that have just happened, in order. */
  add(lines: readonly number[]): void {
    this.waiting.push(...lines.map((n) => ({ n, again: false })))
    if (!this.showing) this.begin()
  }

  /** Shows lines again that were shown before. */
  replay(lines: readonly number[]): void {
    this.waiting = [...lines.map((n) => ({ n, again: true })), ...this.waiting]
    if (!this.showing) this.begin()
  }

  /** Everything has been shown: what is now is shown. */
  skip(): void {
    this.waiting = []
    this.next()
  }

  close(): void {
    this.env.clearTimer(this.timer)
  }

  /** Ends the line that is shown: the next one begins. */
  private next(): void {
    if (!this.showing) return
    this.end()
    this.begin()
  }

  private begin(): void {
    const first = this.waiting.shift()
    if (!first) {
      this.change(null)
      return
    }
    this.stages = this.stagesOf(first.n)
    this.begun = this.env.now()
    if (this.stages.length) this.enter({ ...first, stage: 0 })
    else this.begin()
  }

  private enter(showing: Showing): void {
    this.change(showing)
    this.timer = this.env.setTimer(() => this.goOn(showing), this.stages[showing.stage]!)
  }

  private goOn(showing: Showing): void {
    if (showing.stage + 1 < this.stages.length) this.enter({ ...showing, stage: showing.stage + 1 })
    else this.next()
  }

  private end(): void {
    this.env.clearTimer(this.timer)
    const { n, again } = this.showing!
    const meant = this.stages.reduce((sum, stage) => sum + stage, 0)
    this.onshown({ n, again, from: this.begun, held: this.env.now() - this.begun, meant })
    this.showing = null
  }

  private change(showing: Showing | null): void {
    this.showing = showing
    this.onchange(showing)
  }
}
