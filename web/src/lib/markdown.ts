/** Parses the part of Markdown that rules texts use into blocks that the page draws. HTML is not passed through. */
import { addressOf } from './basePath'

export type Span =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }

/** An item that begins with the id of a rule says how that rule was settled, and can be linked to. */
export type Item = { rule: string | null; spans: Span[] }

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; id: string | null; spans: Span[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; ordered: boolean; items: Item[] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }

const RULE = /^\*\*([A-Z0-9]+-\d+)\*\*/ // a paragraph that begins like this is a rule, and can be linked to
const NAMED = /^[A-Z][A-Z0-9]{2}-\d{2,3}\b/ // a rule that is named in a text
const MARKER = /^([-*]|\d+\.) /

export function blocks(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap(block)
}

function block(part: string): Block[] {
  const lines = part.split('\n')
  const first = lines[0] ?? ''
  const heading = /^(#+) (.*)/.exec(first)
  if (heading) {
    const rest = lines.slice(1).join('\n').trim()
    return [{ kind: 'heading', level: heading[1]!.length, spans: spans(heading[2]!) }, ...(rest ? block(rest) : [])]
  }
  if (first.startsWith('|')) return [table(lines)]
  if (first.startsWith('> ')) {
    return [{ kind: 'quote', blocks: blocks(lines.map((line) => line.replace(/^> ?/, '')).join('\n')) }]
  }
  if (MARKER.test(first)) return [list(lines)]
  const found = RULE.exec(first)
  return [{ kind: 'paragraph', id: found?.[1] ?? null, spans: spans(lines.join(' ')) }]
}

function table(lines: string[]): Block {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .trim()
      .slice(1, -1)
      .split('|')
      .map((cell) => spans(cell.trim())),
  )
  return { kind: 'table', head, rows }
}

function list(lines: string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    if (MARKER.test(line)) items.push(line.replace(MARKER, ''))
    else items[items.length - 1] += ` ${line.trim()}`
  }
  const read = (item: string): Item => ({ rule: NAMED.exec(item)?.[0] ?? null, spans: spans(item) })
  return { kind: 'list', ordered: /^\d/.test(lines[0]!), items: items.map(read) }
}

/** The rules that an item of a list says something about. */
export function settledRules(found: Block[]): Set<string> {
  const items = found.flatMap((one) => (one.kind === 'list' ? one.items : []))
  return new Set(items.flatMap((item) => item.rule ?? []))
}

/** Documents of the repository that are pages here. */
const PAGES = { credits: '/credits', 'players-glossary': '/glossary' }

/** Where a link leads on this page; null where it leads nowhere. */
function address(target: string): string | null {
  if (/^(https?:\/\/|#)/.test(target)) return target
  const found = /(?:^|\/)docs\/([\w-]+)\.[\w-]+\.md$/.exec(target)
  const page = PAGES[found?.[1] as keyof typeof PAGES]
  return page ? addressOf(page) : null
}

function link(text: string, target: string): Span {
  const href = address(target)
  return href === null ? { kind: 'text', text } : { kind: 'link', text, href }
}

/** What a text may be marked with: a pattern, and the span that it makes. */
const MARKS: [RegExp, (found: RegExpExecArray) => Span][] = [
  [/^\*\*(.+?)\*\*/, (found) => ({ kind: 'strong', text: found[1]! })],
  [/^\*(.+?)\*/, (found) => ({ kind: 'em', text: found[1]! })],
  [/^`(.+?)`/, (found) => ({ kind: 'code', text: found[1]! })],
  [/^\[(.+?)\]\((.+?)\)/, (found) => link(found[1]!, found[2]!)],
  [/^https?:\/\/[^\s,)]+/, (found) => link(found[0], found[0])],
  [NAMED, (found) => link(found[0], `#${found[0]}`)],
]

export function spans(text: string): Span[] {
  const found: Span[] = []
  let plain = ''
  let rest = text
  const flush = () => {
    if (plain) found.push({ kind: 'text', text: plain })
    plain = ''
  }
  while (rest) {
    const inWord = /[\p{L}\d-]$/u.test(plain)
    const made = MARKS.map(([pattern, make]) => ({
      match: inWord && pattern === NAMED ? null : pattern.exec(rest),
      make,
    })).find(({ match }) => match)
    if (made?.match) {
      flush()
      found.push(made.make(made.match))
      rest = rest.slice(made.match[0].length)
    } else {
      plain += rest[0]
      rest = rest.slice(1)
    }
  }
  flush()
  return found
}
