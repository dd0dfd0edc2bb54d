/** Arrow keys go from button to button, by where they are on the screen. */
export function moveByArrowKeys(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
  if (!way || !(event.target instanceof HTMLElement)) return
  const [dx = 0, dy = 0] = way
  const here = middle(event.target)
  const ahead = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    .map((button) => ({ button, at: middle(button) }))
    .map(({ button, at }) => ({
      button,
      along: dx * (at.x - here.x) + dy * (at.y - here.y),
      off: Math.abs(dy * (at.x - here.x)) + Math.abs(dx * (at.y - here.y)),
    }))
    .filter(({ along, off }) => along > 4 && off < along)
    .sort((a, b) => a.along + 2 * a.off - b.along - 2 * b.off)
  if (!ahead[0]) return
  event.preventDefault()
  ahead[0].button.focus()
}

function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
