/** Names made short. */

/** Two letters of a name; where two names begin alike, their first and last letters. */
export function initials(names: readonly string[], seat: number): string {
  const name = names[seat] ?? String(seat)
  const alike = names.some((other, place) => place !== seat && other.slice(0, 2) === name.slice(0, 2))
  return alike ? `${name.at(0)}${name.at(-1)}` : name.slice(0, 2)
}
