"""The 23 question cards, each as a function of the racks that the asker sees (C77-10).

There are only a few hundred possible racks, so what a card asks of one rack is looked up, not computed anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, Literal, TypeAlias

from tablee.games.code777.tiles import COLOUR, COLOURS, COUNT, DIGIT, DIGITS, RACKS, Rack, Tile

Answer: TypeAlias = int | Literal["first", "second", "equal"]
Question: TypeAlias = Callable[[Sequence[Rack]], Answer]


def racks_where(holds: Callable[[Rack], bool]) -> Question:
    """On how many racks does this hold?"""
    found = frozenset(rack for rack in RACKS if holds(rack))
    return lambda racks: sum(map(found.__contains__, racks))


def more(first: Collection[Tile], second: Collection[Tile]) -> Question:
    """Are there more of the first or of the second? None of either is equal, too."""
    lead = {rack: sum(tile in first for tile in rack) - sum(tile in second for tile in rack) for rack in RACKS}

    def compared(racks: Sequence[Rack]) -> Answer:
        total = sum(map(lead.__getitem__, racks))
        return "first" if total > 0 else "second" if total < 0 else "equal"

    return compared


def tiles(names: Collection[str]) -> frozenset[Tile]:
    """The tiles with these names; a colour's letter names all of its tiles."""
    return frozenset(tile for tile in COUNT if tile in names or COLOUR[tile] in names)


# ---- what is asked of one rack ------------------------------------------------


def one_digit_in_different_colours(rack: Rack) -> bool:
    return len({DIGIT[tile] for tile in rack}) < len(set(rack))


def three_different_colours(rack: Rack) -> bool:
    return len({COLOUR[tile] for tile in rack}) == 3


def all_even_or_all_odd(rack: Rack) -> bool:
    return len({digit % 2 for digit in DIGITS[rack]}) == 1


def at_least_two_identical(rack: Rack) -> bool:
    return len(set(rack)) < 3


def consecutive(rack: Rack) -> bool:
    low, middle, high = DIGITS[rack]
    return (middle, high) == (low + 1, low + 2)


# ---- what is asked of all of them ---------------------------------------------


def colours_seen(racks: Sequence[Rack]) -> int:
    return len(set(coats(racks)))


def colours_seen_three_times(racks: Sequence[Rack]) -> int:
    seen = coats(racks)
    return sum([seen.count(colour) >= 3 for colour in COLOURS])


def coats(racks: Sequence[Rack]) -> str:
    """The colours of all tiles, a letter each."""
    return "".join([COATS[rack] for rack in racks])


COATS: Final = {rack: "".join(COLOUR[tile] for tile in rack) for rack in RACKS}


def digits_not_seen(racks: Sequence[Rack]) -> int:
    return 7 - len(set().union(*[DIGITS[rack] for rack in racks]))


def single_tiles(racks: Sequence[Rack]) -> int:
    return sum([SINGLES[rack] for rack in racks])


ONLY_ONCE: Final = ("1g", "5k", "7p")  # question 11
SINGLES: Final = {rack: sum(tile in ONLY_ONCE for tile in rack) for rack in RACKS}

# From 12 on: are there more of these tiles or colours, or of those?
SIDES: Final[dict[int, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    12: (("3k",), ("6p",)),
    13: (("6g",), ("7y",)),
    14: (("2y",), ("7y",)),
    15: (("6p",), ("6g",)),
    16: (("7b",), ("7y", "7p")),
    17: (("n",), ("b",)),
    18: (("r",), ("p",)),
    19: (("g",), ("b",)),
    20: (("y",), ("p",)),
    21: (("k",), ("n",)),
    22: (("k",), ("r",)),
    23: (("g",), ("y",)),
}
COMPARED: Final = {number: (tiles(first), tiles(second)) for number, (first, second) in SIDES.items()}


QUESTIONS: Final[dict[int, Question]] = {
    1: racks_where(lambda rack: sum(DIGITS[rack]) >= 18),
    2: racks_where(lambda rack: sum(DIGITS[rack]) <= 12),
    3: racks_where(one_digit_in_different_colours),
    4: racks_where(three_different_colours),
    5: racks_where(all_even_or_all_odd),
    6: racks_where(at_least_two_identical),
    7: racks_where(consecutive),
    8: colours_seen,
    9: colours_seen_three_times,
    10: digits_not_seen,
    11: single_tiles,
    **{number: more(first, second) for number, (first, second) in COMPARED.items()},
}

CARDS: Final = tuple(QUESTIONS)


def answer(number: int, racks: Sequence[Rack]) -> Answer:
    """The true answer of a player who sees these racks."""
    return QUESTIONS[number](racks)
