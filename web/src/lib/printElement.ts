/**
 * Prints one element and nothing else: a copy of it in a frame of its own, however long it is. What is there for screen
 * readers alone is left out, and of what can be tapped only the text remains.
 */
export function printElement(element: Element, title: string): void {
  document.querySelector('iframe[data-print]')?.remove()
  const frame = document.createElement('iframe')
  frame.dataset.print = ''
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.style.cssText = 'position:fixed;inset:auto 100% 100% auto;width:0;height:0;border:0'
  document.body.append(frame)
  const page = frame.contentDocument!
  const copy = page.importNode(element, true)
  for (const unseen of copy.querySelectorAll('.hidden-words')) unseen.remove()
  for (const button of copy.querySelectorAll('button')) button.replaceWith(button.textContent)
  page.title = title
  const heading = page.createElement('h1')
  heading.textContent = title
  page.body.append(heading, copy)
  for (const table of page.querySelectorAll('table')) {
    table.setAttribute('border', '1')
    table.setAttribute('cellpadding', '4')
    table.style.borderCollapse = 'collapse'
  }
  for (const sign of page.querySelectorAll('svg')) {
    sign.setAttribute('width', '1em') // without a style sheet it would be as wide as the paper
    sign.setAttribute('height', '1em')
  }
  frame.contentWindow!.print()
}
