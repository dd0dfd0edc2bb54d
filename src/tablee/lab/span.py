"""How much there is to be learnt: the rating span from `random` to the strongest level.

They meet as neighbours on the ladder of levels, not first against last, where one would win all games and no number
would say by how much. The span is the sum of its steps, each with its own games, so their errors add up in squares.
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

from msgspec import Struct

from tablee.bots import levels
from tablee.contract import AnyGame, Options
from tablee.lab.arena import held
from tablee.lab.journal import Journal, journal_of
from tablee.lab.plan import identity, planned


class Step(Struct, frozen=True):
    """From one level to the next: by how many points it is stronger, on the Elo scale."""

    bot: str
    below: str
    games: int
    points: float
    low: float
    high: float


class Span(Struct, frozen=True):
    points: float
    low: float
    high: float
    steps: list[Step]


def span(
    game: AnyGame,
    options: Options,
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
) -> Span | None:
    """At least `games` games a step, every deal with every seating, as in the arena, and kept as there; None for a game
    with one level only."""
    known = levels(game)
    steps = [step(game, options, bot, below, games, seed, jobs) for below, bot in pairwise(known)]
    if not steps:
        return None
    points = sum(one.points for one in steps)
    half = sqrt(sum((one.high - one.low) ** 2 for one in steps)) / 2
    return Span(points, points - half, points + half, steps)


def step(game: AnyGame, options: Options, bot: str, below: str, games: int, seed: int, jobs: int) -> Step:
    plan = planned(game, options, [bot, below], seed, 2000)
    deals = max(2, -(-games // len(plan.seatings)))
    with Journal(journal_of(identity(plan)), identity(plan)) as journal:
        tally = held(plan, deals, journal, jobs=jobs, records=None, told=lambda done: None)
    rated = {row.bot: row for row in tally.figures()}
    points = rated[bot].rating - rated[below].rating
    one, other = rated[bot], rated[below]  # whichever is the anchor is at 0 for certain
    assert one.rating_low is not None and one.rating_high is not None
    assert other.rating_low is not None and other.rating_high is not None
    low, high = one.rating_low - other.rating_high, one.rating_high - other.rating_low
    return Step(bot, below, deals * len(plan.seatings), points, low, high)
