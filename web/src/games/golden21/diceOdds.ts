/** How dice add up, exactly: arithmetic, not a rule. */

/** By total, from `dice` to six times as many, how likely so many dice show it; the first one is for the lowest total. */
export function sums(dice: number): number[] {
  let chances = [1]
  for (let die = 0; die < dice; die++) {
    const more = Array.from({ length: chances.length + 5 }, () => 0)
    chances.forEach((chance, place) => {
      for (let face = 0; face < 6; face++) more[place + face]! += chance / 6
    })
    chances = more
  }
  return chances
}

/** How likely so many dice show a total for which this holds. */
export function chanceThat(dice: number, holds: (total: number) => boolean): number {
  return sums(dice).reduce((all, chance, place) => (holds(dice + place) ? all + chance : all), 0)
}
