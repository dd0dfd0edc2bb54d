/** Names made short enough for a small card, and still told apart. */

/** This seat's name in at most so many letters: whole, or its beginning; where others begin alike, with its last letter. */
export function shortName(names: readonly string[], seat: number, letters: number): string {
  const name = names[seat] ?? String(seat + 1)
  if (name.length <= letters) return name
  const begin = name.slice(0, letters)
  const alike = names.some((other, place) => place !== seat && other.startsWith(begin))
  return alike ? `${name.slice(0, Math.max(1, letters - 1))}${name.at(-1)}` : begin
}
