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


def tiles(*names: str) -> frozenset[Tile]:
    return frozenset(map(Tile, names))


def coloured(colour: str) -> frozenset[Tile]:
    return frozenset(tile for tile in COUNT if COLOUR[tile] == colour)


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


SINGLES: Final = {rack: sum(tile in ("1g", "5k", "7p") for tile in rack) for rack in RACKS}


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
    12: more(tiles("3k"), tiles("6p")),
    13: more(tiles("6g"), tiles("7y")),
    14: more(tiles("2y"), tiles("7y")),
    15: more(tiles("6p"), tiles("6g")),
    16: more(tiles("7b"), tiles("7y", "7p")),
    17: more(coloured("n"), coloured("b")),
    18: more(coloured("r"), coloured("p")),
    19: more(coloured("g"), coloured("b")),
    20: more(coloured("y"), coloured("p")),
    21: more(coloured("k"), coloured("n")),
    22: more(coloured("k"), coloured("r")),
    23: more(coloured("g"), coloured("y")),
}

CARDS: Final = tuple(QUESTIONS)


def answer(number: int, racks: Sequence[Rack]) -> Answer:
    """The true answer of a player who sees these racks."""
    return QUESTIONS[number](racks)
