"""How much is luck: of all that makes results differ, the share that goes with what chance said.

Each deal (the cards in their order, the dice) is played several times with other choices. What seats win then differs
between deals and within a deal; the analysis of variance divides it: share = (B - W) / (B + (k - 1) W), where B and W
are the mean squares between and within deals and k is how often each was played. The interval is a jackknife's: it is
seen how the share moves when a block of deals is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from msgspec import Struct

from tablee.lab.figures import NORMAL

HEAD: Final = 3  # numbers of a block before the sums by seat: see `chunk.lucky`


class Luck(Struct, frozen=True):
    deals: int
    times: int  # each was played
    share: float
    low: float | None  # None: too few deals for an interval
    high: float | None


def luck(blocks: Sequence[Sequence[int]], times: int) -> Luck | None:
    """None where no deal was played again, or all ended the same."""
    blocks = [block for block in blocks if block[0]]
    total = summed(blocks)
    share = explained(total, times)
    if share is None:
        return None
    without = [explained([all_ - own for all_, own in zip(total, block, strict=True)], times) for block in blocks]
    known = [value for value in without if value is not None]
    n = len(blocks)
    if len(known) < n or n < 3:
        return Luck(total[0], times, share, None, None)
    mean = sum(known) / n
    half = NORMAL * sqrt((n - 1) / n * sum((value - mean) ** 2 for value in known))
    return Luck(total[0], times, share, max(0.0, share - half), min(1.0, share + half))


def summed(blocks: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*blocks, strict=True)]


def explained(sums: Sequence[int], times: int) -> float | None:
    if not sums or sums[0] < 2:
        return None
    deals, of_deals, squares = sums[:HEAD]
    middle = sum(total**2 for total in sums[HEAD:]) / (deals * times)
    between = (of_deals / times - middle) / (deals - 1)
    within = (squares - of_deals / times) / (deals * (times - 1))
    spread = between + (times - 1) * within
    return max(0.0, (between - within) / spread) if spread else None
