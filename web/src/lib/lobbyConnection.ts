/** The connection to the lobby: a socket that comes back by itself, unless the server does not want it back. */
import type { Listed, Refused } from '../wire'
import { CLOSED_FOR_GOOD, reconnectDelay } from './reconnection'
import type { Environment, TableSocket } from './tableConnection'

export class LobbyConnection {
  private socket: TableSocket | null = null
  private failures = 0
  private closed = false
  private timer = 0
  /** The seconds after which the server wants to be asked again, if it said so. */
  private retry: number | null = null

  constructor(
    private readonly env: Pick<Environment, 'openSocket' | 'setTimer' | 'clearTimer' | 'random'>,
    private readonly onchange: (tables: Listed) => void,
  ) {
    this.connect()
  }

  close(): void {
    this.closed = true
    this.env.clearTimer(this.timer)
    this.socket?.close()
  }

  private connect(): void {
    const socket = this.env.openSocket('/api/lobby')
    this.socket = socket
    this.retry = null
    socket.onmessage = (event) => this.receive(JSON.parse(event.data as string))
    socket.onclose = (event) => this.reconnect(event.code)
  }

  private receive(message: Listed | Refused): void {
    if ('refused' in message) this.retry = message.retry ?? null
    else {
      this.failures = 0
      this.onchange(message)
    }
  }

  private reconnect(code: number): void {
    if (this.closed || CLOSED_FOR_GOOD.includes(code)) return
    this.failures++
    const delay = reconnectDelay(this.failures, this.env.random(), this.retry)
    this.timer = this.env.setTimer(() => this.connect(), delay)
  }
}
