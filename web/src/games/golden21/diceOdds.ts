/** How likely dice add up to a total, exactly. */
import { FACES } from './constants'

/** The chance of each total of these dice, from the lowest total on. */
export function sums(dice: number): number[] {
  let chances = [1]
  for (let die = 0; die < dice; die++) {
    const more = Array.from({ length: chances.length + FACES.length - 1 }, () => 0)
    chances.forEach((chance, place) => {
      FACES.forEach((_, face) => {
        more[place + face]! += chance / FACES.length
      })
    })
    chances = more
  }
  return chances
}

/** The chance that these dice show a total for which this holds. */
export function chanceThat(dice: number, holds: (total: number) => boolean): number {
  return sums(dice).reduce((all, chance, place) => (holds(dice + place) ? all + chance : all), 0)
}
