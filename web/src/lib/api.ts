/** The server's HTTP side. What it refuses is thrown, with the server's own sentence. */
import type { Refused } from '../wire'

export class Refusal extends Error {
  readonly code: string
  readonly rule: string | null

  constructor(answer: Refused) {
    super(answer.why)
    this.code = answer.code
    this.rule = answer.rule ?? null
  }
}

/** No answer at all: the network, or a server that is away. */
export class Away extends Error {}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await answered(method, path, body)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as T
}

/** index.html asks for it before any script is there; by another address it would be asked for twice. */
export const SHELF = '/api/games'

export async function answered(method: string, path: string, body?: unknown): Promise<Response> {
  const url = new URL(path, location.origin)
  if (path !== SHELF) url.searchParams.set('lang', document.documentElement.lang)
  const init: RequestInit = { method }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'content-type': 'application/json' }
  }
  let response: Response
  try {
    response = await fetch(url, init)
  } catch {
    throw new Away()
  }
  if (response.ok) return response
  const answer: unknown = await response.json().catch(() => null)
  if (answer && typeof answer === 'object' && 'why' in answer) throw new Refusal(answer as Refused)
  throw new Away()
}
