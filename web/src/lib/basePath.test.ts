import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts'], {
  query: '?raw',
  eager: true,
  import: 'default',
})

/** A link, a picture, a request or a module that is named as if the server had its host for itself. */
const BARE = [
  /\b(?:href|src)="\/[^"]*"/,
  /\b(?:href|src)=\{[`']\//,
  /\bfetch\([`']\//,
  /\.href = [`']\//,
  /register\([`']\//,
]

test('every address goes through addressOf, so that a server can be below a path', () => {
  const bare = Object.entries(sources)
    .filter(([file]) => !file.endsWith('.test.ts'))
    .flatMap(([file, text]) => text.split('\n').map((line) => `${file}: ${line.trim()}`))
    .filter((line) => BARE.some((pattern) => pattern.test(line)) && !line.includes('<BackLink '))
  expect(bare).toEqual([])
})
