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
  for (const table of copy.querySelectorAll('table')) {
    table.setAttribute('border', '1')
    table.setAttribute('cellpadding', '4')
  }
  page.title = title
  const heading = page.createElement('h1')
  heading.textContent = title
  page.body.append(heading, copy)
  frame.contentWindow!.print()
}
