"""What a game's `claims.py` is written with: counters over many games, and figures with 95% intervals.

A game's `claims.py` has
    PLAYERS              the names of its players, `random` first: compiled players, and some made for one question
    answer(g, player)    compiled: the action of the player with this number
    COUNTERS, MEMORY     how many whole numbers it counts, and how many it remembers within a game
    note(g, seat, action, memo, counts)   compiled: called before every action of a seat, and at the end with -1 and -1
    CLAIMS               by id, a function that plays games of chosen players and options and returns the finding
and its texts are in `claims.en.json` and `claims.fr.json`. `python -m tablee.lab.claims` plays and writes
`claims.json`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot, sqrt
from typing import Any, Final, Literal, Protocol, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.statistics import NORMAL

BLOCKS: Final = 64  # into which games are divided: intervals come from how the blocks differ
Place: TypeAlias = int | slice | Sequence[int]  # of counters that are added up


class Estimate(Struct, frozen=True):
    """A figure with its 95% interval. `of` is a label in the texts, `at` a place (a number or a label).

    `n` is the sample size: 0 where nothing is known, 1 where the figure was computed and needs no interval.
    """

    of: str
    at: int | str
    value: float
    low: float
    high: float
    n: int

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def exact(of: str, at: int | str, value: float) -> Estimate:
    """A figure that needs no games."""
    return Estimate(of, at, value, value, value, 1)


def with_margins(named: Mapping[str, Estimate], times: float = 1) -> dict[str, float]:
    """Facts: each value under its name, and its margin under `<name>_margin`; 100 times a share is in points."""
    margins = {f"{name}_margin": times * one.margin for name, one in named.items()}
    return {name: one.value for name, one in named.items()} | margins


class Finding(Struct, frozen=True):
    """The answer to a question, in figures. Its texts are found by its id; `facts` are the figures in its sentences."""

    id: str
    kind: Literal["lines", "bars"]
    unit: Literal["share", "number"]
    estimates: Sequence[Estimate]
    facts: Mapping[str, float]
    fair: float | None = None  # where the chart has a dashed line


class Counts:
    """Counters, by block."""

    def __init__(self, blocks: NDArray[np.int64], games: int) -> None:
        self.blocks, self.games = blocks, games

    def sums(self, place: Place) -> NDArray[np.float64]:
        """By block."""
        found = self.blocks[:, place]
        return (found.sum(axis=1) if found.ndim > 1 else found).astype(float)

    def total(self, place: Place) -> int:
        return int(self.sums(place).sum())

    def ratio(self, part: Place, whole: Place, of: str, at: int | str, unit: float = 1) -> Estimate:
        """One counter divided by another and by `unit`. What is counted need not be independent within a block."""
        some, all_ = self.sums(part) / unit, self.sums(whole)
        n = all_.sum()
        if not n:
            return Estimate(of, at, 0.0, 0.0, 0.0, 0)
        value = some.sum() / n
        blocks = len(some)
        off = some - value * all_
        half = NORMAL * sqrt(blocks / (blocks - 1) * float((off**2).sum())) / n
        return Estimate(of, at, float(value), float(value - half), float(value + half), int(n))

    def difference(self, first: tuple[Place, Place], second: tuple[Place, Place], of: str, at: int | str,
                   unit: float = 1, least: int = 0) -> Estimate:  # fmt: skip
        """The second ratio less the first, of things that have little to do with each other.

        `n` is the smaller of the two sample sizes. Nothing is known where it is below `least`.
        """
        one, two = (self.ratio(part, whole, of, at, unit) for part, whole in (first, second))
        n = min(one.n, two.n)
        if n < max(1, least):
            return Estimate(of, at, 0.0, 0.0, 0.0, 0)
        value, half = two.value - one.value, hypot(one.margin, two.margin)
        return Estimate(of, at, value, value - half, value + half, n)


Loop: TypeAlias = Callable[[Any, int, int, int, Any], None]  # (lane, seed, first deal, number of deals, counters)


class Simulator(Protocol):
    """Plays games of these players, the last of them on all remaining seats, with options as a record writes them.

    `share` is the share of the games that the command asks for.
    """

    def __call__(self, bots: Sequence[str], share: float = 1, **options: str) -> Counts: ...

    def deals(self, loop: Loop, counters: int, share: float = 1, **options: str) -> Counts:
        """Counts deals in a compiled loop of the game's own, without players."""
        ...


Question: TypeAlias = Callable[[Simulator], Finding]
