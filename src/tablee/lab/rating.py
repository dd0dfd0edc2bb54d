"""Ratings from who came before whom, on the Elo scale.

The model is Bradley and Terry's: of two, the one rated d points higher comes before the other in 1 / (1 + 10^(-d/400))
of their games, equals counting half. A game of several is a game of each pair. Fitted as Newman showed (*Efficient
computation of rankings from pairwise comparisons*, 2023); every pair that met is lent one drawn game, so that who never
lost has a rating too.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10
from typing import Final, TypeAlias

Scores: TypeAlias = Sequence[Sequence[float]]  # [i][j]: how often i came before j, equals counting half

SURE: Final = 1e-7  # a change of a logarithm that no longer matters
ROUNDS: Final = 10_000


def ratings(scores: Scores, anchor: int | None = None) -> list[float]:
    """The rating of each. The anchor, or else the weakest, is at 0."""
    n = len(scores)
    lent = [[scores[i][j] + (0.5 if scores[i][j] + scores[j][i] else 0.0) for j in range(n)] for i in range(n)]
    strengths = [1.0] * n
    for _ in range(ROUNDS):
        change = 0.0
        for i in range(n):
            won = sum(lent[i][j] * strengths[j] / (strengths[i] + strengths[j]) for j in range(n))
            lost = sum(lent[j][i] / (strengths[i] + strengths[j]) for j in range(n))
            if lost:
                change = max(change, abs(log(won / lost / strengths[i])))
                strengths[i] = won / lost
        if change < SURE:
            break
    points = [400 * log10(strength) for strength in strengths]
    zero = min(points) if anchor is None else points[anchor]
    return [rating - zero for rating in points]
