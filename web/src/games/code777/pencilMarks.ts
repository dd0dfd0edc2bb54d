/** My own pencil marks: one sheet for each seat, a blank one whenever my tiles are new. */
import type { Play } from '../../lib/boardModule'
import type { View } from './view'

/** 1: crossed out; 2: circled. */
export type Mark = 0 | 1 | 2

interface Sheet {
  rack: number
  tiles: Record<string, Mark>
  ticks: number[]
  notes: Record<string, string>
}

export class Marks {
  private readonly key: string
  private readonly rack: number

  constructor(private readonly play: Play<View>) {
    const seat = play.seat ?? 0
    this.key = `pad ${seat}`
    this.rack = play.view.racks[seat]!.length
  }

  /** A spectator has no pad, and marks cannot be changed while an earlier moment is shown. */
  get fixed(): boolean {
    return this.play.frozen
  }

  private get sheet(): Sheet {
    const kept = this.play.seat === null ? undefined : (this.play.notepad.get(this.key) as Sheet | undefined)
    return kept?.rack === this.rack ? kept : { rack: this.rack, tiles: {}, ticks: [], notes: {} }
  }

  private write(change: Partial<Sheet>): void {
    if (!this.fixed) this.play.notepad.set(this.key, { ...this.sheet, ...change })
  }

  tile(name: string): Mark {
    return this.sheet.tiles[name] ?? 0
  }

  /** Crossed out, circled, plain again. */
  turn(name: string): void {
    const { [name]: mark = 0, ...others } = this.sheet.tiles
    this.write({ tiles: mark === 2 ? others : { ...others, [name]: (mark + 1) as Mark } })
  }

  ticked(question: number): boolean {
    return this.sheet.ticks.includes(question)
  }

  tick(question: number): void {
    const others = this.sheet.ticks.filter((other) => other !== question)
    this.write({ ticks: this.ticked(question) ? others : [...others, question] })
  }

  note(question: number): string {
    return this.sheet.notes[question] ?? ''
  }

  jot(question: number, text: string): void {
    this.write({ notes: { ...this.sheet.notes, [question]: text } })
  }
}
