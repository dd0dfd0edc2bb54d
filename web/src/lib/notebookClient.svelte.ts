/** One notebook of this user: what the server has of it, and what is asked of it. */
import type { NewNotebook, NotebookAsk, NotebookPage, NotebookSettings } from '../wire'
import { call, Refusal } from './api'
import { t } from './locale.svelte'

export type NotebookChange = Omit<NotebookAsk, 'n'>

export class NotebookClient {
  page = $state.raw<NotebookPage | null>(null)
  /** Why the notebook cannot be shown at all. */
  gone = $state('')
  busy = $state(false)
  refused = $state.raw<{ why: string; rule: string | null } | null>(null)

  constructor(readonly id: string) {
    void this.load()
  }

  private get path(): string {
    return `/api/notebooks/${this.id}`
  }

  async load(): Promise<void> {
    try {
      this.page = await call<NotebookPage>('GET', this.path)
      this.gone = ''
    } catch (error) {
      if (!this.page) this.gone = error instanceof Refusal ? error.message : t('server_away')
    }
  }

  /** Asks for one change. What is refused changes nothing, and is said. */
  async change(change: NotebookChange): Promise<void> {
    if (!this.page || this.busy) return
    this.busy = true
    this.refused = null
    try {
      this.page = await call<NotebookPage>('POST', this.path, { ...change, n: this.page.n })
    } catch (error) {
      this.refused =
        error instanceof Refusal ? { why: error.message, rule: error.rule } : { why: t('server_away'), rule: null }
      if (error instanceof Refusal && error.code === 'changed') await this.load()
    } finally {
      this.busy = false
    }
  }
}

/** Begins a notebook; the address of its page. */
export async function beginNotebook(settings: NotebookSettings): Promise<string> {
  const { id } = await call<NewNotebook>('POST', '/api/notebooks', settings)
  return `/n/${id}`
}

/** A link to a notebook of the same game and the same players, for somebody else: it says nothing of what was noted. */
export function notebookLink({ game, names, options }: NotebookSettings): string {
  const query = new URLSearchParams({ game })
  for (const name of names) query.append('name', name)
  for (const [name, value] of Object.entries(options ?? {})) query.append('option', `${name}=${value}`)
  return `/n?${query}`
}

/** What such a link says; null where it is none. */
export function readNotebookLink(query: URLSearchParams): Omit<NotebookSettings, 'seat'> | null {
  const [game, names] = [query.get('game'), query.getAll('name')]
  if (!game || names.length < 2) return null
  const options = query.getAll('option').map((option) => option.split(/=(.*)/s).slice(0, 2) as [string, string])
  return { game, names, options: Object.fromEntries(options) }
}
