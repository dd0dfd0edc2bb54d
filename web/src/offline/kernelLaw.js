/**
 * The law of kernels in a browser: what a module plays, as one digest. `tests/test_kernels_in_browsers.py` plays the same
 * in Python, where every byte must be the same: records, what is legal, what each seat observes, ranks and scores.
 */
import { KernelModule } from './kernelModule.js'

/** The symbol of the function of this name. */
function symbolOf(/** @type {KernelModule} */ module, /** @type {string} */ name) {
  const symbol = module.symbols.find((one) => one.split('.')[1]?.startsWith(`${name}(`))
  if (!symbol) throw new Error(`no function ${name}`)
  return symbol
}

/**
 * Plays one game from this record, and returns the SHA-256 of all that it was, in hexadecimal.
 * @param {BufferSource} bytes
 * @param {{ record: readonly number[], actions: number, observed: number, players: number }} start
 */
export async function playedDigest(bytes, start) {
  const module = new KernelModule(bytes)
  const record = Uint8Array.from(start.record)
  const mask = new Uint8Array(start.actions)
  const seen = new Uint8Array(start.observed)
  const names = ['begin', 'awaits', 'happen', 'legal', 'choose', 'act', 'rank', 'score', 'observe']
  const symbols = Object.fromEntries(names.map((name) => [name, symbolOf(module, name)]))
  const call = (/** @type {string} */ name, /** @type {any[]} */ ...more) =>
    module.call(/** @type {string} */ (symbols[name]), [record, 1, ...more])
  /** @type {number[]} */
  const all = []
  const seats = Array.from({ length: start.players }, (_, seat) => seat)
  call('begin')
  while (true) {
    all.push(...record)
    const who = call('awaits')
    if (who === -2) break
    if (who === -1) {
      call('happen')
      continue
    }
    all.push(call('legal', mask, mask.length) & 255, ...mask)
    call('observe', who, seen, seen.length)
    all.push(...seen)
    call('act', call('choose'))
  }
  for (const seat of seats) all.push(call('rank', seat), call('score', seat) & 255)
  const hash = await crypto.subtle.digest('SHA-256', Uint8Array.from(all))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * So many games in one lane, at full speed: the record's bytes after them, and the decisions.
 * @param {BufferSource} bytes
 * @param {{ record: readonly number[], games: number }} start
 */
export function playMany(bytes, start) {
  const module = new KernelModule(bytes)
  const record = Uint8Array.from(start.record)
  const ranks = new Uint8Array(16 * 16 * 8)
  const begun = performance.now()
  const decisions = module.call(symbolOf(module, 'games'), [record, 1, start.games, ranks, 16])
  return { record: [...record], ranks: [...ranks], decisions, seconds: (performance.now() - begun) / 1000 }
}
