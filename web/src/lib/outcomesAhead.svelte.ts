/**
 * Outcomes of a real table that were entered before they are due: a player enters a whole hand, while a deal goes round.
 * They are kept in this tab, so that a reload loses none.
 */
export class OutcomesAhead {
  private bySeat = $state.raw<Readonly<Record<number, readonly string[]>>>({})
  private readonly key: string

  constructor(table: string) {
    this.key = `ahead ${table}`
    this.bySeat = JSON.parse(sessionStorage.getItem(this.key) ?? '{}')
  }

  /** Which of these seats has entered its next outcome already. */
  seatAmong(seats: readonly number[]): number | undefined {
    return seats.find((seat) => this.bySeat[seat]?.length)
  }

  keep(seat: number, outcomes: readonly string[]): void {
    this.set({ ...this.bySeat, [seat]: outcomes })
  }

  take(seat: number): string {
    const [next = '', ...rest] = this.bySeat[seat] ?? []
    this.keep(seat, rest)
    return next
  }

  clear(): void {
    if (Object.keys(this.bySeat).length) this.set({})
  }

  private set(kept: Readonly<Record<number, readonly string[]>>): void {
    this.bySeat = kept
    sessionStorage.setItem(this.key, JSON.stringify(kept))
  }
}
