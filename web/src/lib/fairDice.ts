/**
 * What this page adds to the dice of a table: a random number for each of the user's seats. Its SHA-256 is pledged as
 * soon as there is a seat; the number itself is disclosed when the game starts and all pledges are in. The user does
 * nothing for it.
 */
import type { Head } from '../wire'
import { sha256 } from './sha256'
import type { AskBody } from './tableConnection'

/** Where numbers are kept until the start, so that a page that is loaded again still has them. */
export type NumberStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export class FairDice {
  /** Pledges that were made here, and numbers that were disclosed: each once, whatever news come in between. */
  private pledged = new Set<number>()
  private disclosed = new Set<number>()

  constructor(
    private readonly table: string,
    private readonly ask: (body: AskBody) => Promise<unknown>,
    private readonly store: NumberStore,
    private readonly draw: () => string = drawNumber,
  ) {}

  /** Does what is due: called with every news of the table. */
  update(head: Head, seats: readonly number[]): void {
    if (head.real || head.status !== 'open') {
      if (head.status === 'over') for (const seat of seats) this.store.removeItem(this.key(seat))
      return
    }
    for (const seat of seats) {
      const number = this.store.getItem(this.key(seat))
      const known = number !== null && sha256(number) === head.pledges[seat]
      if (!head.sealed) {
        if (!known && !this.pledged.has(seat)) void this.pledge(seat)
      } else if (known && !head.disclosed.includes(seat) && !this.disclosed.has(seat)) {
        void this.disclose(seat)
      }
    }
    for (const seat of [...this.pledged]) if (!seats.includes(seat)) this.pledged.delete(seat) // left, and may come back
  }

  async pledge(seat: number): Promise<void> {
    const number = this.draw()
    this.pledged.add(seat)
    this.store.setItem(this.key(seat), number)
    await this.ask({ ask: 'pledge', pledge: sha256(number), seat })
  }

  async disclose(seat: number): Promise<void> {
    this.disclosed.add(seat)
    await this.ask({ ask: 'disclose', disclose: this.store.getItem(this.key(seat))!, seat })
  }

  private key(seat: number): string {
    return `dice ${this.table} ${seat}`
  }
}

/** 32 random bytes, as hexadecimal digits. */
export function drawNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
