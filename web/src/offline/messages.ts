/** What the page and its worker say to each other: requests and sockets, as to a server. */

export interface Start {
  /** Where Pyodide's files are, and the archive with our Python packages. */
  pyodide: string
  python: string
}

export type ToWorker =
  | { is: 'start'; start: Start }
  | { is: 'request'; id: number; method: string; path: string; body: string | null }
  | { is: 'open'; id: number; path: string }
  | { is: 'say'; id: number; text: string }
  | { is: 'close'; id: number }

export type FromWorker =
  | { is: 'started' }
  | { is: 'failed'; why: string }
  | { is: 'head'; id: number; status: number; type: string }
  | { is: 'body'; id: number; bytes: Uint8Array<ArrayBuffer> }
  | { is: 'end'; id: number }
  | { is: 'received'; id: number; text: string }
  | { is: 'closed'; id: number; code: number }
