"""Two sets of options or bots compared game by game, with the same chance for as long as both are played alike.

The difference is taken within each pair of games, so that luck which both share cancels out. Pairs that soon differ
share little luck; the interval is made from how the differences vary, so it is then wider. Several figures are looked
at, and one in twenty would differ by chance: so their p-values are corrected by Holm's method.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct

from tablee.contract import AnyGame, OptionError
from tablee.lab.plan import parse_bots
from tablee.lab.pool import Notice, say_nothing
from tablee.lab.runs.experiment import Experiment, make_experiment
from tablee.lab.runs.variants import (
    VariantFolder,
    VariantSums,
    play_variants,
    same_engine,
    unit_of,
    variant_interval,
    variant_means,
)
from tablee.statistics import SIGNIFICANT, correct_holm, margin_for, two_sided


class Difference(Struct, frozen=True):
    """One figure of both sides, and b minus a, each with its 95% interval.

    `p` is corrected for all figures that were looked at. `most` is the largest difference, in either direction, that
    the games leave possible, with 95% certainty for all figures together.
    """

    figure: str
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    p: float | None = None
    most: float | None = None
    a_low: float | None = None
    a_high: float | None = None
    b_low: float | None = None
    b_high: float | None = None

    @property
    def sure(self) -> bool:
        return self.p is not None and self.p < SIGNIFICANT


class Comparison(Struct, frozen=True):
    a: Experiment
    b: Experiment
    games: int  # of each
    differences: list[Difference]


def parse_side(game: AnyGame, texts: dict[str, str], text: str, bots: Sequence[str], seed: int) -> Experiment:
    """Reads `jokers=on,players=4` or `bots=club,random`. `texts` are the options of both; values may have commas."""
    texts = dict(texts)
    for part in re.split(r",(?=\w+=)", text) if text else ():
        name, equals, value = part.partition("=")
        if not equals:
            raise OptionError("a, b", "{text!r} is not of the form option=value", text=part)
        texts[name] = value
    own = texts.pop("bots", "")
    return make_experiment(game, texts, parse_bots(own) if own else bots, seed=seed, luck=0, watched=0)


def compare(
    a: Experiment,
    b: Experiment,
    games: int,
    *,
    folder: VariantFolder | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    notice: Notice = say_nothing,
) -> Comparison:
    """What differs. Without a folder it is kept where the same comparison would look for it."""
    both = same_engine([a, b])
    sums = play_variants(
        both, folder or VariantFolder(both, None), games, workers=workers, cluster=cluster, progress=progress,
        notice=notice,
    )  # fmt: skip
    return Comparison(both[0], both[1], sums.games, differences(sums, [(name, 0, 1) for name in sums.sums]))


def differences(sums: VariantSums, tests: Sequence[tuple[str, int, int]]) -> list[Difference]:
    """The second variant less the first, for each figure and pair; p-values corrected for all of them together."""
    found = [measure(sums, name, a, b) for name, a, b in tests]
    corrected = correct_holm([p for *_, p in found])
    rows = []
    for (name, *sides), (mean_a, mean_b, error, _), p in zip(tests, found, corrected, strict=True):
        difference = mean_b - mean_a
        if error is None:
            rows.append(Difference(name, mean_a, mean_b, difference, None, None))
            continue
        half, most = margin_for(1) * error, abs(difference) + margin_for(len(tests)) * error
        own = [bound for side in sides for bound in variant_interval(sums, name, side)]
        rows.append(Difference(name, mean_a, mean_b, difference, difference - half, difference + half, p, most, *own))
    return rows


def measure(sums: VariantSums, figure: str, a: int, b: int) -> tuple[float, float, float | None, float | None]:
    """The means of two variants, the standard error of their difference, and the p-value of that difference."""
    means, games, unit = variant_means(sums, figure), sums.games, unit_of(figure)
    mean_a, mean_b = float(means[a]), float(means[b])
    if games < 2:
        return mean_a, mean_b, None, None
    products = sums.products[figure]
    squares = (products[a][a] + products[b][b] - 2 * products[a][b]) / unit**2
    error = sqrt(max(0.0, squares / games - (mean_b - mean_a) ** 2) / (games - 1))
    return mean_a, mean_b, error, two_sided(mean_b - mean_a, error)


def to_dict(found: Comparison) -> dict[str, Any]:
    """Everything, ready for JSON."""
    return {
        "game": found.a.plan.game, "games": found.games, "seed": found.a.plan.seed, "engine": found.a.engine,
        "a": {"options": dict(found.a.plan.agreed), "bots": found.a.plan.bots},
        "b": {"options": dict(found.b.plan.agreed), "bots": found.b.plan.bots},
        "differences": found.differences,
    }  # fmt: skip
