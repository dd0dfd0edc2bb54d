/**
 * The compiled functions of one game: a WebAssembly module with a memory of its own. Plain JavaScript, so that Node can
 * run it as it is. Arrays are copied there before a call, and back after it.
 */

const FORM = /^(.+)\((\w*)\)(\w)$/
const PAGE = 65536

/** The next address that is a multiple of 16. */
const align = (/** @type {number} */ address) => (address + 15) & -16

export class KernelModule {
  /** @param {BufferSource} bytes */
  constructor(bytes) {
    const module = new WebAssembly.Module(bytes)
    /** The functions by symbol, such as `turbo.act(gi)v`: a letter for each argument, and one for the result. */
    this.functions = /** @type {Record<string, any>} */ (new WebAssembly.Instance(module).exports)
    this.memory = /** @type {WebAssembly.Memory} */ (this.functions.memory)
    this.symbols = Object.keys(this.functions).filter((name) => FORM.test(name))
  }

  /**
   * Calls a function. `given` has a number for each `i` and `f` of its symbol; for each other letter the bytes of an
   * array and how many elements it has.
   * @param {string} symbol
   * @param {readonly any[]} given
   */
  call(symbol, given) {
    const [, , letters, result] = /** @type {RegExpMatchArray} */ (symbol.match(FORM))
    /** @type {[Uint8Array, number][]} */
    const places = []
    let end = align(this.functions.__heap_base.value)
    let next = 0
    const values = [.../** @type {string} */ (letters)].flatMap((letter) => {
      if (letter === 'i') return [BigInt(given[next++])]
      if (letter === 'f') return [Number(given[next++])]
      const bytes = /** @type {Uint8Array} */ (given[next++])
      const place = end
      places.push([bytes, place])
      end = align(place + bytes.length)
      return [place, BigInt(given[next++])]
    })
    const missing = end - this.memory.buffer.byteLength
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE))
    const memory = new Uint8Array(this.memory.buffer)
    for (const [bytes, place] of places) memory.set(bytes, place)
    this.functions['memory.from(p)v'](end)
    const found = this.functions[symbol](...values)
    const after = new Uint8Array(this.memory.buffer) // it may have grown
    for (const [bytes, place] of places) bytes.set(after.subarray(place, place + bytes.length))
    return result === 'i' ? Number(found) : found
  }
}
