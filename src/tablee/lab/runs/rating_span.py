"""How much there is to be learnt in a game: the rating span from `random` to the strongest level.

Each level plays against the next one. The first level would lose every game against the last, and no number could say
by how much. The span is the sum of these steps. Their games are independent, so the squares of their errors add up.
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

from msgspec import Struct

from tablee.bots import levels
from tablee.contract import AnyGame, Options
from tablee.lab.arena.journal import Journal, journal_path
from tablee.lab.arena.runner import run_arena
from tablee.lab.plan import make_plan, plan_identity


class RatingStep(Struct, frozen=True):
    """By how many points a level is stronger than the level below, on the Elo scale."""

    bot: str
    below: str
    games: int
    points: float
    low: float
    high: float


class RatingSpan(Struct, frozen=True):
    points: float
    low: float
    high: float
    steps: list[RatingStep]


def measure_span(game: AnyGame, options: Options, games: int, *, seed: int = 0, workers: int = 1) -> RatingSpan | None:
    """At least `games` games for each step, played as in the arena and kept in its journals.

    None for a game with one level only.
    """
    steps = [measure_step(game, options, bot, below, games, seed, workers) for below, bot in pairwise(levels(game))]
    if not steps:
        return None
    points = sum(step.points for step in steps)
    half = sqrt(sum((step.high - step.low) ** 2 for step in steps)) / 2
    return RatingSpan(points, points - half, points + half, steps)


def measure_step(
    game: AnyGame, options: Options, bot: str, below: str, games: int, seed: int, workers: int
) -> RatingStep:
    plan = make_plan(game, options, [bot, below], seed, 2000)
    deals = max(2, -(-games // len(plan.seatings)))
    identity = plan_identity(plan)
    with Journal(journal_path(identity), identity) as journal:
        tally = run_arena(plan, deals, journal, workers=workers)
    rated = {row.bot: row for row in tally.figures()}
    one, other = rated[bot], rated[below]  # one of them is the anchor, whose interval is 0 to 0
    assert one.rating_low is not None and one.rating_high is not None
    assert other.rating_low is not None and other.rating_high is not None
    low, high = one.rating_low - other.rating_high, one.rating_high - other.rating_low
    return RatingStep(bot, below, deals * len(plan.seatings), one.rating - other.rating, low, high)
