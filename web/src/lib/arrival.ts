/** Where a link has led, for who does not see it: the title of the room has the focus, and gives the tab its name. */
const SETTLES = 300 // milliseconds

let before: string | null = null

/** To be called when the address is another one; until the next. */
export function arrive(path: string): () => void {
  const followed = before !== null && before !== path
  before = path
  let settling = 0
  const watch = new MutationObserver(look)
  function look(): void {
    const title = document.querySelector<HTMLElement>('main h1')
    if (!title) return
    watch.disconnect()
    if (!path.startsWith('/t/')) document.title = path === '/' ? 'Tablée' : `${title.textContent} · Tablée` // a table says whose turn it is
    if (!followed) return
    // Not at once: what the room sets up in its first moment would be read out as well, and the title may be another then.
    settling = window.setTimeout(() => {
      const settled = document.querySelector<HTMLElement>('main h1') ?? title
      settled.tabIndex = -1
      if (document.activeElement === document.body) settled.focus({ preventScroll: true })
    }, SETTLES)
  }
  watch.observe(document.body, { childList: true, subtree: true })
  look()
  return () => {
    watch.disconnect()
    clearTimeout(settling)
  }
}
