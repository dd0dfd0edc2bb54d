// Made by scripts/page_types.py from the game's facts: not to be edited.

export const GOAL = 21
export const HIGHEST_STAKE = 3
export const TOLL = 2
