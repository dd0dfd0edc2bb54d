/** How a tile comes to stand: it turns to show its face, one after the other. */
import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { motionTime } from '../../lib/motion'

export function turnOver(_: Element, { place = 0 }: { place?: number }): TransitionConfig {
  return {
    delay: motionTime(place * 90),
    duration: motionTime(230),
    easing: cubicOut,
    css: (t) => `transform: perspective(300px) rotateY(${(1 - t) * 90}deg); opacity: ${t}`,
  }
}
