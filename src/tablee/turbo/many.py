"""Many whole games, over lanes and cores. The same seed gives the same figures on any number of cores."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee import turbo
from tablee.contract import AnyGame, Options
from tablee.turbo.checks import CHECKED, check_count, check_options, check_state
from tablee.turbo.interface import Policy

JOB_GAMES = 1024  # one after the other in one lane
MOST_JOBS = 1024  # threads


class RankCounts(Struct, frozen=True):
    """How many games and decisions were played; ranks[p, r - 1] is how often seat p came r-th."""

    games: int
    decisions: int
    ranks: NDArray[np.int64]


def play(
    game: AnyGame,
    options: Options,
    games: int,
    *,
    seed: int = 0,
    jobs: int | None = None,
    policy: Policy | None = None,
    progress: Callable[[int], object] | None = None,
) -> RankCounts:
    """Plays `games` games at random, or by a compiled policy for every seat. IllegalMove if that chooses wrongly.

    `progress` gets the number of games of each finished job. Compiled code holds no lock, so threads are enough. Memory
    does not grow with the number of games.
    """
    check_options(game, options)
    check_count("games", games)
    check_count("seed", seed)
    if jobs is not None:
        check_count("jobs", jobs, 1, MOST_JOBS)
    course = turbo.course(game, policy)

    def play_job(number: int) -> RankCounts:
        count = min(JOB_GAMES, games - number * JOB_GAMES)
        lane = turbo.lanes(game, options, 1, seed, first=number)
        ranks = np.zeros((options.players, options.players), np.int64)
        return RankCounts(count, int(course.games(lane, count, ranks)), ranks)

    total, decisions = 0, 0
    ranks = np.zeros((options.players, options.players), np.int64)
    with ThreadPoolExecutor(jobs or cpu_count() or 1) as pool:
        for part in pool.map(play_job, range(-(-games // JOB_GAMES))):
            total, decisions, ranks = total + part.games, decisions + part.decisions, ranks + part.ranks
            if progress:
                progress(part.games)
    return RankCounts(total, decisions, ranks)


def rollouts(game: AnyGame, state: Any, times: int, *, seed: int = 0) -> RankCounts:
    """`times` random playouts from this state, for example from a world that a search has sampled."""
    kernel, course = turbo.compiled_kernel(game), turbo.course(game)
    if CHECKED:
        check_state(game, kernel, state)
    start, scratch = turbo.lanes(game, state.options, 1), turbo.lanes(game, state.options, 1, seed)
    kernel.pack(state, start[0])
    ranks = np.zeros((state.options.players, state.options.players), np.int64)
    return RankCounts(times, int(course.rollouts(start, scratch, times, ranks)), ranks)
