/**
 * How tiles travel: from the table to the player who draws them, from there into the code, and aside for one another.
 *
 * Only pictures travel. What is tapped lies over them and never moves: Chromium could lose track of a tile that had moved.
 */
import { motionTime } from '../../lib/motion'

const LASTS = 260 // milliseconds that a tile needs to its place

/** Where each tile is seen, by its key. */
export type Places = ReadonlyMap<string, DOMRect>

function pictures(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>('[data-tile]')]
}

export function placesOn(board: HTMLElement): Places {
  return new Map(pictures(board).map((picture) => [picture.dataset.tile!, picture.getBoundingClientRect()]))
}

/** Each tile glides from where it was seen before, a new one from the pile of its colour. */
export function glide(board: HTMLElement, before: Places): void {
  const lasts = motionTime(LASTS)
  if (!lasts || !before.size) return
  for (const picture of pictures(board)) {
    const from =
      before.get(picture.dataset.tile!) ??
      board.querySelector(`[data-pile="${picture.dataset.colour}"]`)?.getBoundingClientRect()
    const to = picture.parentElement!.getBoundingClientRect()
    if (!from) continue
    const [x, y] = [from.left - to.left, from.top - to.top]
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue
    const path = [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }]
    picture.animate(path, { duration: lasts, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' })
  }
}
