/** My tables and the open ones, live. */
import type { Listed } from '../wire'

class Lobby {
  tables = $state.raw<Listed>({ mine: [], open: [] })
}

/** Called by a room: the socket closes when the room is left, and comes back by itself when it was lost. */
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
