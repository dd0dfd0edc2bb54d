"""How much of a game is luck: the share of the variance of results that is explained by chance.

Each deal (the cards in their order, the dice) is played several times with other choices. What seats win then varies
between deals and within a deal. The analysis of variance gives share = (B - W) / (B + (k - 1) W), where B and W are the
mean squares between and within deals, and k is how often each deal was played. The interval is a jackknife: it comes
from how the share changes when a block of deals is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from msgspec import Struct

from tablee.statistics import NORMAL

HEAD: Final = 3  # numbers of a block before the sums by seat: see `sums.sum_luck`


class Luck(Struct, frozen=True):
    deals: int
    times: int  # how often each deal was played
    share: float
    low: float | None  # None: too few deals for an interval
    high: float | None


def luck_share(blocks: Sequence[Sequence[int]], times: int) -> Luck | None:
    """None if no deal was played again, or if all games ended the same."""
    blocks = [block for block in blocks if block[0]]
    total = sum_blocks(blocks)
    share = explained_share(total, times)
    if share is None:
        return None
    without = [explained_share([all_ - own for all_, own in zip(total, block, strict=True)], times) for block in blocks]
    known = [value for value in without if value is not None]
    n = len(blocks)
    if len(known) < n or n < 3:
        return Luck(total[0], times, share, None, None)
    mean = sum(known) / n
    half = NORMAL * sqrt((n - 1) / n * sum((value - mean) ** 2 for value in known))
    return Luck(total[0], times, share, max(0.0, share - half), min(1.0, share + half))


def sum_blocks(blocks: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*blocks, strict=True)]


def explained_share(sums: Sequence[int], times: int) -> float | None:
    if not sums or sums[0] < 2:
        return None
    deals, of_deals, squares = sums[:HEAD]
    middle = sum(total**2 for total in sums[HEAD:]) / (deals * times)
    between = (of_deals / times - middle) / (deals - 1)
    within = (squares - of_deals / times) / (deals * (times - 1))
    spread = between + (times - 1) * within
    return max(0.0, (between - within) / spread) if spread else None
