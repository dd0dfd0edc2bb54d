/** `use:scrollToNewest={count}`: a list scrolls to what was added last, unless its reader has scrolled up. */
const NEAR = 44 // pixels from the end: about a line

export function scrollToNewest(list: HTMLElement, _count: number) {
  let near = true
  const scroll = (): void => {
    if (near) list.scrollTop = list.scrollHeight
  }
  const measure = (): void => {
    near = list.scrollTop + list.clientHeight > list.scrollHeight - NEAR
  }
  list.addEventListener('scroll', measure)
  scroll()
  return { update: scroll, destroy: () => list.removeEventListener('scroll', measure) }
}
