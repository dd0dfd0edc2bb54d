/** Who I am to the server. A guest is made when one is needed, never before. */
import type { Me } from '../wire'
import { call, Refusal } from './api'
import { kept } from './kept.svelte'
import { speech, t } from './speech.svelte'

class Myself {
  me = $state.raw<Me | null>(null)

  /** Whoever the cookie says I am; nobody yet is fine. */
  async recall(): Promise<void> {
    try {
      this.me = await call<Me | null>('GET', '/api/me')
      if (!this.me) return
      kept.name = this.me.name
      if (this.me.lang !== speech.lang) await this.change({ lang: speech.lang })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  /** Me, under the name I gave; a guest's, if I gave none. */
  async present(): Promise<Me> {
    const name = kept.name.trim() || this.suggested()
    if (!this.me) this.me = await call<Me>('POST', '/api/me', { name, lang: speech.lang })
    else if (this.me.name !== name) await this.change({ name })
    kept.name = this.me.name
    return this.me
  }

  async change(changes: { name?: string; lang?: string }): Promise<void> {
    if (this.me) this.me = await call<Me>('PATCH', '/api/me', changes)
  }

  /** A bird's name, for who has not given one. */
  suggested(): string {
    const birds = t('birds').split(',')
    return birds[Math.floor(Math.random() * birds.length)]!
  }
}

export const myself = new Myself()
