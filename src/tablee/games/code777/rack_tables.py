"""The 251 racks of Code 777 in tables, for compiled play: what each shows and adds to the answers of each question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from tablee.games.code777.actions import BY_DIGITS
from tablee.games.code777.questions import CARDS, COMPARED, answer
from tablee.games.code777.tiles import BOX, COLOUR, COLOURS, COUNT, DIGIT, DIGITS, PLACE, RACKS, TILES, Rack

KINDS: Final = len(TILES)
QUESTIONS: Final = len(CARDS)
MADE: Final = len(RACKS)
TRIPLES: Final = len(BY_DIGITS)

ROW: Final = np.array([[PLACE[tile] for tile in rack] for rack in RACKS], np.int8)
TRIPLE: Final = np.array([[act.digits for act in BY_DIGITS].index(DIGITS[rack]) for rack in RACKS], np.int8)
THERE: Final = np.array([COUNT[tile] for tile in TILES], np.int8)
WHOLE: Final = np.array([PLACE[tile] for tile in BOX], np.int8)

RACK: Final = np.full((KINDS, KINDS, KINDS), -1, np.int16)  # three tiles in any order
for number_of, (a, b, c) in enumerate(ROW.tolist()):
    for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
        RACK[x, y, z] = number_of

# Counts of several things in one number, four bits each: of tiles, of colours, of digits.
TILED: Final = np.array([sum(1 << 4 * PLACE[tile] for tile in rack) for rack in RACKS], np.int64)
COLOURED: Final = np.array([sum(1 << 4 * COLOURS.index(COLOUR[tile]) for tile in rack) for rack in RACKS], np.int64)
DIGITED: Final = np.array([sum(1 << 4 * (DIGIT[tile] - 1) for tile in rack) for rack in RACKS], np.int64)
HIGH: Final = 0x8888888
ONE_OR_MORE: Final = 0x7777777  # what lifts a count of one, or of three, to the highest of its four bits
THREE_OR_MORE: Final = 0x5555555

LAST_COUNTED: Final = 11  # from the next question on two counts are compared


def worth(number: int, rack: Rack) -> int:
    """What a rack adds to the answer; 0 for the questions that are not a sum over the racks."""
    if number in (0, 8, 9, 10):
        return 0
    if number <= LAST_COUNTED:
        return int(answer(number, (rack,)))
    first, second = COMPARED[number]
    return sum(tile in first for tile in rack) - sum(tile in second for tile in rack)


WORTH: Final = np.array([[worth(number, rack) for rack in RACKS] for number in range(QUESTIONS + 1)], np.int8)

# The last of three equal tiles is one of two less, and so on; then the order in which they come makes no difference.
SECOND: Final = (ROW[:, 1] == ROW[:, 0]).astype(np.int8)
THIRD: Final = (ROW[:, 2] == ROW[:, 0]).astype(np.int8) + (ROW[:, 2] == ROW[:, 1])
ORDERS: Final = ((1 + SECOND) * (1 + THIRD)).astype(np.int8)
SHARE: Final = 258 // ORDERS.astype(np.int16)  # n * SHARE >> 8 is n // ORDERS, for n up to 6 * 64 that it divides

# Sets of racks: in four numbers, a bit for each rack, so that all of them are looked at together.
WORDS: Final = 4
RACKS_IN_WORD: Final = 63


def rack_set(chosen: Iterable[bool]) -> list[int]:
    bits = sum(1 << n for n, one in enumerate(chosen) if one)
    return [bits >> RACKS_IN_WORD * word & (1 << RACKS_IN_WORD) - 1 for word in range(WORDS)]


LEAST_WORTH: Final = -4  # less than any rack adds
MOST_WORTH: Final = 3
WITHIN: Final = np.array(
    [
        [rack_set(WORTH[number] <= worth) for worth in range(LEAST_WORTH, MOST_WORTH + 1)]
        for number in range(QUESTIONS + 1)
    ],
    np.int64,
)  # by question: the racks that add no more than this
HAVING: Final = np.array(
    [[[rack_set((counts >> 4 * k & 15) >= n) for n in range(4)] for k in range(7)] for counts in (COLOURED, DIGITED)],
    np.int64,
)  # by colour, or by digit: the racks with so many of it or more
