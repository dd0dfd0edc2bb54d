/** The server in the page's worker, asked as the other one is: requests with responses, and sockets. */
import { addressOf } from '../lib/basePath'
import type { TableSocket } from '../lib/tableConnection'
import type { FromWorker, ToWorker } from './messages'

/** Pyodide, or something that it needs, could not be loaded. */
export class NotLoaded extends Error {}

interface Kit {
  pyodide: string
  python: string
}

const NO_BODY = [204, 205, 304]

class Answer {
  readonly response: Promise<Response>
  private respond!: (response: Response) => void
  private refuse!: (error: unknown) => void
  private body!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  private readonly stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      this.body = controller
    },
  })

  constructor() {
    this.response = new Promise((resolve, reject) => {
      this.respond = resolve
      this.refuse = reject
    })
  }

  head(status: number, type: string): void {
    this.respond(
      new Response(NO_BODY.includes(status) ? null : this.stream, { status, headers: { 'content-type': type } }),
    )
  }

  add(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length) this.body.enqueue(bytes)
  }

  end(): void {
    this.body.close()
  }

  fail(error: unknown): void {
    this.refuse(error)
  }
}

class SocketHere implements TableSocket {
  readyState = 0
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null

  constructor(
    private readonly id: number,
    private readonly post: (message: ToWorker) => void,
  ) {}

  receive(text: string): void {
    this.opened()
    this.onmessage?.(new MessageEvent('message', { data: text }))
  }

  opened(): void {
    if (this.readyState !== 0) return
    this.readyState = 1
    this.onopen?.(new Event('open'))
  }

  closed(code: number): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.(new CloseEvent('close', { code }))
  }

  send(text: string): void {
    this.post({ is: 'say', id: this.id, text })
  }

  close(): void {
    this.post({ is: 'close', id: this.id })
    this.readyState = 3
  }
}

class ServerHere {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  private readonly answers = new Map<number, Answer>()
  private readonly sockets = new Map<number, SocketHere>()
  private last = 0
  private failed: NotLoaded | null = null

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data)
    this.worker.onerror = (event) => this.fail(event.message)
    const ask = async (path: string): Promise<unknown> => (await this.request('GET', path, null)).json()
    window.tablee = { shown: [], ...window.tablee, ask }
    void this.start().catch((error: unknown) => this.fail(String(error)))
  }

  private async start(): Promise<void> {
    const kit = (await (await fetch(addressOf('/offline/kit.json'))).json()) as Kit
    const here = (path: string) => new URL(addressOf(`/${path}`), location.origin).href
    this.post({ is: 'start', start: { pyodide: here(kit.pyodide), python: here(kit.python) } })
  }

  request(method: string, path: string, body: string | null): Promise<Response> {
    if (this.failed) return Promise.reject(this.failed)
    const answer = new Answer()
    this.answers.set(++this.last, answer)
    this.post({ is: 'request', id: this.last, method, path, body })
    return answer.response
  }

  openSocket(path: string): TableSocket {
    const id = ++this.last
    const socket = new SocketHere(id, (message) => this.post(message))
    this.sockets.set(id, socket)
    this.post({ is: 'open', id, path })
    return socket
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message)
  }

  private receive(message: FromWorker): void {
    if (message.is === 'failed') this.fail(message.why)
    else if (message.is === 'head') this.answers.get(message.id)?.head(message.status, message.type)
    else if (message.is === 'body') this.answers.get(message.id)?.add(message.bytes)
    else if (message.is === 'end') {
      this.answers.get(message.id)?.end()
      this.answers.delete(message.id)
    } else if (message.is === 'received') this.sockets.get(message.id)?.receive(message.text)
    else if (message.is === 'closed') {
      this.sockets.get(message.id)?.closed(message.code)
      this.sockets.delete(message.id)
    }
  }

  private fail(why: string): void {
    this.failed ??= new NotLoaded(why)
    for (const answer of this.answers.values()) answer.fail(this.failed)
    this.answers.clear()
    for (const socket of this.sockets.values()) socket.closed(1011)
  }
}

let running: ServerHere | null = null

/** Started when it is first asked. */
export function serverHere(): ServerHere {
  running ??= new ServerHere()
  return running
}
