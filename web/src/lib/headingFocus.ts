/** After a link within the page: the heading of the new page gets the focus and names the tab, for screen readers. */
import { SERVER_NAME } from './pageMeta'

const SETTLE_TIME = 300 // milliseconds

let before: string | null = null

/** Called when the address has changed. The returned function stops it. */
export function focusHeading(path: string): () => void {
  const followed = before !== null && before !== path
  before = path
  let timer = 0
  const observer = new MutationObserver(look)
  function look(): void {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    observer.disconnect()
    // a table sets its own title: whose turn it is
    if (!path.startsWith('/t/')) document.title = path === '/' ? SERVER_NAME : `${heading.textContent} · ${SERVER_NAME}`
    if (!followed) return
    // Not at once: a screen reader would also read what the page builds in its first moment, and the heading may change.
    timer = window.setTimeout(() => {
      const settled = document.querySelector<HTMLElement>('main h1') ?? heading
      settled.tabIndex = -1
      if (document.activeElement === document.body) settled.focus({ preventScroll: true })
    }, SETTLE_TIME)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}
