/**
 * Keeps the keyboard focus: when the element that had it goes away, because a card was played or a question answered,
 * the focus goes to the nearest element. So players who use the keyboard or a screen reader never lose their place.
 */
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex]:not([tabindex="-1"])'
const TRAIL = 8 // so many elements that had the focus are remembered

interface FocusPlace {
  element: HTMLElement
  around: readonly HTMLElement[]
  board: HTMLElement | null
  x: number
  y: number
}

/** Starts it; the returned function stops it. After a click or a tap the focus is left alone. */
export function keepFocus(): () => void {
  let trail: FocusPlace[] = []
  let touched = false
  /** The focus is moving from one element to the next: for a moment nothing has it. */
  let moving = false

  function onFocus({ target }: FocusEvent): void {
    moving = false
    if (!(target instanceof HTMLElement) || target === document.body) return
    trail = [...trail.filter(({ element }) => element !== target), placeOf(target)].slice(-TRAIL)
  }

  function onBlur({ relatedTarget }: FocusEvent): void {
    moving = relatedTarget !== null
    if (!moving) setTimeout(restore)
  }

  function restore(): void {
    const here = document.activeElement
    const lost = here === null || here === document.body || !isVisible(here)
    if (!lost || moving || touched || !trail.length || !document.hasFocus()) return
    const place = trail
      .toReversed()
      .map(nearest)
      .find((found) => found !== null)
    ;(place ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: !!place })
  }

  function noteInput(event: Event): void {
    touched = event.type === 'pointerdown'
  }

  const watch = new MutationObserver(restore)
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'inert'] })
  document.addEventListener('focus', onFocus, true)
  document.addEventListener('blur', onBlur, true)
  document.addEventListener('pointerdown', noteInput, true)
  document.addEventListener('keydown', noteInput, true)
  return () => {
    watch.disconnect()
    document.removeEventListener('focus', onFocus, true)
    document.removeEventListener('blur', onBlur, true)
    document.removeEventListener('pointerdown', noteInput, true)
    document.removeEventListener('keydown', noteInput, true)
  }
}

function placeOf(element: HTMLElement): FocusPlace {
  const around: HTMLElement[] = []
  const edge = 'main, dialog, aside, header, body'
  for (let outer = element.parentElement; outer && !outer.matches(edge); outer = outer.parentElement) around.push(outer)
  return { element, around, board: element.closest('main'), ...middle(element) }
}

/** The element itself, if it is still there; else the nearest in the smallest part around it; else the board. */
function nearest({ element, around, board, x, y }: FocusPlace): HTMLElement | null {
  if (isFocusable(element)) return element
  for (const part of around) {
    if (!part.isConnected) continue
    const among = [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isFocusable)
    const away = (other: HTMLElement) => Math.hypot(middle(other).x - x, middle(other).y - y)
    if (among.length) return among.reduce((best, other) => (away(other) < away(best) ? other : best))
  }
  return board?.isConnected ? board : null
}

function isFocusable(element: HTMLElement): boolean {
  return element.matches(FOCUSABLE) && isVisible(element)
}

function isVisible(element: Element): boolean {
  return element.isConnected && !element.closest('[inert], :disabled') && element.checkVisibility()
}

function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
