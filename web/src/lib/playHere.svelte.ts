/**
 * Play without a server: the page then asks a server of its own, in a worker, for everything (`offline/`). What that needs
 * is loaded only then; `keepForLater` has it kept by the browser, so that it is there without a network.
 */
import { addressOf, EXPORTED } from './basePath'

const KEY = 'tablee here'
const KEPT = 'tablee kept'
const AT_ONCE = 4 // files

interface Files {
  pyodide: string
  files: string[]
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // private windows may refuse
  }
}

function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // private windows may refuse
  }
}

const here = EXPORTED || stored(KEY) !== null

/** Whether this page asks its own server. It stays so until the page is loaded anew. */
export function playsHere(): boolean {
  return here
}

/** Whether everything for play without a network was kept by this browser. */
export function isKept(): boolean {
  return stored(KEPT) !== null
}

/** From now on the page asks its own server, or again the other one. */
export function playOn(where: 'here' | 'server'): void {
  store(KEY, where === 'here' ? '1' : null)
  location.assign(addressOf('/'))
}

/** The archive with our Python packages, by the name that it has now. */
export interface Kit {
  pyodide: string
  python: string
}

/** Has everything kept that play without a network needs. `progress` is told the part that is done, from 0 to 1. */
export async function keepForLater(progress: (part: number) => void): Promise<void> {
  if (!navigator.serviceWorker) throw new Error('no service worker')
  await navigator.serviceWorker.ready
  if (!navigator.serviceWorker.controller)
    // at the first visit: what is asked for before is not kept
    await new Promise((taken) => navigator.serviceWorker.addEventListener('controllerchange', taken, { once: true }))
  const kit = await read<Kit>('/offline/kit.json')
  const { files } = await read<Files>('/assets/offline.json')
  const wanted = [kit.python, ...files]
  let done = 0
  const fetchNext = async (): Promise<void> => {
    for (let path = wanted.pop(); path; path = wanted.pop()) {
      const answer = await fetch(addressOf(`/${path}`))
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      await answer.arrayBuffer()
      progress(++done / (files.length + 1))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext))
  void navigator.storage?.persist?.()
  store(KEPT, '1')
}

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(addressOf(path))
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()) as T
}
