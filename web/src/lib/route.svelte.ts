import { addressOf, pathOf } from './basePath'
import { playsHere } from './playHere.svelte'

/** The address that the page shows, as state. */
class Route {
  path = $state(pathOf(location.pathname) ?? location.pathname)
  query = $state.raw(new URLSearchParams(location.search))
  hash = $state(location.hash.slice(1))

  constructor() {
    const asked = this.query.get('to') // a static host knows no other page than the first: see `sw.js` and `404.html`
    if (asked?.startsWith('/')) this.go(asked, true)
    addEventListener('popstate', () => this.read())
    addEventListener('hashchange', () => this.read())
  }

  private read(): void {
    this.path = pathOf(location.pathname) ?? location.pathname
    this.query = new URLSearchParams(location.search)
    this.hash = location.hash.slice(1)
  }

  /** The parts of the path: /t/abc is ['t', 'abc']. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decodeURIComponent)
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', addressOf(path))
    else history.pushState(null, '', addressOf(path))
    this.read()
    if (!this.hash) scrollTo(0, 0)
  }
}

/** A file of the page's own server, which no browser could ask for. */
async function saveFromHere(path: string): Promise<void> {
  const { request } = await import('./api')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await (await request('GET', path)).blob())
  link.download = path.startsWith('/api/tables/') ? 'tablee.game' : 'tablee.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export const route = new Route()

/** Follows a link within this page without loading it anew. */
export function followLink(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a')
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const path = pathOf(link.pathname)
  if (playsHere() && link.origin === location.origin && path?.startsWith('/api/')) {
    event.preventDefault()
    void saveFromHere(path + link.search)
    return
  }
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return
  if (path === null || path.startsWith('/api/')) return
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return
  event.preventDefault()
  route.go(path + link.search + link.hash)
}
