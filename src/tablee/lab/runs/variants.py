"""Several variants of a game, played side by side: the n-th game of each begins with the same chance.

Figures are compared within the same games, so luck that variants share cancels out. A job plays a range of games of
every variant and returns sums of whole numbers, so it does not matter where and in which order jobs are played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.lab.pool import Notice, check_worker_code, run_jobs, say_nothing, worker_count
from tablee.lab.runs.experiment import Experiment, experiment_identity
from tablee.lab.runs.folder import JobFolder
from tablee.lab.runs.job import job_sizes, worker_code
from tablee.lab.runs.play import play_on_kernel, play_rows
from tablee.lab.runs.sums import UNIT, add, decided_percent, win_shares
from tablee.statistics import NORMAL
from tablee.turbo.rows import Rows, game_row

BLOCKS: Final = 32  # into which games are divided for intervals that come from leaving one out


class VariantSums(Struct, frozen=True):
    """Sums over some games, for each figure; wins in UNITs."""

    code: str  # of the worker: see `code_digest`
    games: int
    counts: list[int]  # games by block
    sums: dict[str, list[list[int]]]  # by figure: [block][variant]
    products: dict[str, list[list[int]]]  # by figure: [variant][variant], sums of products of the same games


class VariantFolder(JobFolder):
    """The folder of several variants."""

    def __init__(self, variants: Sequence[Experiment], path: Path | None, *, fresh: bool = False) -> None:
        each = [experiment_identity(one) for one in variants]
        own = [{"options": about.pop("options"), "bots": about.pop("bots")} for about in each]
        super().__init__({**each[0], "variants": own}, path, fresh=fresh)

    def sums(self, job: int, games: int) -> VariantSums | None:
        found = self.read_job(job, VariantSums)
        return found if isinstance(found, VariantSums) and found.games == games else None


def play_variants(
    variants: Sequence[Experiment],
    folder: VariantFolder,
    games: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    notice: Notice = say_nothing,
) -> VariantSums:
    """`games` games of each variant. What is in the folder is not played again. `progress` gets the games done."""
    first = variants[0]
    total: VariantSums | None = None
    missing: dict[int, tuple[tuple[Experiment, ...], int, int]] = {}
    for number, count in job_sizes(games, first.job_games):
        found = folder.sums(number, count)
        if found is None:
            missing[number] = (tuple(variants), number, count)
        else:
            total = add_variants(total, found)
    progress(total.games if total else 0)
    fast = first.engine == "kernel"
    if fast and missing and not cluster:
        play_on_kernel(first, 0, 0)  # compiles, before several threads need it
    workers = worker_count(workers, len(missing))
    for number, sums in run_jobs(play_job, missing, workers=workers, cluster=cluster, threads=fast, notice=notice):
        check_worker_code(sums.code, worker_code(first.plan.game))
        folder.write_job(number, sums)
        total = add_variants(total, sums)
        progress(total.games)
    assert total is not None
    return total


def same_engine(variants: Sequence[Experiment]) -> list[Experiment]:
    """All by the rules, unless all are played on the kernel: the two draw chance in different ways."""
    if len({one.engine for one in variants}) == 1:
        return list(variants)
    return [Experiment(one.plan, "rules", one.luck, one.watched, one.keep) for one in variants]


def play_job(variants: tuple[Experiment, ...], number: int, count: int) -> VariantSums:
    """This many games of every variant."""
    first = number * variants[0].job_games
    found = [figures(one, play_rows(one, first, count)) for one in variants]
    names = figure_names(variants)
    block = (first + np.arange(count)) % BLOCKS
    sums: dict[str, list[list[int]]] = {}
    products: dict[str, list[list[int]]] = {}
    for name in names:
        values = np.stack([one[name] for one in found])
        by_block = np.zeros((BLOCKS, len(variants)), np.int64)
        np.add.at(by_block, block, values.T)
        sums[name] = by_block.tolist()
        products[name] = (values @ values.T).tolist()
    counts = np.bincount(block, minlength=BLOCKS).tolist()
    return VariantSums(worker_code(variants[0].plan.game), count, counts, sums, products)


def figures(one: Experiment, rows: Rows) -> dict[str, NDArray[np.int64]]:
    """The figures that are compared, by game; wins in UNITs."""
    wins, scores = win_shares(rows["ranks"]), np.sort(rows["scores"], axis=1)
    places = (rows["first"][:, np.newaxis] + np.arange(2)) % one.players
    by_place = np.take_along_axis(wins, places, axis=1)
    return {
        "first_wins": by_place[:, 0],
        "second_wins": by_place[:, 1],
        **{f"seat_{seat}_wins": wins[:, seat] for seat in range(one.players)},
        "decisions": rows["decisions"],
        "moves": rows["moves"],
        "lead_changes": rows["lead_changes"],
        "decided": decided_percent(rows),
        "best_score": scores[:, -1],
        "spread": scores[:, -1] - scores[:, 0],
    }


def figure_names(variants: Sequence[Experiment]) -> list[str]:
    """The figures that all of these variants have. Those of seats are not the same with more players."""
    found = [figures(one, np.zeros(0, game_row(one.players))) for one in variants]
    return [name for name in found[0] if all(name in other for other in found)]


def add_variants(total: VariantSums | None, more: VariantSums) -> VariantSums:
    if total is None:
        return more
    added: dict[str, Any] = {
        name: add(getattr(total, name), getattr(more, name)) for name in ("games", "counts", "sums", "products")
    }
    return VariantSums(more.code, **added)


def unit_of(figure: str) -> int:
    return UNIT if figure.endswith("_wins") else 1


def variant_interval(sums: VariantSums, figure: str, variant: int) -> tuple[float | None, float | None]:
    """The 95% interval of the mean of a variant."""
    mean, games = float(variant_means(sums, figure)[variant]), sums.games
    if games < 2:
        return None, None
    squares = sums.products[figure][variant][variant] / unit_of(figure) ** 2
    half = NORMAL * sqrt(max(0.0, squares / games - mean**2) / (games - 1))
    return mean - half, mean + half


def variant_means(sums: VariantSums, figure: str, without: int | None = None) -> NDArray[np.float64]:
    """The mean of each variant, of all games or without those of a block."""
    kept = [block for block in range(BLOCKS) if block != without]
    games = sum(sums.counts[block] for block in kept)
    total = np.array([sums.sums[figure][block] for block in kept], float).sum(axis=0)
    return np.asarray(total / max(1, games) / unit_of(figure))
