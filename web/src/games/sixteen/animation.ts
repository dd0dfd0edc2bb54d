/** Cards travel: from my hand to the pile, or from where their player sits. */
import { cubicOut } from 'svelte/easing'
import { crossfade, fly } from 'svelte/transition'
import { motionTime } from '../../lib/motion'

const WAYS: Record<string, { x?: number; y?: number }> = {
  left: { x: -140 },
  right: { x: 140 },
  top: { y: -140 },
  home: { y: 140 },
}

/** To or from the side that the element names in `data-way`. */
export function travel(node: Element): ReturnType<typeof fly> {
  const way = node instanceof HTMLElement ? (WAYS[node.dataset.way ?? ''] ?? {}) : {}
  return fly(node, { ...way, duration: motionTime(240), easing: cubicOut })
}

export const [send, receive] = crossfade({ duration: () => motionTime(240), easing: cubicOut, fallback: travel })
