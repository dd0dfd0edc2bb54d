"""What many games are counted for: claims about a game, each an answer in figures with 95 % intervals.

A game's `claims.py` has
    PLAYERS              the names of those it asks, `random` first: compiled players, and some made for a question
    answer(g, player)    compiled: what the player of this number does
    COUNTERS, MEMORY     how many whole numbers it counts, and how many it remembers within a game
    note(g, seat, action, memo, counts)   compiled: before every action of a seat, and at the end with -1 and -1
    claims(ask)          what is asked of whom, and the figures that come of it
and says it in `claims.en.json` and `claims.fr.json`. `python -m tablee.lab.claims` plays, and writes `claims.json`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Any, Final, Literal, Protocol, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

BLOCKS: Final = 64  # into which games are divided: how these differ says how sure a figure is
NORMAL: Final = 1.959964  # 95 % of what is normal lies within so many deviations
Place: TypeAlias = int | slice | Sequence[int]  # of counters that are added up


class Figure(Struct, frozen=True):
    """One figure: of what (a label in the words), at which place (a number, or a label), and out of how many."""

    of: str
    at: int | str
    value: float
    low: float
    high: float
    n: int


class Claim(Struct, frozen=True):
    """An answer. Its words are under its id; `facts` are figures that its sentence speaks of."""

    id: str
    kind: Literal["lines", "bars"]
    unit: Literal["share", "number"]
    figures: Sequence[Figure]
    facts: Mapping[str, float]
    fair: float | None = None  # where a dashed line is drawn


class Counts:
    """What was counted, block by block."""

    def __init__(self, blocks: NDArray[np.int64], games: int) -> None:
        self.blocks, self.games = blocks, games

    def sums(self, place: Place) -> NDArray[np.float64]:
        """By block."""
        found = self.blocks[:, place]
        return (found.sum(axis=1) if found.ndim > 1 else found).astype(float)

    def total(self, place: Place) -> int:
        return int(self.sums(place).sum())

    def ratio(self, part: Place, whole: Place, of: str, at: int | str, unit: float = 1) -> Figure:
        """One counter over another, in units; the interval is from how the blocks differ, so games need not be alone
        in what they count."""
        some, all_ = self.sums(part) / unit, self.sums(whole)
        n = all_.sum()
        if not n:
            return Figure(of, at, 0.0, 0.0, 0.0, 0)
        value = some.sum() / n
        blocks = len(some)
        off = some - value * all_
        half = NORMAL * sqrt(blocks / (blocks - 1) * float((off**2).sum())) / n
        return Figure(of, at, float(value), float(value - half), float(value + half), int(n))


Loop: TypeAlias = Callable[[Any, int, int, int, Any], None]  # over a lane, a seed, from a deal on so many; counters


class Ask(Protocol):
    """So many games of these players, the last of them on all seats left, with these options as a record writes them.

    `share` is of the games that were asked for.
    """

    def __call__(self, bots: Sequence[str], share: float = 1, **options: str) -> Counts: ...

    def deals(self, loop: Loop, counters: int, share: float = 1, **options: str) -> Counts:
        """So many deals, looked at by a compiled loop of the game's own."""
        ...
