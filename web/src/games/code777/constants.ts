// Made by scripts/page_types.py from the game's facts: not to be edited.

export const TILES = {"1g": 1, "2y": 2, "3k": 3, "4n": 4, "5k": 1, "5r": 4, "6g": 3, "6p": 3, "7y": 2, "7p": 1, "7b": 4} as const
export const COLOURS = ["g", "y", "k", "n", "r", "p", "b"] as const
export const RACKS = 4
export const RACK_SIZE = 3
export const DRAWS = 3
export const CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23] as const
export const ONLY_ONCE = ["1g", "5k", "7p"] as const
export const SIDES = {"12": [["3k"], ["6p"]], "13": [["6g"], ["7y"]], "14": [["2y"], ["7y"]], "15": [["6p"], ["6g"]], "16": [["7b"], ["7y", "7p"]], "17": [["n"], ["b"]], "18": [["r"], ["p"]], "19": [["g"], ["b"]], "20": [["y"], ["p"]], "21": [["k"], ["n"]], "22": [["k"], ["r"]], "23": [["g"], ["y"]]} as const
