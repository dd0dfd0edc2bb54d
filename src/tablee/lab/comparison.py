"""Two rule sets, or two casts of bots, side by side: game by game on the same chance, for as long as they play alike.

What is told of each figure is the difference within a pair of games, so luck that both shared cancels out; where the
two soon part ways it does not, and the interval, made from how pairs differ, is wider.
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
from tablee.lab.chunk import CHANGES, DECISIONS, FIRST, MOVES, UNIT, Rows, decided, joined, ranks_of, scores_of, shares
from tablee.lab.crew import worked
from tablee.lab.experiment import Experiment, experiment
from tablee.lab.figures import NORMAL
from tablee.lab.piece import code_of
from tablee.lab.run import borders, jobs_for
from tablee.lab.trial import Trial, kernel_rows, room_of, rules_rows


class Difference(Struct, frozen=True):
    """One figure in both, and b less a with its 95 % interval."""

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


class Sums(Struct, frozen=True):
    """Of each figure: the sum of a, of b, and of the squares of what lies between them."""

    code: str
    games: int
    figures: dict[str, list[int]]


def asked(game: AnyGame, texts: dict[str, str], text: str, bots: Sequence[str], seed: int) -> Experiment:
    """`jokers=on,players=4`, or `bots=club,random`, beside what holds for both: a comma may also stand in a value."""
    texts = dict(texts)
    for part in re.split(r",(?=\w+=)", text) if text else ():
        name, equals, value = part.partition("=")
        if not equals:
            raise OptionError("a, b", "{text!r} is not of the form option=value", text=part)
        texts[name] = value
    own = texts.pop("bots", "")
    return experiment(game, texts, own.split(",") if own else bots, seed=seed, luck=0, watched=0)


def compared(
    a: Experiment, b: Experiment, games: int, *, jobs: int | None = None, cluster: str | None = None
) -> Comparison:
    """Both engines must be one: the kernel and the rules draw their chance in different ways."""
    if a.engine != b.engine:
        a, b = by_rules(a), by_rules(b)
    size = a.size
    missing = {number: (a, b, number, count) for number, count in borders(games, size)}
    fast = a.engine == "kernel"
    if fast and not cluster:
        kernel_rows(a, 0, 0)
    total: Sums | None = None
    for _, sums in worked(paired, missing, jobs=jobs_for(jobs, len(missing)), cluster=cluster, threads=fast):
        if sums.code != code_of(a.plan.game):
            raise OptionError("cluster", "a worker has other code than this machine: install the same version")
        total = (
            sums if total is None else Sums(sums.code, total.games + sums.games, joined(total.figures, sums.figures))
        )
    assert total is not None
    return Comparison(a, b, total.games, [difference(name, sums, total.games) for name, sums in total.figures.items()])


def by_rules(one: Experiment) -> Experiment:
    return Experiment(one.plan, "rules", one.luck, one.watched, one.keep)


def paired(a: Experiment, b: Experiment, number: int, count: int) -> Sums:
    """A chunk of pairs."""
    first = number * a.size
    one, two = figures(a, rows_of(a, first, count)), figures(b, rows_of(b, first, count))
    both = {
        name: [int(one[name].sum()), int(two[name].sum()), int(((two[name] - one[name]) ** 2).sum())]
        for name in one
        if name in two
    }
    return Sums(code_of(a.plan.game), count, both)


def rows_of(one: Experiment, first: int, count: int) -> Rows:
    if one.engine == "kernel":
        return kernel_rows(one, first, count)[0]
    return rules_rows([Trial(room_of(one.plan), n) for n in range(first, first + count)], one.players)[0]


def figures(one: Experiment, rows: Rows) -> dict[str, NDArray[np.int64]]:
    """Of each game what is compared; wins in UNITs."""
    wins, scores = shares(ranks_of(rows, one.players)), np.sort(scores_of(rows, one.players), axis=1)
    first = np.take_along_axis(wins, rows[:, [FIRST]], axis=1)[:, 0]
    return {
        "first_wins": first,
        **{f"seat_{seat}_wins": wins[:, seat] for seat in range(one.players)},
        "decisions": rows[:, DECISIONS],
        "moves": rows[:, MOVES],
        "lead_changes": rows[:, CHANGES],
        "decided": decided(rows),
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


def told(found: Comparison) -> dict[str, Any]:
    return {
        "game": found.a.plan.game, "games": found.games, "seed": found.a.plan.seed, "engine": found.a.engine,
        "a": {"options": dict(found.a.plan.agreed), "bots": found.a.plan.bots},
        "b": {"options": dict(found.b.plan.agreed), "bots": found.b.plan.bots},
        "differences": found.differences,
    }  # fmt: skip
