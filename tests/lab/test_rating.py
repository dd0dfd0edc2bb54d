"""Ratings: known strengths are found again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from tablee.lab.arena.rating import ratings


def finish(points: Sequence[float], rng: Random) -> list[int]:
    """The order in which players of these ratings come in, by Plackett and Luce: the best of who is left, each time."""
    left, order = list(range(len(points))), []
    while left:
        best = rng.choices(left, [10 ** (points[n] / 400) for n in left])[0]
        left.remove(best)
        order.append(best)
    return order


@pytest.mark.parametrize("points", [(300, 0), (500, 250, 100, 0), (0, 120, 0, 700)])
def test_known_strengths_are_found_again(points: tuple[float, ...]) -> None:
    rng = Random(1)
    scores = [[0.0] * len(points) for _ in points]
    for _ in range(6000):
        order = finish(points, rng)
        for place, one in enumerate(order):
            for other in order[place + 1 :]:
                scores[one][other] += 1
    assert ratings(scores) == pytest.approx(points, abs=30)


def test_three_wins_in_four_are_191_points() -> None:
    assert ratings([[0, 75_000], [25_000, 0]]) == pytest.approx([190.8, 0], abs=0.1)


def test_equals_count_half() -> None:
    assert ratings([[0, 50], [50, 0]]) == pytest.approx([0, 0])


def test_who_never_lost_has_a_rating_and_more_games_make_it_higher() -> None:
    found = [ratings([[0, games], [0, 0]])[0] for games in (1, 10, 100, 1000)]
    assert all(fewer < more for fewer, more in pairwise(found))


def test_the_anchor_is_at_zero_and_without_one_the_weakest() -> None:
    scores = [[0, 30, 50], [70, 0, 60], [50, 40, 0]]
    weakest, anchored = ratings(scores), ratings(scores, anchor=2)
    assert min(weakest) == 0 == anchored[2]
    assert [rating - weakest[2] for rating in weakest] == pytest.approx(anchored)
