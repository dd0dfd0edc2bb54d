/** A player's notes at a table: text and the board's pencil marks, stored on the server, seen by nobody else. */
import type { Notes } from '../wire'
import { call } from './api'
import type { Marks } from './boardModule'

const PAUSE = 500 // milliseconds without a change after which the notes are sent
const RETRY = 3000 // milliseconds after a failed attempt

interface Sheet {
  text: string
  marks: Record<string, unknown>
}

export class Notepad implements Marks {
  private sheet = $state<Sheet>({ text: '', marks: {} })
  private timer = 0
  private readonly unsent: UnsentNotes

  /** `table` may be a notebook, with a path of its own. */
  constructor(
    table: string,
    private readonly path = `/api/tables/${table}/notes`,
  ) {
    this.unsent = new UnsentNotes(`tablee notes ${table}`)
  }

  async load(): Promise<void> {
    const { text } = await call<Notes>('GET', this.path)
    if (this.timer) return // what was written meanwhile counts
    const unsent = this.unsent.text
    if (unsent || text) this.sheet = JSON.parse(unsent ?? text) as Sheet
    if (unsent) this.schedule()
  }

  get text(): string {
    return this.sheet.text
  }

  set text(text: string) {
    this.sheet.text = text
    this.schedule()
  }

  get(key: string): unknown {
    return this.sheet.marks[key]
  }

  set(key: string, value: unknown): void {
    if (value === undefined || value === null) delete this.sheet.marks[key]
    else this.sheet.marks[key] = value
    this.schedule()
  }

  private schedule(): void {
    this.unsent.text = JSON.stringify(this.sheet)
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.send(), PAUSE)
  }

  private async send(): Promise<void> {
    const text = JSON.stringify(this.sheet)
    try {
      await call('PUT', this.path, { text })
      if (this.unsent.text === text) this.unsent.text = null
    } catch {
      this.timer = window.setTimeout(() => void this.send(), RETRY)
    }
  }
}

/** What the server does not have yet, stored in the browser: the page may be closed before the notes are sent. */
class UnsentNotes {
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
      // private windows may refuse
    }
  }
}
