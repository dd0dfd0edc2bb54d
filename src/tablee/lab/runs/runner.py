"""Runs an experiment: reads the jobs that were played before, and plays and keeps those that are missing."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tablee.contract import AnyGame
from tablee.games import GAMES
from tablee.lab.pool import Notice, check_worker_code, run_jobs, say_nothing, worker_count
from tablee.lab.runs.experiment import Experiment, Keep, make_experiment
from tablee.lab.runs.folder import RunFolder
from tablee.lab.runs.job import job_sizes, play_job, worker_code
from tablee.lab.runs.play import play_on_kernel
from tablee.lab.runs.rating_span import measure_span
from tablee.lab.runs.results import Results
from tablee.lab.runs.sums import GameSums, add_sums


def run(
    game: str | AnyGame,
    *,
    games: int = 1000,
    bots: Sequence[str] = (),
    options: dict[str, Any] | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    out: str | Path | None = None,
    luck: int | None = None,
    watched: int | None = None,
    weighed: int = 0,
    span: int = 0,
    keep: Keep = "",
    fresh: bool = False,
) -> Results:
    """Plays `games` games and returns the results. The parameters are those of `tablee lab run`."""
    rules = GAMES[game] if isinstance(game, str) else game
    one = make_experiment(rules, options or {}, bots, seed=seed, luck=luck, watched=watched, keep=keep,
                          weighed=weighed)  # fmt: skip
    folder = RunFolder(one, None if out is None else Path(out), fresh=fresh)
    found = run_experiment(one, folder, games, workers=jobs, cluster=cluster)
    return add_span(found, span, jobs)


def add_span(found: Results, games: int, workers: int | None) -> Results:
    """The results with the rating span of the game, from this many games for each step; unchanged for 0 games."""
    if not games:
        return found
    plan = found.experiment.plan
    workers = workers or os.cpu_count() or 1
    return replace(
        found, span=measure_span(found.experiment.game, plan.options, games, seed=plan.seed, workers=workers)
    )


def run_experiment(
    one: Experiment,
    folder: RunFolder,
    games: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    notice: Notice = say_nothing,
) -> Results:
    """`progress` gets the number of games done. The order of the jobs does not matter for sums of whole numbers."""
    total: GameSums | None = None
    missing: dict[int, tuple[Experiment, int, int]] = {}
    for number, count in job_sizes(games, one.job_games):
        found = folder.sums(number, count)
        if found is None:
            missing[number] = (one, number, count)
        else:
            total = add_sums(total, found)
    progress(total.games if total else 0)
    fast = one.engine == "kernel"
    if fast and missing and not cluster:
        play_on_kernel(one, 0, 0)  # compiles, before several threads need it
    for _, result in run_jobs(
        play_job, missing, workers=worker_count(workers, len(missing)), cluster=cluster, threads=fast, notice=notice
    ):
        check_worker_code(result.code, worker_code(one.plan.game))
        folder.add(result)
        total = add_sums(total, result.sums)
        progress(total.games)
    assert total is not None
    return Results(one, folder.path, total)
