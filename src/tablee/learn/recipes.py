"""What to train, and how: for each game the tables that its net learns at, and the settings of the training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

Table: TypeAlias = tuple[Mapping[str, str], int]  # options as texts, and how many shares of the lanes they get


class Recipe(Struct, frozen=True, kw_only=True):
    tables: Sequence[Table] = (({}, 1),)
    hidden: tuple[int, ...] = (128, 128)  # the layers of the net
    critic: tuple[int, ...] = (96, 32)  # and of the critic, which is needed in training only
    steps: int = 24  # decisions in each lane between two updates
    batch: int = 3072  # decisions that are learned from at once
    epochs: int = 2  # how often each is learned from
    rate: float = 7e-4  # of learning, at first and at last
    last_rate: float = 1.5e-4
    entropy: float = 0.02  # what it is worth to leave open what one does, against an advantage of a usual size
    last_entropy: float = 0.004
    clip: float = 0.2  # how far the chance of an action may move at once
    trust: float = 0.8  # how much later decisions count for an earlier one (lambda)
    average: float = 0.99  # how much of the average net is kept at each update


RECIPES: Final[dict[str, Recipe]] = {
    "code21": Recipe(
        tables=(
            ({"players": "2"}, 10),
            ({"players": "2", "soldiers": "0,1,2,3,4,5,6,8"}, 1),
            ({"players": "2", "half": "up", "bank": "100"}, 1),
        )
    ),
    "coda": Recipe(tables=(({"players": "2"}, 1),)),
    "sixteen": Recipe(tables=(({"players": "2"}, 1),)),
}


def recipe_of(game: str) -> Recipe:
    return RECIPES.get(game, Recipe())
