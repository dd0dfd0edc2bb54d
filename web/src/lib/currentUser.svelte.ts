/** Who this browser's user is to the server. A guest is created only when one is needed. */
import type { Me } from '../wire'
import { call, Refusal } from './api'
import { locale, t } from './locale.svelte'
import { preferences } from './preferences.svelte'

class CurrentUser {
  me = $state.raw<Me | null>(null)

  /** Loads the user of the cookie, if there is one. */
  async load(): Promise<void> {
    try {
      this.me = await call<Me | null>('GET', '/api/me')
      if (!this.me) return
      preferences.name = this.me.name
      if (this.me.lang !== locale.lang) await this.change({ lang: locale.lang })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  /** The user under the name they gave; without one, a guest with a suggested name. Creates the guest if necessary. */
  async ensure(): Promise<Me> {
    const name = preferences.name.trim() || this.suggestName()
    if (!this.me) this.me = await call<Me>('POST', '/api/me', { name, lang: locale.lang })
    else if (this.me.name !== name) await this.change({ name })
    preferences.name = this.me.name
    return this.me
  }

  async change(changes: { name?: string; lang?: string }): Promise<void> {
    if (this.me) this.me = await call<Me>('PATCH', '/api/me', changes)
  }

  /** The name of a bird, for a guest who has not given a name. */
  suggestName(): string {
    const birds = t('birds').split(',')
    return birds[Math.floor(Math.random() * birds.length)]!
  }
}

export const currentUser = new CurrentUser()
