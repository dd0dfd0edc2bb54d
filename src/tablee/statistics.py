"""How sure a figure is: 95% intervals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erfc, sqrt
from statistics import NormalDist
from typing import Final

SIGNIFICANT: Final = 0.05  # a p-value below this is called a difference
NORMAL: Final = 1.959964  # 95% of a normal distribution lies within this many standard deviations


def wilson_interval(rate: float, squares: float, samples: int) -> tuple[float | None, float | None]:
    """The 95% interval of a rate, by Wilson. `squares` is the sum of the squared deviations of the samples.

    The samples may be whole deals, each with several games. The interval is then that of as many independent games as
    would spread like these samples. One sample says nothing about the spread: (None, None).
    """
    if samples < 2:
        return None, None
    variance = squares / (samples - 1) / samples
    if variance:
        games = rate * (1 - rate) / variance
    elif 0 < rate < 1:
        return rate, rate  # all samples are equal
    else:
        games = samples  # always or never, so far
    share = NORMAL**2 / games
    middle = (rate + share / 2) / (1 + share)
    half = sqrt(share * (rate * (1 - rate) + share / 4)) / (1 + share)
    return max(0.0, middle - half), min(1.0, middle + half)


@cache
def margin_for(tests: int) -> float:
    """Standard deviations on either side of each of so many figures, if all are to hold with 95% (Bonferroni)."""
    return NORMAL if tests == 1 else NormalDist().inv_cdf(1 - SIGNIFICANT / 2 / tests)


def two_sided(difference: float, error: float) -> float:
    """The p-value of a difference with this standard error."""
    if error:
        return erfc(abs(difference) / error / sqrt(2))
    return 0.0 if difference else 1.0


def correct_holm(values: Sequence[float | None]) -> list[float | None]:
    """p-values corrected for their number, by Holm: the smallest times all, the next times all but one, and so on."""
    known = sorted((value, n) for n, value in enumerate(values) if value is not None)
    corrected: list[float | None] = [None] * len(values)
    largest = 0.0
    for rank, (value, n) in enumerate(known):
        largest = max(largest, min(1.0, value * (len(known) - rank)))
        corrected[n] = largest
    return corrected
