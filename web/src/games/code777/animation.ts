/** How a tile comes to stand: it turns to show its face, one after the other. */
import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { lasts } from '../../lib/kept.svelte'

export function turning(_: Element, { place = 0 }: { place?: number }): TransitionConfig {
  return {
    delay: lasts(place * 90),
    duration: lasts(230),
    easing: cubicOut,
    css: (t) => `transform: perspective(300px) rotateY(${(1 - t) * 90}deg); opacity: ${t}`,
  }
}
