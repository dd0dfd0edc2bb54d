/** `use:scrollToNewest`: a list scrolls to what was added last, unless its reader has scrolled up. */
const NEAR = 44 // pixels from the end: about a line

export function scrollToNewest(list: HTMLElement) {
  let near = true
  const scroll = (): void => {
    if (near) list.scrollTop = list.scrollHeight
  }
  const measure = (): void => {
    near = list.scrollTop + list.clientHeight > list.scrollHeight - NEAR
  }
  const content = new MutationObserver(scroll)
  const room = new ResizeObserver(scroll)
  list.addEventListener('scroll', measure)
  content.observe(list, { childList: true, characterData: true, subtree: true })
  room.observe(list)
  return {
    destroy() {
      list.removeEventListener('scroll', measure)
      content.disconnect()
      room.disconnect()
    },
  }
}
