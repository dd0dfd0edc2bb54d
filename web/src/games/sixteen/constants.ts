// Made by scripts/page_types.py from the game's facts: not to be edited.

export const GOAL = 16
export const COLOURS = ["green", "orange", "blue", "purple"] as const
export const VALUES = [0, 1, 2, 3, 4, 5, 6] as const
export const PACK = {"b0": 1, "b1": 2, "b2": 2, "b3": 2, "b4": 2, "b5": 2, "b6": 2, "g0": 1, "g1": 2, "g2": 2, "g3": 2, "g4": 2, "g5": 2, "g6": 2, "joker": 2, "o0": 1, "o1": 2, "o2": 2, "o3": 2, "o4": 2, "o5": 2, "o6": 2, "p0": 1, "p1": 2, "p2": 2, "p3": 2, "p4": 2, "p5": 2, "p6": 2} as const
