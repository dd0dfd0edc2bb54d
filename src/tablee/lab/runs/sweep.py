"""A sweep: many values of some options, all of their combinations or a sample of them, and what that changes.

The first combination is the one that all others are compared with. The share of the variance that an option explains is
that of the means of the variants: how much they vary with its values alone, on average over the others. What is left is
how options work together. The interval comes from leaving out a block of games at a time (jackknife).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod, sqrt
from random import Random
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.contract import AnyGame, OptionError
from tablee.lab.plan import parse_bots
from tablee.lab.pool import Notice, say_nothing
from tablee.lab.runs.comparison import Difference, differences, measure
from tablee.lab.runs.experiment import Experiment, make_experiment
from tablee.lab.runs.variants import (
    BLOCKS,
    VariantFolder,
    VariantSums,
    figure_names,
    play_variants,
    same_engine,
    variant_interval,
    variant_means,
)
from tablee.statistics import NORMAL

MOST: Final = 200  # variants
USUAL: Final = ("first_wins", "lead_changes", "decisions", "spread")  # figures that are shown if none is named
Values = Mapping[str, Sequence[str]]  # of each option, as they were given


class Level(Struct, frozen=True):
    """One variant: its values, and the mean of a figure with its 95% interval."""

    values: tuple[str, ...]
    mean: float
    low: float | None
    high: float | None

    @property
    def bounds(self) -> tuple[float, float]:
        """Its interval; the mean alone where nothing more is known."""
        return self.mean if self.low is None else self.low, self.mean if self.high is None else self.high


class VarianceShare(Struct, frozen=True):
    """How much of the differences between variants one option explains by itself."""

    option: str
    share: float
    low: float | None
    high: float | None


class FigureSweep(Struct, frozen=True):
    """A figure over all variants. `against` compares each with the first; `best_sure`: whether the largest mean is
    larger than all others, beyond chance."""

    figure: str
    levels: list[Level]
    against: list[Difference]
    shares: list[VarianceShare]
    best: int
    best_sure: bool


class Sweep(Struct, frozen=True):
    over: dict[str, list[str]]
    variants: list[Experiment]
    games: int  # of each
    figures: list[FigureSweep]


def parse_over(game: AnyGame, texts: Sequence[str]) -> dict[str, list[str]]:
    """Reads `crisis_supply=1,2,5,20`; values with commas in them are set apart by |: `soldiers=0,1,2|0,4,8`."""
    found: dict[str, list[str]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        parts = [value.strip() for value in values.split("|" if "|" in values or name == "bots" else ",")]
        if not equals or not all(parts) or name in found:
            raise OptionError("over", "{text!r} is not of the form option=value,value", text=text)
        found[name] = list(dict.fromkeys(parts))
    if not found:
        raise OptionError("over", "which option is to be changed? for example --over players=2,4")
    return found


def make_variants(
    game: AnyGame, texts: Mapping[str, str], over: Values, bots: Sequence[str], *, seed: int, sample: int | None
) -> tuple[list[tuple[str, ...]], list[Experiment]]:
    """All combinations of these values, the first values first; or the first and a random sample of the others."""
    count = prod(len(values) for values in over.values())
    if sample is not None and sample < count:
        rng, first = Random(f"{seed} sweep"), tuple(values[0] for values in over.values())
        chosen = {first}
        while len(chosen) < max(2, sample):
            chosen.add(tuple(rng.choice(values) for values in over.values()))
        combinations = [first, *sorted(chosen - {first})]
    else:
        combinations = [] if count > MOST else list(product(*over.values()))
    if not combinations or len(combinations) > MOST:
        raise OptionError(
            "over", "these are {count} variants, and {most} are the most: use --sample N", count=count, most=MOST
        )
    variants = []
    for values in combinations:
        changed = {**texts, **dict(zip(over, values, strict=True))}
        own = changed.pop("bots", "")
        variants.append(make_experiment(game, changed, parse_bots(own) if own else bots, seed=seed, luck=0, watched=0))
    return combinations, same_engine(variants)


def run_sweep(
    over: Values,
    combinations: Sequence[tuple[str, ...]],
    variants: Sequence[Experiment],
    games: int,
    *,
    figures: Sequence[str] = (),
    folder: VariantFolder | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    notice: Notice = say_nothing,
) -> Sweep:
    """Plays all variants and looks at these figures, or at the usual ones."""
    known = figure_names(variants)
    for name in figures:
        if name not in known:
            raise OptionError(
                "figure", "there is no figure {name!r}; the figures are: {names}", name=name, names=", ".join(known)
            )
    sums = play_variants(
        variants, folder or VariantFolder(variants, None), games, workers=workers, cluster=cluster, progress=progress,
        notice=notice,
    )  # fmt: skip
    names = figures or USUAL
    tests = [(name, 0, other) for name in names for other in range(1, len(variants))]
    rows = differences(sums, tests)
    each = len(variants) - 1
    found = [
        look_at(sums, name, over, combinations, rows[n * each : (n + 1) * each], len(names))
        for n, name in enumerate(names)
    ]
    return Sweep({name: list(values) for name, values in over.items()}, list(variants), sums.games, found)


def look_at(
    sums: VariantSums,
    figure: str,
    over: Values,
    combinations: Sequence[tuple[str, ...]],
    against: list[Difference],
    figures: int,
) -> FigureSweep:
    means = variant_means(sums, figure)
    levels = [
        Level(values, float(means[n]), *variant_interval(sums, figure, n)) for n, values in enumerate(combinations)
    ]
    best = int(np.argmax(means))
    others = [other for other in range(len(levels)) if other != best]
    tests = [measure(sums, figure, other, best)[3] for other in others]
    p = max((one for one in tests if one is not None), default=1.0)  # it is best if it beats each of the others
    shares = [variance_share(sums, figure, n, name, combinations) for n, name in enumerate(over)]
    return FigureSweep(figure, levels, against, shares, best, p * figures < 0.05 and None not in tests)


def variance_share(
    sums: VariantSums, figure: str, place: int, option: str, combinations: Sequence[tuple[str, ...]]
) -> VarianceShare:
    groups: dict[str, list[int]] = {}
    for n, values in enumerate(combinations):
        groups.setdefault(values[place], []).append(n)
    share = explained(variant_means(sums, figure), list(groups.values()))
    blocks = [block for block in range(BLOCKS) if sums.counts[block]]
    if len(blocks) < 3:
        return VarianceShare(option, share, None, None)
    without = [explained(variant_means(sums, figure, block), list(groups.values())) for block in blocks]
    n, mean = len(blocks), float(np.mean(without))
    half = NORMAL * sqrt((n - 1) / n * sum((one - mean) ** 2 for one in without))
    middle = min(1.0, max(0.0, n * share - (n - 1) * mean))  # less what chance alone adds to it
    return VarianceShare(option, middle, max(0.0, middle - half), min(1.0, middle + half))


def explained(means: NDArray[np.float64], groups: Sequence[Sequence[int]]) -> float:
    """The share of the variance of these means that lies between groups of them."""
    middle = means.mean()
    total = float(((means - middle) ** 2).sum())
    between = sum(len(group) * float(means[list(group)].mean() - middle) ** 2 for group in groups)
    return between / total if total else 0.0


def to_dict(found: Sweep) -> dict[str, Any]:
    """Everything, ready for JSON."""
    plan = found.variants[0].plan
    return {
        "game": plan.game, "games": found.games, "seed": plan.seed, "engine": found.variants[0].engine,
        "over": found.over, "variants": [
            {"options": dict(one.plan.agreed), "bots": one.plan.bots} for one in found.variants
        ], "figures": found.figures,
    }  # fmt: skip
