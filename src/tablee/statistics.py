"""How sure a figure is: 95 % intervals."""

from __future__ import annotations

from math import sqrt
from typing import Final

NORMAL: Final = 1.959964  # 95 % of a normal distribution lies within this many standard deviations


def wilson_interval(rate: float, squares: float, samples: int) -> tuple[float | None, float | None]:
    """The 95 % interval of a rate, by Wilson. `squares` is the sum of the squared deviations of the samples.

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
