/** The question cards as they are drawn: how the list groups them, and which tiles or colours they weigh. */
export const CARDS = 23

/** The list as on the pad: on how many racks, how many, more of which. */
export const GROUPS: readonly (readonly number[])[] = [
  [1, 2, 3, 4, 5, 6, 7],
  [8, 9, 10, 11],
  [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
]

/** What question 11 looks for. */
export const SINGLES: readonly string[] = ['1g', '5k', '7p']

/** From 12 on: tiles, or whole colours, on the one side and on the other. */
export const SIDES: Record<number, readonly [readonly string[], readonly string[]]> = {
  12: [['3k'], ['6p']],
  13: [['6g'], ['7y']],
  14: [['2y'], ['7y']],
  15: [['6p'], ['6g']],
  16: [['7b'], ['7y', '7p']],
  17: [['n'], ['b']],
  18: [['r'], ['p']],
  19: [['g'], ['b']],
  20: [['y'], ['p']],
  21: [['k'], ['n']],
  22: [['k'], ['r']],
  23: [['g'], ['y']],
}
