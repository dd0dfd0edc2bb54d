/** `use:newest={count}`: a list shows what was added last, and leaves whoever reads further up where they are. */
const NEAR = 44 // pixels from the end: about a line

export function newest(list: HTMLElement, _count: number) {
  let near = true
  const show = (): void => {
    if (near) list.scrollTop = list.scrollHeight
  }
  const scrolled = (): void => {
    near = list.scrollTop + list.clientHeight > list.scrollHeight - NEAR
  }
  list.addEventListener('scroll', scrolled)
  show()
  return { update: show, destroy: () => list.removeEventListener('scroll', scrolled) }
}
