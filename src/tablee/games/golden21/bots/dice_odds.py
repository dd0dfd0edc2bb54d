"""The odds of The Golden 21, exact: what this many dice show, and how far that is from what was announced."""

from __future__ import annotations

from functools import cache

from tablee.games.golden21.dice import ways


@cache
def sums(dice: int) -> tuple[float, ...]:
    """By total, its probability."""
    return tuple(count / 6**dice for count in ways(dice))


@cache
def differences(dice: int, total: int) -> tuple[float, ...]:
    """By difference, from 0 on, the probability that the roll is so far from the total announced (G21-11)."""
    odds = sums(dice)
    most = max(total - dice, 6 * dice - total)
    return tuple(
        sum(odds[shown] for shown in {total - far, total + far} if dice <= shown <= 6 * dice) for far in range(most + 1)
    )


@cache
def mean(dice: int, total: int) -> float:
    """The difference to expect."""
    return sum(far * chance for far, chance in enumerate(differences(dice, total)))
