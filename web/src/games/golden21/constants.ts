// Made by scripts/page_types.py from the game's facts: not to be edited.

export const GOAL = 21
export const LIMIT = 999
export const FACES = [1, 2, 3, 4, 5, 6] as const
export const USES = ["+debt", "-debt", "+account", "-account"] as const
export const CONTRACT = 5
export const LONGEST = 50
export const AVERAGES = [{"dice": 2, "low": 7, "high": 7, "bands": [{"low": 6, "high": 8, "points": 2}, {"low": 5, "high": 9, "points": 4}]}, {"dice": 3, "low": 10, "high": 11, "bands": [{"low": 9, "high": 12, "points": 3}, {"low": 8, "high": 13, "points": 6}]}, {"dice": 4, "low": 14, "high": 14, "bands": [{"low": 13, "high": 15, "points": 4}, {"low": 12, "high": 16, "points": 8}]}, {"dice": 5, "low": 17, "high": 18, "bands": [{"low": 16, "high": 19, "points": 5}, {"low": 15, "high": 20, "points": 10}]}, {"dice": 6, "low": 21, "high": 21, "bands": [{"low": 20, "high": 22, "points": 6}, {"low": 19, "high": 23, "points": 12}]}, {"dice": 7, "low": 24, "high": 25, "bands": [{"low": 23, "high": 26, "points": 7}, {"low": 22, "high": 27, "points": 14}]}, {"dice": 8, "low": 28, "high": 28, "bands": [{"low": 27, "high": 29, "points": 8}, {"low": 26, "high": 30, "points": 16}]}, {"dice": 9, "low": 31, "high": 32, "bands": [{"low": 30, "high": 33, "points": 9}, {"low": 29, "high": 34, "points": 18}]}, {"dice": 10, "low": 35, "high": 35, "bands": [{"low": 34, "high": 36, "points": 10}, {"low": 33, "high": 37, "points": 20}]}, {"dice": 11, "low": 38, "high": 39, "bands": [{"low": 37, "high": 40, "points": 11}, {"low": 36, "high": 41, "points": 22}]}] as const
