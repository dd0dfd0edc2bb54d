/** My notes at a table: words and the board's pencil marks, kept on the server, seen by nobody else. */
import type { Notes } from '../wire'
import { call } from './api'
import type { Memo } from './board'

interface Sheet {
  text: string
  marks: Record<string, unknown>
}

export class Notepad implements Memo {
  private sheet = $state<Sheet>({ text: '', marks: {} })
  private timer = 0

  constructor(private readonly table: string) {}

  async load(): Promise<void> {
    const { text } = await call<Notes>('GET', `/api/tables/${this.table}/notes`)
    if (text && !this.timer) this.sheet = JSON.parse(text) as Sheet // what was written meanwhile counts
  }

  get text(): string {
    return this.sheet.text
  }

  set text(text: string) {
    this.sheet.text = text
    this.later()
  }

  get(key: string): unknown {
    return this.sheet.marks[key]
  }

  set(key: string, value: unknown): void {
    if (value === undefined || value === null) delete this.sheet.marks[key]
    else this.sheet.marks[key] = value
    this.later()
  }

  /** Written down when the pencil rests. */
  private later(): void {
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.save(), 500)
  }

  private async save(): Promise<void> {
    try {
      await call('PUT', `/api/tables/${this.table}/notes`, { text: JSON.stringify(this.sheet) })
    } catch {
      this.timer = window.setTimeout(() => void this.save(), 3000)
    }
  }
}
