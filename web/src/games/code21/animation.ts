/** A soldier travels from the hand to the mission; one that comes from elsewhere is laid down from above. */
import { crossfade, fly } from 'svelte/transition'
import { lasts } from '../../lib/kept.svelte'

export const [send, receive] = crossfade({
  duration: () => lasts(240),
  fallback: (node) => fly(node, { y: -28, duration: lasts(220) }),
})
