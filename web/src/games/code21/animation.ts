/** A soldier travels from the hand to the mission; one that comes from elsewhere is laid down from above. */
import { crossfade, fly } from 'svelte/transition'
import { motionTime } from '../../lib/motion'

export const [send, receive] = crossfade({
  duration: () => motionTime(240),
  fallback: (node) => fly(node, { y: -28, duration: motionTime(220) }),
})
