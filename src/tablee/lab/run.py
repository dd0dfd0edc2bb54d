"""An experiment, carried out: what was played before is read, what is missing is played and kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from tablee.contract import AnyGame, OptionError
from tablee.games import GAMES
from tablee.lab.chunk import Chunk, plus
from tablee.lab.crew import worked
from tablee.lab.experiment import Experiment, Keep, experiment
from tablee.lab.folder import Folder
from tablee.lab.piece import code_of, piece
from tablee.lab.results import Results
from tablee.lab.span import span as span_of
from tablee.lab.trial import kernel_rows


def run(
    game: str | AnyGame,
    *,
    games: int = 1000,
    bots: Sequence[str] = (),
    options: dict[str, str] | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    out: str | Path | None = None,
    luck: int | None = None,
    watched: int | None = None,
    span: int = 0,
    keep: Keep = "",
    fresh: bool = False,
) -> Results:
    """Plays `games` games and tells what came of them. The parameters are those of `tablee lab run`."""
    played = GAMES[game] if isinstance(game, str) else game
    one = experiment(played, options or {}, bots, seed=seed, luck=luck, watched=watched, keep=keep)
    folder = Folder(one, None if out is None else Path(out), fresh=fresh)
    found = carried_out(one, folder, games, jobs=jobs, cluster=cluster)
    return spanned(found, span, jobs)


def spanned(found: Results, games: int, jobs: int | None) -> Results:
    """With the rating span of this game, from so many games a step; 0: without."""
    if not games:
        return found
    plan = found.experiment.plan
    measured = span_of(found.experiment.game, plan.options, games, seed=plan.seed, jobs=jobs or os.cpu_count() or 1)
    return replace(found, span=measured)


def carried_out(
    one: Experiment,
    folder: Folder,
    games: int,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    told: Callable[[int], None] = lambda done: None,
) -> Results:
    """`told` is told how many games are done. Sums of whole numbers do not mind in which order chunks come."""
    total: Chunk | None = None
    missing: dict[int, tuple[Experiment, int, int]] = {}
    for number, count in borders(games, one.size):
        found = folder.found(number, count)
        if found is None:
            missing[number] = (one, number, count)
        else:
            total = plus(total, found)
    told(total.games if total else 0)
    fast = one.engine == "kernel"
    if fast and missing and not cluster:
        kernel_rows(one, 0, 0)  # compiled once, before several threads ask for it
    for _, done in worked(piece, missing, jobs=jobs_for(jobs, len(missing)), cluster=cluster, threads=fast):
        if done.code != code_of(one.plan.game):
            raise OptionError("cluster", "a worker has other code than this machine: install the same version")
        folder.add(done)
        total = plus(total, done.chunk)
        told(total.games)
    assert total is not None
    return Results(one, folder.path, total)


def borders(games: int, size: int) -> list[tuple[int, int]]:
    """Which chunks so many games are, and how many games each holds: only the last may hold fewer than `size`."""
    return [(number, min(size, games - number * size)) for number in range(-(-games // size))]


def jobs_for(jobs: int | None, pieces: int) -> int:
    """As many as were asked for, or as there are cores; but none that would have nothing to do."""
    return max(1, min(jobs or os.cpu_count() or 1, pieces))
