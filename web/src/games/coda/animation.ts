/** How tiles travel: from the table to the player who draws them, and from there into the code. */
import { cubicOut } from 'svelte/easing'
import { crossfade, type TransitionConfig } from 'svelte/transition'
import { motionTime } from '../../lib/motion'

/** A tile comes from the pile of its colour. */
function fromPile(node: Element): TransitionConfig {
  const colour = node instanceof HTMLElement ? node.dataset.colour : undefined
  const pile = document.querySelector(`[data-pile="${colour}"]`)?.getBoundingClientRect()
  const here = node.getBoundingClientRect()
  const [x, y] = pile ? [pile.left - here.left, pile.top - here.top] : [0, 0]
  return {
    duration: motionTime(250),
    easing: cubicOut,
    css: (t, u) => `transform: translate(${u * x}px, ${u * y}px); opacity: ${0.4 + 0.6 * t}`,
  }
}

function fades(): TransitionConfig {
  return { duration: motionTime(150), css: (t) => `opacity: ${t}` }
}

export const [send, receive] = crossfade({
  duration: () => motionTime(250),
  easing: cubicOut,
  fallback: (node, _, entering) => (entering ? fromPile(node) : fades()),
})
