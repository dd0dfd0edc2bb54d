import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocks, settledRules, spans } from './markdown'

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

test('a quote holds what stands in it: paragraphs and lists', () => {
  expect(blocks('> **Example.** One\n> line:\n>\n> - a\n> - b')).toMatchObject([
    { kind: 'quote', blocks: [{ kind: 'paragraph' }, { kind: 'list', items: [{ rule: null }, { rule: null }] }] },
  ])
})

test('links lead to the web and to pages of this house, and nowhere else', () => {
  const found = spans(
    '[all](../../../../docs/credits.fr.md) [terms](docs/players-glossary.en.md) [no](x.md) http://a.fr, 2003',
  )
  expect(found.filter((span) => span.kind === 'link')).toEqual([
    { kind: 'link', text: 'all', href: '/credits' },
    { kind: 'link', text: 'terms', href: '/glossary' },
    { kind: 'link', text: 'http://a.fr', href: 'http://a.fr' },
  ])
})

test('a script is no address', () => {
  expect(spans('[x](javascript:alert)').map((span) => span.kind)).not.toContain('link')
})

test('a rule that is named in a text is a link to it', () => {
  expect(spans('see COD-03.')).toEqual([
    { kind: 'text', text: 'see ' },
    { kind: 'link', text: 'COD-03', href: '#COD-03' },
    { kind: 'text', text: '.' },
  ])
})

test('an item that begins with a rule says how it was settled', () => {
  const found = blocks('**COD-01** Tiles.\n\n- COD-01: backs show colours\n- something else')
  expect(settledRules(found)).toEqual(new Set(['COD-01']))
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
