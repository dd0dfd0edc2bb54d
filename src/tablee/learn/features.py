"""What a net is shown of a game. A game can say so itself, in `learning.py`; otherwise it is the plain observation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablee.contract import AnyGame
from tablee.games import parts
from tablee.games.part_protocols import LearningPart
from tablee.turbo import compiled_kernel
from tablee.turbo.compiled import passing

Floats: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True)
class FeatureWriter:
    """How the features of many lanes are written, and what else a critic is told in training."""

    features: int
    secrets: int
    unfold: Callable[[NDArray[np.int8], Floats], None]
    """unfold(observations, features): a row for each lane."""
    reveal: Callable[[Any, NDArray[np.int8], Floats], None]
    """reveal(records, turns, secrets): what the seat that is to move does not see."""


def features_of(game: AnyGame) -> FeatureWriter:
    own = parts.learning(game)
    return plain_features(game) if own is None else own_features(own)


def own_features(own: LearningPart) -> FeatureWriter:
    unfold_one, reveal_one, room = own.unfold, own.reveal, own.ROOM

    @passing
    def unfold(observations: Any, features: Any) -> None:
        odds, other = np.zeros(room), np.zeros(room)
        for i in range(len(observations)):
            unfold_one(observations[i], features[i], odds, other)

    @passing
    def reveal(records: Any, turns: Any, secrets: Any) -> None:
        for i in range(len(records)):
            reveal_one(records[i], turns[i], secrets[i])

    return FeatureWriter(own.FEATURES, own.SECRETS, unfold, reveal)


def plain_features(game: AnyGame) -> FeatureWriter:
    """The observation, each cell divided by the most it can be."""
    layout = compiled_kernel(game).observation
    scale = np.maximum(np.abs(layout.low.astype(np.float32)), np.abs(layout.high.astype(np.float32)))
    scale = np.maximum(scale, 1).astype(np.float32)

    def unfold(observations: NDArray[np.int8], features: Floats) -> None:
        np.divide(observations, scale, out=features)

    def reveal(records: Any, turns: NDArray[np.int8], secrets: Floats) -> None:
        return None

    return FeatureWriter(layout.size, 0, unfold, reveal)
