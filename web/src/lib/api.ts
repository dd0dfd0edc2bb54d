/** Calls to the server's HTTP API. A refusal is thrown, with the server's own sentence. */
import type { Refused } from '../wire'
import { addressOf } from './basePath'
import { playsHere } from './playHere.svelte'
import { reconnectDelay } from './reconnection'

export class Refusal extends Error {
  readonly code: string
  readonly rule: string | null
  /** Seconds after which the same request may be granted; null: asking again is of no use. */
  readonly retry: number | null

  constructor(answer: Refused) {
    super(answer.why)
    this.code = answer.code
    this.rule = answer.rule ?? null
    this.retry = answer.retry ?? null
  }
}

/** There was no answer, or none that can be read: the network or the server is down. */
export class Unreachable extends Error {}

/** Sends a request and returns the JSON of the answer. */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await request(method, path, body)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as T
}

/** index.html preloads this address. With a query it would be loaded a second time. */
export const GAMES_PATH = '/api/games'

const TRIES = 3 // so often the server is asked for something that it cannot say just then

/** Sends a request. What is only read is asked for again where the server refuses it for now. */
export async function request(method: string, path: string, body?: unknown): Promise<Response> {
  for (let tries = 1; ; tries++) {
    try {
      return await send(method, path, body)
    } catch (error) {
      if (!(error instanceof Refusal) || error.retry === null || method !== 'GET' || tries === TRIES) throw error
      const delay = reconnectDelay(tries, Math.random(), error.retry)
      await new Promise((resume) => setTimeout(resume, delay))
    }
  }
}

/** The page's own server, which is loaded when it is first asked. */
async function askHere(method: string, path: string, body: unknown): Promise<Response> {
  const { serverHere } = await import('../offline/serverHere')
  return serverHere().request(method, path, body === undefined ? null : String(body))
}

async function send(method: string, path: string, body: unknown): Promise<Response> {
  const url = new URL(addressOf(path), location.origin)
  if (path !== GAMES_PATH) url.searchParams.set('lang', document.documentElement.lang)
  const init: RequestInit = { method }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'content-type': 'application/json' }
  }
  let response: Response
  try {
    response = playsHere() ? await askHere(method, path.split('?')[0] + url.search, init.body) : await fetch(url, init)
  } catch {
    throw new Unreachable()
  }
  if (response.ok) return response
  const answer: unknown = await response.json().catch(() => null)
  if (answer && typeof answer === 'object' && 'why' in answer) throw new Refusal(answer as Refused)
  throw new Unreachable()
}
