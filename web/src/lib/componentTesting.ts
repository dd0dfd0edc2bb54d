/** Helpers for the tests of components: mount one alone on a page, press things, and build what a table hands to a board. */
import { type Component, flushSync, mount } from 'svelte'
import type { Head } from '../wire'
import type { Play } from './boardModule'
import { wordsOf } from './locale.svelte'
import { recordHead } from './recordPlay'
import { NOTHING } from './tableState'

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan']

/** Mounts this component alone on an empty page and draws it at once. */
export function mountAlone<P extends Record<string, unknown>>(component: Component<P>, props: P): HTMLElement {
  document.body.replaceChildren()
  mount(component, { target: document.body, props })
  flushSync()
  return document.body
}

/** The one element of the page that matches; none or several are an error. */
export function findOne<E extends HTMLElement>(selector: string): E {
  const [found, ...others] = document.querySelectorAll<E>(selector)
  if (!found || others.length) throw new Error(`${found ? others.length + 1 : 0} of ${selector}`)
  return found
}

/** Sends an event to an element and redraws the page. */
export function dispatch(target: Element, event: Event): void {
  target.dispatchEvent(event)
  flushSync()
}

export function tap(selector: string): void {
  dispatch(findOne(selector), new MouseEvent('click', { bubbles: true, cancelable: true }))
}

/** Ann at a table of people, in English: nothing is due and nothing can be done, unless the test says so. */
export async function makePlay<V>(game: string, view: V, change: Partial<Play<V>> = {}, help: Head['help'] = 'none') {
  const words = await wordsOf(game, 'en')
  const table = { game, version: 1, options: {}, seats: NAMES, lines: [], awaits: NOTHING }
  const head: Head = { ...recordHead(table), id: 'table', help, status: 'live' }
  const play: Play<V> = {
    view,
    seat: 0,
    words: words.among(NAMES),
    head,
    awaits: { ...NOTHING, kind: 'choice', seats: [0] },
    legal: [],
    frozen: false,
    busy: false,
    send: () => {},
    fell: () => {},
    deduced: null,
    notepad: new Map<string, unknown>(),
    open: null,
    event: null,
    hinted: null,
    ...change,
  }
  return play
}
