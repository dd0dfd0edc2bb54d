// Made by scripts/page_types.py from the game's facts: not to be edited.

export const GOAL = 21
export const LIMIT = 999
export const FACES = [1, 2, 3, 4, 5, 6] as const
export const USES = ["+debt", "-debt", "+account", "-account"] as const
export const CONTRACT = 5
export const LONGEST = 50
