"""Which racks fit an answer, as sets of bits: bit n stands for the nth of the 251 `RACKS`.

Every question is about a sum over the racks that the asker sees: of racks with a property, of some tiles less some
others, of each colour or each digit. So which racks fit depends on the question, the sum over the other racks and the
answer, and that is little enough to be remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import comb, prod
from typing import Final

from tablee.games.code777.questions import CARDS, COMPARED, Answer, answer
from tablee.games.code777.tiles import COLOUR, COLOURS, COUNT, DIGIT, DIGITS, PLACE, RACKS, Rack

ALL: Final = (1 << len(RACKS)) - 1
BIT: Final = {rack: 1 << n for n, rack in enumerate(RACKS)}
TAKES: Final = {rack: tuple((PLACE[tile], n) for tile, n in Counter(rack).items()) for rack in RACKS}

COLOURS_SEEN, COLOURS_SEEN_THRICE, DIGITS_NOT_SEEN = 8, 9, 10  # the questions that are about seven sums


def racks_by_worth(worths: Mapping[Rack, int]) -> dict[int, int]:
    """Of each worth, the racks that have it."""
    found: dict[int, int] = {}
    for rack, worth in worths.items():
        found[worth] = found.get(worth, 0) | BIT[rack]
    return found


def worth(number: int, rack: Rack) -> int:
    """What a rack adds to the sum; where there are seven sums, each has four bits."""
    if number in (COLOURS_SEEN, COLOURS_SEEN_THRICE):
        return sum(1 << 4 * COLOURS.index(COLOUR[tile]) for tile in rack)
    if number == DIGITS_NOT_SEEN:
        return sum(1 << 4 * (DIGIT[tile] - 1) for tile in rack)
    if number in COMPARED:
        first, second = COMPARED[number]
        return sum((tile in first) - (tile in second) for tile in rack)
    return int(answer(number, (rack,)))


WORTH: Final = {number: {rack: worth(number, rack) for rack in RACKS} for number in CARDS}
WORTHS: Final = {number: racks_by_worth(worths) for number, worths in WORTH.items()}


def said_of(number: int, total: int) -> Answer:
    """The answer of somebody who sees racks of this sum."""
    if number in COMPARED:
        return "first" if total > 0 else "second" if total < 0 else "equal"
    if number not in (COLOURS_SEEN, COLOURS_SEEN_THRICE, DIGITS_NOT_SEEN):
        return total
    least = 3 if number == COLOURS_SEEN_THRICE else 1
    seen = sum((total >> 4 * place & 15) >= least for place in range(7))
    return 7 - seen if number == DIGITS_NOT_SEEN else seen


def total_of(number: int, racks: Iterable[Rack]) -> int:
    worths = WORTH[number]
    return sum(worths[rack] for rack in racks)


@cache
def answers(number: int, total: int) -> dict[Answer, int]:
    """Of each answer to a question, the racks with which it is given if the other racks have this sum."""
    found: dict[Answer, int] = {}
    for worth, bits in WORTHS[number].items():
        said = said_of(number, total + worth)
        found[said] = found.get(said, 0) | bits
    return found


def fits(number: int, total: int, found: Answer) -> int:
    """The racks with which this was answered, by somebody who saw other racks of this sum, too."""
    return answers(number, total).get(found, 0)


@cache
def saying(said: tuple[object, ...]) -> int:
    """The racks of which it is right to declare this: digits, or tiles."""
    return sum(bit for rack, bit in BIT.items() if said in (rack, DIGITS[rack]))


AT_MOST: Final = [
    [sum(bit for rack, bit in BIT.items() if rack.count(tile) <= n) for n in range(most + 1)]
    for tile, most in COUNT.items()
]  # of each tile and each number, the racks that hold no more of it


def made_of(left: Sequence[int]) -> int:
    """The racks that can be made of this many of each tile."""
    found = ALL
    for at_most, n in zip(AT_MOST, left, strict=True):
        found &= at_most[n]
    return found


def ways(left: tuple[int, ...], rack: Rack) -> int:
    """In how many ways a rack can be drawn from this many of each tile."""
    return prod(comb(left[place], n) if left[place] >= n else 0 for place, n in TAKES[rack])


def members(bits: int) -> Iterator[Rack]:
    """The racks of a set, in their order."""
    while bits:
        low = bits & -bits
        yield RACKS[low.bit_length() - 1]
        bits ^= low


def together(racks: Iterable[Rack]) -> int:
    """The set of these racks."""
    return sum(map(BIT.__getitem__, racks))
