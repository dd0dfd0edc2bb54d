"""Two sets of options or bots compared game by game, with the same chance for as long as both are played alike.

The difference is taken within each pair of games, so that luck which both share cancels out. Pairs that soon differ
share little luck; the interval is made from how the differences vary, so it is then wider.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.contract import AnyGame, OptionError
from tablee.lab.pool import run_jobs, worker_count
from tablee.lab.runs.experiment import Experiment, make_experiment
from tablee.lab.runs.job import job_sizes, worker_code
from tablee.lab.runs.play import play_on_kernel, play_rows
from tablee.lab.runs.sums import UNIT, add, decided_percent, win_shares
from tablee.statistics import NORMAL
from tablee.turbo.rows import Rows


class Difference(Struct, frozen=True):
    """One figure of both sides, and b minus a with its 95 % interval."""

    figure: str
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None

    @property
    def sure(self) -> bool:
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


class Comparison(Struct, frozen=True):
    a: Experiment
    b: Experiment
    games: int  # of each
    differences: list[Difference]


class PairSums(Struct, frozen=True):
    """For each figure: the sum of a, the sum of b, and the sum of the squared differences."""

    code: str
    games: int
    figures: dict[str, list[int]]


def parse_side(game: AnyGame, texts: dict[str, str], text: str, bots: Sequence[str], seed: int) -> Experiment:
    """Reads `jokers=on,players=4` or `bots=club,random`. `texts` are the options of both; values may have commas."""
    texts = dict(texts)
    for part in re.split(r",(?=\w+=)", text) if text else ():
        name, equals, value = part.partition("=")
        if not equals:
            raise OptionError("a, b", "{text!r} is not of the form option=value", text=part)
        texts[name] = value
    own = texts.pop("bots", "")
    return make_experiment(game, texts, own.split(",") if own else bots, seed=seed, luck=0, watched=0)


def compare(
    a: Experiment, b: Experiment, games: int, *, workers: int | None = None, cluster: str | None = None
) -> Comparison:
    """Both sides use the same engine, because the kernel and the rules draw chance in different ways."""
    if a.engine != b.engine:
        a, b = by_rules(a), by_rules(b)
    jobs = {number: (a, b, number, count) for number, count in job_sizes(games, a.job_games)}
    fast = a.engine == "kernel"
    if fast and not cluster:
        play_on_kernel(a, 0, 0)  # compiles, before several threads need it
    total: PairSums | None = None
    for _, sums in run_jobs(play_pairs, jobs, workers=worker_count(workers, len(jobs)), cluster=cluster, threads=fast):
        if sums.code != worker_code(a.plan.game):
            raise OptionError("cluster", "a worker runs another version than this machine: install the same one")
        total = (
            sums if total is None else PairSums(sums.code, total.games + sums.games, add(total.figures, sums.figures))
        )
    assert total is not None
    return Comparison(a, b, total.games, [difference(name, sums, total.games) for name, sums in total.figures.items()])


def by_rules(one: Experiment) -> Experiment:
    return Experiment(one.plan, "rules", one.luck, one.watched, one.keep)


def play_pairs(a: Experiment, b: Experiment, number: int, count: int) -> PairSums:
    """A job: this many pairs of games."""
    first = number * a.job_games
    one, two = figures(a, play_rows(a, first, count)), figures(b, play_rows(b, first, count))
    both = {
        name: [int(one[name].sum()), int(two[name].sum()), int(((two[name] - one[name]) ** 2).sum())]
        for name in one
        if name in two
    }
    return PairSums(worker_code(a.plan.game), count, both)


def figures(one: Experiment, rows: Rows) -> dict[str, NDArray[np.int64]]:
    """The figures that are compared, by game; wins in UNITs."""
    wins, scores = win_shares(rows["ranks"]), np.sort(rows["scores"], axis=1)
    first = np.take_along_axis(wins, rows["first"][:, np.newaxis], axis=1)[:, 0]
    return {
        "first_wins": first,
        **{f"seat_{seat}_wins": wins[:, seat] for seat in range(one.players)},
        "decisions": rows["decisions"],
        "moves": rows["moves"],
        "lead_changes": rows["lead_changes"],
        "decided": decided_percent(rows),
        "best_score": scores[:, -1],
        "spread": scores[:, -1] - scores[:, 0],
    }


def difference(name: str, sums: Sequence[int], games: int) -> Difference:
    a, b, squares = sums
    unit = UNIT if name.endswith("_wins") else 1
    mean = (b - a) / games
    if games < 2:
        return Difference(name, a / games / unit, b / games / unit, mean / unit, None, None)
    half = NORMAL * sqrt(max(0.0, squares / games - mean**2) / (games - 1))
    return Difference(name, a / games / unit, b / games / unit, mean / unit, (mean - half) / unit, (mean + half) / unit)


def to_dict(found: Comparison) -> dict[str, Any]:
    """Everything, ready for JSON."""
    return {
        "game": found.a.plan.game, "games": found.games, "seed": found.a.plan.seed, "engine": found.a.engine,
        "a": {"options": dict(found.a.plan.agreed), "bots": found.a.plan.bots},
        "b": {"options": dict(found.b.plan.agreed), "bots": found.b.plan.bots},
        "differences": found.differences,
    }  # fmt: skip
