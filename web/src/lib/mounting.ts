/** For the tests of components: one alone on a page, and what a table hands to a board. */
import { type Component, flushSync, mount } from 'svelte'
import type { Head } from '../wire'
import type { Play } from './board'
import { wordsOf } from './speech.svelte'
import { headOf } from './study'
import { NOTHING } from './table.svelte'

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan']

/** The page that this component has to itself; what it shows is there at once. */
export function mounted<P extends Record<string, unknown>>(component: Component<P>, props: P): HTMLElement {
  document.body.replaceChildren()
  mount(component, { target: document.body, props })
  flushSync()
  return document.body
}

/** The one thing on the page that is meant. */
export function only<E extends HTMLElement>(selector: string): E {
  const [found, ...others] = document.querySelectorAll<E>(selector)
  if (!found || others.length) throw new Error(`${found ? others.length + 1 : 0} of ${selector}`)
  return found
}

/** Taps or presses it, and waits until the page has taken note. */
export function happen(target: Element, event: Event): void {
  target.dispatchEvent(event)
  flushSync()
}

export function tap(selector: string): void {
  happen(only(selector), new MouseEvent('click', { bubbles: true, cancelable: true }))
}

/** Ann at a table of people, in English: nothing is due, nothing can be done, unless the test says so. */
export async function playing<V>(game: string, view: V, change: Partial<Play<V>> = {}, help: Head['help'] = 'none') {
  const words = await wordsOf(game, 'en')
  const table = { game, version: 1, options: {}, seats: NAMES, lines: [], awaits: NOTHING, figures: {} }
  const head: Head = { ...headOf(table), id: 'table', help, status: 'live' }
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
    memo: new Map<string, unknown>(),
    open: null,
    ...change,
  }
  return play
}
