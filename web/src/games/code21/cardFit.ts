/** How large cards can be so that all of them fit into a box. */

export interface CardShape {
  /** Height by width. */
  ratio: number
  /** What stands under each card, and what is free between two, in pixels. */
  below: number
  gap: number
  least: number
  most: number
}

/**
 * The width of the largest cards of which this many fit into a box, in as many rows as it takes. Browsers say how wide a
 * box is in whole pixels: half a pixel less may be true, and a row that is too wide by that is broken in two.
 */
export function widestCard(count: number, width: number, height: number, shape: CardShape): number {
  const { ratio, below, gap, least, most } = shape
  const widths = Array.from({ length: Math.max(1, count) }, (_, n) => {
    const [rows, across] = [n + 1, Math.ceil(count / (n + 1))]
    return Math.min((width - 0.5 - gap * (across - 1)) / across, ((height - gap * (rows - 1)) / rows - below) / ratio)
  })
  return Math.max(least, Math.min(most, Math.floor(Math.max(...widths))))
}

/** How many cards of this width stand in each row, so that no row is much shorter than the others. */
export function cardsAcross(count: number, wide: number, width: number, gap: number): number {
  const most = Math.max(1, Math.floor((width - 0.5 + gap) / (wide + gap)))
  return Math.ceil(count / Math.max(1, Math.ceil(count / most)))
}
