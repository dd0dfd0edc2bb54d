// Made by scripts/page_types.py from the game's facts: not to be edited.

export const COLOURS = ["black", "white"] as const
export const VALUES = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"] as const
export const JOKER = "-"
