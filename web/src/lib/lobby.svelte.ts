/** The user's tables and the open ones, always up to date. */
import type { Listed } from '../wire'
import { browser } from './browserEnvironment'
import { LobbyConnection } from './lobbyConnection'

class Lobby {
  tables = $state.raw<Listed>({ mine: [], open: [] })
}

/** Called by a page component. The socket closes when the page is left, and reconnects when it was lost. */
export function lobby(): Lobby {
  const found = new Lobby()
  $effect(() => {
    const connection = new LobbyConnection(browser, (tables) => (found.tables = tables))
    return () => connection.close()
  })
  return found
}
