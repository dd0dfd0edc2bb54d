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
  private readonly unsent: Unsent

  constructor(private readonly table: string) {
    this.unsent = new Unsent(`tablee notes ${table}`)
  }

  async load(): Promise<void> {
    const { text } = await call<Notes>('GET', `/api/tables/${this.table}/notes`)
    if (this.timer) return // what was written meanwhile counts
    const unsent = this.unsent.text
    if (unsent || text) this.sheet = JSON.parse(unsent ?? text) as Sheet
    if (unsent) this.later()
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

  /** Sent when the pencil rests. */
  private later(): void {
    this.unsent.text = JSON.stringify(this.sheet)
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.send(), 500)
  }

  private async send(): Promise<void> {
    const text = JSON.stringify(this.sheet)
    try {
      await call('PUT', `/api/tables/${this.table}/notes`, { text })
      if (this.unsent.text === text) this.unsent.text = null
    } catch {
      this.timer = window.setTimeout(() => void this.send(), 3000)
    }
  }
}

/** What the server does not have yet, remembered by the browser: a page may go in the middle of a stroke. */
class Unsent {
  constructor(private readonly key: string) {}

  get text(): string | null {
    try {
      return localStorage.getItem(this.key)
    } catch {
      return null // private windows may refuse
    }
  }

  set text(text: string | null) {
    try {
      if (text === null) localStorage.removeItem(this.key)
      else localStorage.setItem(this.key, text)
    } catch {
      // as above
    }
  }
}
