"""Ratings from who came before whom, on the Elo scale.

The model is Bradley and Terry's: of two, the one rated d points higher comes before the other in 1 / (1 + 10^(-d/400))
of their games, equal ranks counting half. A game of several is a game of each pair. Fitted as Newman showed (*Efficient
computation of rankings from pairwise comparisons*, 2023). Every pair that met gets one extra drawn game, so that a
player who never lost has a rating, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10
from typing import Final, TypeAlias

Scores: TypeAlias = Sequence[Sequence[float]]  # [i][j]: how often i came before j, equal ranks counting half

CONVERGED: Final = 1e-7  # a change of a logarithm that no longer matters
MOST_ITERATIONS: Final = 10_000


def ratings(scores: Scores, anchor: int | None = None) -> list[float]:
    """The rating of each player. The anchor is at 0, or the weakest player if there is no anchor."""
    n = len(scores)
    drawn = [[scores[i][j] + (0.5 if scores[i][j] + scores[j][i] else 0.0) for j in range(n)] for i in range(n)]
    strengths = [1.0] * n
    for _ in range(MOST_ITERATIONS):
        change = 0.0
        for i in range(n):
            won = sum(drawn[i][j] * strengths[j] / (strengths[i] + strengths[j]) for j in range(n))
            lost = sum(drawn[j][i] / (strengths[i] + strengths[j]) for j in range(n))
            if lost:
                change = max(change, abs(log(won / lost / strengths[i])))
                strengths[i] = won / lost
        if change < CONVERGED:
            break
    points = [400 * log10(strength) for strength in strengths]
    zero = min(points) if anchor is None else points[anchor]
    return [rating - zero for rating in points]
