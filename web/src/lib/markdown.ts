/** Parses the part of Markdown that rules texts use into blocks that the page draws. HTML is not passed through. */
export type Span = { kind: 'text' | 'strong' | 'em' | 'code'; text: string }

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; id: string | null; spans: Span[] }
  | { kind: 'quote'; id: null; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }

const RULE = /^\*\*([A-Z0-9]+-\d+)\*\*/ // a paragraph that begins like this is a rule, and can be linked to

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
  if (first.startsWith('|')) {
    const [head = [], , ...rows] = lines.map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => spans(cell.trim())),
    )
    return [{ kind: 'table', head, rows }]
  }
  if (first.startsWith('> ')) {
    return [{ kind: 'quote', id: null, spans: spans(lines.map((line) => line.replace(/^> ?/, '')).join(' ')) }]
  }
  const marker = /^([-*]|\d+\.) /
  if (marker.test(first)) {
    const items: string[] = []
    for (const line of lines) {
      if (marker.test(line)) items.push(line.replace(marker, ''))
      else items[items.length - 1] += ` ${line.trim()}`
    }
    return [{ kind: 'list', ordered: /^\d/.test(first), items: items.map(spans) }]
  }
  const found = RULE.exec(first)
  return [{ kind: 'paragraph', id: found?.[1] ?? null, spans: spans(lines.join(' ')) }]
}

const MARKS: [RegExp, Span['kind']][] = [
  [/^\*\*(.+?)\*\*/, 'strong'],
  [/^\*(.+?)\*/, 'em'],
  [/^`(.+?)`/, 'code'],
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
    const mark = MARKS.map(([pattern, kind]) => ({ match: pattern.exec(rest), kind })).find(({ match }) => match)
    if (mark?.match) {
      flush()
      found.push({ kind: mark.kind, text: mark.match[1]! })
      rest = rest.slice(mark.match[0].length)
    } else {
      plain += rest[0]
      rest = rest.slice(1)
    }
  }
  flush()
  return found
}
