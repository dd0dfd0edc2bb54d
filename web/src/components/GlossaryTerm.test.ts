// @vitest-environment happy-dom
import { createRawSnippet } from 'svelte'
import { beforeEach, expect, test } from 'vitest'
import { dispatch, findOne, mountAlone, tap } from '../lib/componentTesting'
import GlossaryTerm from './GlossaryTerm.svelte'

const entry = { term: 'Kill', meaning: 'pushing another trader over 21', forms: 'Kill' }
let open = false

beforeEach(() => {
  open = false
  HTMLElement.prototype.showPopover = () => {
    open = true
  }
  HTMLElement.prototype.hidePopover = () => {
    open = false
  }
  mountAlone(GlossaryTerm, { entry, children: createRawSnippet(() => ({ render: () => '<i>Kill</i>' })) })
})

const term = () => findOne('button.term')
const point = (type: string, pointerType = 'mouse') =>
  dispatch(term(), new PointerEvent(type, { pointerType, bubbles: true }))

test('the definition describes the term for screen readers', () => {
  const definition = findOne('[role=tooltip]')
  expect(term().textContent).toBe('Kill')
  expect(term().getAttribute('aria-describedby')).toBe(definition.id)
  expect(definition.textContent).toBe(entry.meaning)
  expect(definition.getAttribute('popover')).toBe('manual')
})

test('a mouse over the term shows it, and hides it as it leaves', () => {
  point('pointermove')
  expect(open).toBe(true)
  point('pointerleave')
  expect(open).toBe(false)
})

test('the focus shows it, Escape hides it and does nothing else', () => {
  let heard = 0
  const listen = () => heard++
  document.addEventListener('keydown', listen)
  dispatch(term(), new FocusEvent('focus'))
  expect(open).toBe(true)
  const pressEscape = () =>
    dispatch(term(), new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  pressEscape()
  expect([open, heard]).toEqual([false, 0])
  pressEscape()
  expect(heard).toBe(1)
  document.removeEventListener('keydown', listen)
})

test('a tap shows it although the focus came first, a second one hides it', () => {
  dispatch(term(), new FocusEvent('focus'))
  tap('button.term')
  expect(open).toBe(true)
  tap('button.term')
  expect(open).toBe(false)
})

test('a tap elsewhere hides it', () => {
  tap('button.term')
  expect(open).toBe(true)
  dispatch(document.body, new PointerEvent('pointerdown', { bubbles: true }))
  expect(open).toBe(false)
})
