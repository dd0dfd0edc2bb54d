/** A socket to the page's own server, which is loaded first. */
import type { TableSocket } from './tableConnection'

export class SocketHere implements TableSocket {
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null
  private socket: TableSocket | null = null
  private closed = false

  constructor(path: string) {
    void this.open(path)
  }

  private async open(path: string): Promise<void> {
    const { serverHere } = await import('../offline/serverHere')
    if (this.closed) return
    this.socket = serverHere().openSocket(path)
    this.socket.onopen = (event) => this.onopen?.(event)
    this.socket.onmessage = (event) => this.onmessage?.(event)
    this.socket.onclose = (event) => this.onclose?.(event)
  }

  get readyState(): number {
    return this.closed ? 3 : (this.socket?.readyState ?? 0)
  }

  send(text: string): void {
    this.socket?.send(text)
  }

  close(): void {
    this.closed = true
    this.socket?.close()
  }
}
