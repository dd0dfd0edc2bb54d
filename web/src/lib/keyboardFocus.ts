/**
 * Whoever plays by the keyboard, or by what is read out, never loses the place: when the thing that had the focus goes
 * away, because a card was played or a question answered, the focus goes to what lies nearest where it was.
 */
const REACHED =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex]:not([tabindex="-1"])'
const TRAIL = 8 // so many things that had the focus are remembered

interface Held {
  element: HTMLElement
  around: readonly HTMLElement[]
  board: HTMLElement | null
  x: number
  y: number
}

/** Until it is told to stop. A hand on the mouse or the screen is let alone: there a lost focus is meant. */
export function keepFocus(): () => void {
  let trail: Held[] = []
  let touched = false
  /** On its way from one thing to the next: for a moment nothing has it. */
  let moving = false

  function arrive({ target }: FocusEvent): void {
    moving = false
    if (!(target instanceof HTMLElement) || target === document.body) return
    trail = [...trail.filter(({ element }) => element !== target), held(target)].slice(-TRAIL)
  }

  function leave({ relatedTarget }: FocusEvent): void {
    moving = relatedTarget !== null
    if (!moving) setTimeout(look)
  }

  function look(): void {
    const here = document.activeElement
    const lost = here === null || here === document.body || !there(here)
    if (!lost || moving || touched || !trail.length || !document.hasFocus()) return
    const place = trail
      .toReversed()
      .map(near)
      .find((found) => found !== null)
    ;(place ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: !!place })
  }

  function handled(event: Event): void {
    touched = event.type === 'pointerdown'
  }

  const watch = new MutationObserver(look)
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'inert'] })
  document.addEventListener('focus', arrive, true)
  document.addEventListener('blur', leave, true)
  document.addEventListener('pointerdown', handled, true)
  document.addEventListener('keydown', handled, true)
  return () => {
    watch.disconnect()
    document.removeEventListener('focus', arrive, true)
    document.removeEventListener('blur', leave, true)
    document.removeEventListener('pointerdown', handled, true)
    document.removeEventListener('keydown', handled, true)
  }
}

function held(element: HTMLElement): Held {
  const around: HTMLElement[] = []
  const edge = 'main, dialog, aside, header, body'
  for (let outer = element.parentElement; outer && !outer.matches(edge); outer = outer.parentElement) around.push(outer)
  return { element, around, board: element.closest('main'), ...middle(element) }
}

/** The thing itself if it is still there; else the nearest one in the smallest part of the board; else the board. */
function near({ element, around, board, x, y }: Held): HTMLElement | null {
  if (reached(element)) return element
  for (const part of around) {
    if (!part.isConnected) continue
    const among = [...part.querySelectorAll<HTMLElement>(REACHED)].filter(reached)
    const away = (other: HTMLElement) => Math.hypot(middle(other).x - x, middle(other).y - y)
    if (among.length) return among.reduce((best, other) => (away(other) < away(best) ? other : best))
  }
  return board?.isConnected ? board : null
}

function reached(element: HTMLElement): boolean {
  return element.matches(REACHED) && there(element)
}

function there(element: Element): boolean {
  return element.isConnected && !element.closest('[inert], :disabled') && element.checkVisibility()
}

function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
