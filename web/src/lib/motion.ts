/** How long an animation takes, in milliseconds: 0 for people who asked their device for reduced motion. */
export function motionTime(milliseconds: number): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : milliseconds
}
