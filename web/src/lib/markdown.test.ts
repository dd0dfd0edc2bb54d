import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocks, spans } from './markdown'

test('bold, italics and code are told apart', () => {
  expect(spans('**COD-01** a *b* `c`')).toEqual([
    { kind: 'strong', text: 'COD-01' },
    { kind: 'text', text: ' a ' },
    { kind: 'em', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'c' },
  ])
})

test('a paragraph that begins with a rule can be linked to', () => {
  expect(blocks('**S16-10** Play.\nOr draw.')).toMatchObject([{ kind: 'paragraph', id: 'S16-10' }])
})

test('tables, quotes and lists', () => {
  const text = '| a | b |\n|---|---|\n| 1 | 2 |\n\n> q\n> r\n\n1. x\n   y\n2. z\n\n- k'
  expect(blocks(text).map((block) => block.kind)).toEqual(['table', 'quote', 'list', 'list'])
})

const games = new URL('../../../src/tablee/games/', import.meta.url)
const boxes = readdirSync(games, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && !entry.name.startsWith('_'),
)

test.each(boxes.map((box) => box.name))('every rule of %s has its place, and no mark is left over', (name) => {
  for (const file of readdirSync(new URL(name, games)).filter((file) => /^rules\..+\.md$/.test(file))) {
    const text = readFileSync(new URL(`${name}/${file}`, games), 'utf8')
    const found = blocks(text)
    const ids = found.flatMap((block) => ('id' in block && block.id ? [block.id] : []))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(10)
    const drawn = JSON.stringify(found)
    expect(drawn).not.toContain('**')
    expect(drawn).not.toContain('|')
  }
})
