/** For the tests of boards: positions that were played by the real rules, with what the rules say of them. */
const FILES = import.meta.glob('../../../tests/vectors/*.json', { import: 'default', eager: true })

/** The vectors of a game. `python -m tests.vectors` writes them; a Python test says when they are stale. */
export function ruleVectors<T>(game: string): T & { rules: string[] } {
  return FILES[`../../../tests/vectors/${game}.json`] as T & { rules: string[] }
}
