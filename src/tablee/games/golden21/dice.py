"""The dice of The Golden 21: what a roll shows, what it earns, and its odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import ceil, comb, floor
from random import Random
from typing import Final, TypedDict

from tablee.chance import Dice
from tablee.contract import Chance, Seat
from tablee.games.golden21.actions import Act, Hit, Off, Rolled

FACES: Final = range(1, 7)


def straight(kinds: frozenset[int]) -> int:
    """The Golden dice that consecutive faces add: each face counts once (G21-25, G21-105)."""
    for length, dice in ((5, 3), (4, 2), (3, 1)):
        if any(kinds.issuperset(range(low, low + length)) for low in FACES):
            return dice
    return 0


STRAIGHT: Final = {
    kinds: straight(kinds) for count in FACES for kinds in map(frozenset, combinations(FACES, count))
}  # fmt: skip


@lru_cache(4096)
def read_throw(faces: tuple[int, ...]) -> tuple[int, int, int]:
    """What a throw shows: its total, the Golden dice of its straight, and the Crisis dice of equal faces (G21-20)."""
    kinds = frozenset(faces)
    return sum(faces), STRAIGHT[kinds], len(faces) - len(kinds)


def points(dice: int, total: int) -> int:
    """What an exact announcement earns: n for every step away from the middle total or totals (G21-30)."""
    return dice * (abs(2 * total - 7 * dice) // 2)


# ---- what dice show on average ------------------------------------------------------


@cache
def ways(dice: int) -> tuple[int, ...]:
    """By total, from 0 to 6 times the dice, in how many ways they show it."""
    if dice == 0:
        return (1,)
    fewer = ways(dice - 1)
    return tuple(
        sum(fewer[total - face] for face in FACES if 0 <= total - face < len(fewer)) for total in range(6 * dice + 1)
    )


class Band(TypedDict):
    """A total below the average and one above, as far from it, and what announcing either exactly earns (G21-30)."""

    low: int
    high: int
    points: int


class Average(TypedDict):
    """A line of the table of averages: one total in the middle or two, and the bands next to it."""

    dice: int
    low: int
    high: int
    bands: list[Band]


def average(dice: int, bands: int = 2) -> Average:
    mean = Fraction(sum(total * count for total, count in enumerate(ways(dice))), 6**dice)
    low, high = floor(mean), ceil(mean)
    around = [Band(low=low - n, high=high + n, points=points(dice, low - n)) for n in range(1, bands + 1)]
    return Average(dice=dice, low=low, high=high, bands=around)


AVERAGES: Final = [average(dice) for dice in range(2, 12)]  # as many as the rulebook prints


# ---- a roll -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rolling(Chance[Act]):
    """All dice at once. Of a hundred rolls `hit` touch the die aimed at and `off` leave the table (G21-90, G21-93)."""

    dice: int
    hand: Seat | None
    hit: int = 0
    off: int = 0

    def sample(self, rng: Random) -> Act:
        kind: type[Rolled | Hit] = Rolled
        if self.hit or self.off:
            where = int(rng.random() * 100)
            if where < self.off:
                return Off()
            if where < self.off + self.hit:
                kind = Hit
        random = rng.random
        return throw(kind, tuple(sorted([int(random() * 6) + 1 for _ in range(self.dice)])))

    def odds(self) -> Mapping[Act, Fraction]:
        hit, off = Fraction(self.hit, 100), Fraction(self.off, 100)
        plain = 1 - hit - off
        found: dict[Act, Fraction] = {Off(): off} if off else {}
        for rolled, odds in Dice(Rolled, self.dice, Rolled).odds().items():
            if plain:
                found[rolled] = odds if plain == 1 else odds * plain
            if hit:
                found[Hit(rolled.faces)] = odds * hit
        return found

    def expects(self, action: Act) -> bool:
        return type(action) is Rolled or type(action) is Hit or type(action) is Off

    @property
    def size(self) -> int:
        return comb(self.dice + 5, 5) * (2 if self.hit else 1) + 1


rolling: Final = cache(Rolling)


@lru_cache(4096)
def throw(kind: type[Rolled | Hit], faces: tuple[int, ...]) -> Rolled | Hit:
    """Few dice show few different throws, so those that come often are made once."""
    return kind(faces)
