"""Sixteen to 21: a variant of Sixteen in which a series is won with exactly 21 (V21-01)."""

from dataclasses import replace
from typing import ClassVar

from tablee.games import sixteen
from tablee.games.sixteen.options import Options as SixteenOptions


class Options(SixteenOptions, frozen=True, kw_only=True):
    goal: ClassVar[int] = 21  # V21-01


GAME = replace(
    sixteen.GAME,
    name="sixteen21",
    version=1,
    package=__name__,
    options=Options,
    modules=(),
    facts={**sixteen.GAME.facts, "goal": Options.goal},
    base=sixteen.GAME,
)
