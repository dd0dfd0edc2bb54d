/**
 * SHA-256. A browser has it in `crypto.subtle`, but only at https addresses: at a table in the local network there is
 * none.
 */
const PRIMES = firstPrimes(64)
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/** The digest of a text, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const length = ((bytes.length + 8) >> 6) + 1
  const words = new Uint32Array(length * 16)
  bytes.forEach((byte, place) => {
    words[place >> 2]! |= byte << (24 - (place % 4) * 8)
  })
  words[bytes.length >> 2]! |= 0x80 << (24 - (bytes.length % 4) * 8)
  words[words.length - 1] = bytes.length * 8
  const state = Uint32Array.from(START)
  for (let block = 0; block < words.length; block += 16) mix(state, words.subarray(block, block + 16))
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

function mix(state: Uint32Array, block: Uint32Array): void {
  const w = new Uint32Array(64)
  w.set(block)
  for (let n = 16; n < 64; n++) {
    const small = rotate(w[n - 15]!, 7) ^ rotate(w[n - 15]!, 18) ^ (w[n - 15]! >>> 3)
    const large = rotate(w[n - 2]!, 17) ^ rotate(w[n - 2]!, 19) ^ (w[n - 2]! >>> 10)
    w[n] = w[n - 16]! + small + w[n - 7]! + large
  }
  let [a, b, c, d, e, f, g, h] = Array.from(state) as [number, number, number, number, number, number, number, number]
  for (let n = 0; n < 64; n++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + ROUND[n]! + w[n]!) >>> 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) >>> 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, n) => {
    state[n]! += word
  })
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/** The first 32 bits of what stands after the point. */
function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32)
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}
