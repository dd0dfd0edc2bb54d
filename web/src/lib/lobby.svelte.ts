/** The user's tables and the open ones, always up to date. */
import type { Listed } from '../wire'

class Lobby {
  tables = $state.raw<Listed>({ mine: [], open: [] })
}

/** Called by a page component. The socket closes when the page is left, and reconnects when it was lost. */
export function lobby(): Lobby {
  const found = new Lobby()
  $effect(() => {
    let socket: WebSocket
    let closed = false
    let timer = 0
    const connect = () => {
      socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/lobby`)
      socket.onmessage = (event) => (found.tables = JSON.parse(event.data as string))
      socket.onclose = () => {
        if (!closed) timer = window.setTimeout(connect, 2000)
      }
    }
    connect()
    return () => {
      closed = true
      clearTimeout(timer)
      socket.close()
    }
  })
  return found
}
