/** A network for tests of connections: nothing happens but what the test says. */
import type { Done, Listed, News, Refused } from '../wire'
import type { Environment, TableSocket } from './tableConnection'

export class FakeSocket implements TableSocket {
  readyState = 0
  onopen: TableSocket['onopen'] = null
  onmessage: TableSocket['onmessage'] = null
  onclose: TableSocket['onclose'] = null
  sent: { id: string }[] = []

  constructor(readonly path: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.fail(1000)
  }

  // what the server and the network do

  open(): this {
    this.readyState = 1
    this.onopen?.(new Event('open'))
    return this
  }

  say(message: News | Done | Refused | Listed): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent)
  }

  fail(code = 1006): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.({ code } as CloseEvent)
  }
}

export interface Call {
  method: string
  path: string
  body: unknown
  answer: (value: unknown) => void
  fail: (error: unknown) => void
}

/** Time passes when the test says so; sockets open and calls are answered when the test says so. */
export class FakeEnvironment implements Environment {
  sockets: FakeSocket[] = []
  calls: Call[] = []
  time = 1_000_000
  set = 0 // by how much the device's clock was set
  chance = 1
  private timers = new Map<number, { at: number; work: () => void }>()
  private count = 0

  openSocket = (path: string) => {
    this.sockets.push(new FakeSocket(path))
    return this.socket
  }

  call = <T>(method: string, path: string, body?: unknown) =>
    new Promise<T>((resolve, reject) => {
      this.calls.push({ method, path, body, answer: (value) => resolve(value as T), fail: reject })
    })

  setTimer = (work: () => void, milliseconds: number) => {
    this.timers.set(++this.count, { at: this.time + milliseconds, work })
    return this.count
  }

  clearTimer = (timer: number) => void this.timers.delete(timer)
  now = () => this.time + this.set
  steadyTime = () => this.time
  random = () => this.chance

  get socket(): FakeSocket {
    return this.sockets.at(-1)!
  }

  pass(milliseconds: number): void {
    const end = this.time + milliseconds
    while (true) {
      const due = [...this.timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0]
      if (!due) break
      this.time = due[1].at
      this.timers.delete(due[0])
      due[1].work()
    }
    this.time = end
  }

  get waiting(): number {
    return this.timers.size
  }

  callsTo(method: string, path: string): Call[] {
    return this.calls.filter((call) => call.method === method && call.path.startsWith(path))
  }
}
