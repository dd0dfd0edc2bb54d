"""`tablee.turbo.many` on a GPU: many whole games, with the same figures for the same seed."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablee import turbo
from tablee.contract import AnyGame, Options
from tablee.turbo.checks import check_count, check_options
from tablee.turbo.cuda.course import device_course, launch
from tablee.turbo.cuda.device import cuda
from tablee.turbo.many import JOB_GAMES, RankCounts

STRETCH: Final = 64  # games of a lane in one launch: a GPU that also drives a screen may stop one that takes seconds
MOST_LANES: Final = 2**17  # at once: the records of more do not fit into the cache of a large GPU


def play(game: AnyGame, options: Options, games: int, *, seed: int = 0) -> RankCounts:
    """Plays `games` games at random. A lane plays what a job plays on the CPU: 100 million games fill a large GPU."""
    check_options(game, options)
    check_count("games", games)
    check_count("seed", seed)
    course = device_course(game)
    ranks = cuda.to_device(np.zeros((options.players, options.players), np.int64))
    decisions = cuda.to_device(np.zeros(1, np.int64))
    pattern = cuda.to_device(np.array(turbo.lanes(game, options, 1), subok=False))
    whole, rest = divmod(games, JOB_GAMES)
    batches = [(first, min(MOST_LANES, whole - first), JOB_GAMES) for first in range(0, whole, MOST_LANES)]
    for first, lanes, times in [*batches, *([(whole, 1, rest)] if rest else [])]:
        records: Any = cuda.device_array(lanes, pattern.dtype)
        launch(course.start, lanes, records, pattern, seed, first)
        for done in range(0, times, STRETCH):
            launch(course.games, lanes, records, min(STRETCH, times - done), ranks, decisions)
    return RankCounts(games, int(decisions.copy_to_host()[0]), ranks.copy_to_host())
