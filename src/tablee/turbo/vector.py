"""Many games side by side, for training: one call is one decision in every lane, and the buffers belong to the caller.

Autoreset is Gymnasium's SAME_STEP: a lane whose game ends begins the next one in the same step; its `done` is set, its
`rewards` are those of the game that ended, and its observation is the first of the new game.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee import turbo
from tablee.contract import AnyGame, IllegalMove, Options


class Buffers(Struct):
    """What a step fills in place, in C order. Except the rewards, all is about the seat to move, in `turns`."""

    observations: NDArray[np.int8]  # lanes × OBSERVED
    masks: NDArray[np.int8]  # lanes × ACTIONS: 1 where an action is legal
    rewards: NDArray[np.float32]  # lanes × players: 0 until the end, then from 1 for the best rank to -1 for the worst
    done: NDArray[np.bool_]  # lanes: the game of this lane ended with this step
    turns: NDArray[np.int8]  # lanes: the seat that is to move


def row_type(length: int) -> np.dtype[Any]:
    """The rows of a table as records with one field. Compiled code need not count references to such a row."""
    return np.dtype((np.record, [("row", np.int8, length)]))


class VectorEnv:
    """`lanes` games of one kind, side by side."""

    autoreset_mode: ClassVar[str] = "SameStep"  # gymnasium.vector.AutoresetMode.SAME_STEP

    def __init__(
        self, game: AnyGame, options: Options, lanes: int, *, seed: int = 0, buffers: Buffers | None = None
    ) -> None:
        self.game, self.options = game, options
        kernel = turbo.kernel(game)
        self.actions, self.observed = kernel.actions, kernel.observed
        self.records: Any = turbo.lanes(game, options, lanes, seed)
        self.buffers = self.make_buffers(lanes) if buffers is None else buffers
        self.course = turbo.course(game)
        self.observation, self.mask = row_type(self.observed), row_type(self.actions)

    def make_buffers(self, lanes: int) -> Buffers:
        """Buffers of the right shapes."""
        return Buffers(
            np.zeros((lanes, self.observed), np.int8),
            np.zeros((lanes, self.actions), np.int8),
            np.zeros((lanes, self.options.players), np.float32),
            np.zeros(lanes, np.bool_),
            np.zeros(lanes, np.int8),
        )

    def rows(self) -> tuple[Any, Any]:
        """Observations and masks for compiled code, lane by lane."""
        b = self.buffers
        return b.observations.view(self.observation)[:, 0], b.masks.view(self.mask)[:, 0]

    def reset(self) -> Buffers:
        """A new game in every lane, up to its first decision."""
        b = self.buffers
        b.rewards.fill(0)
        b.done.fill(False)
        self.course.reset(self.records, *self.rows(), b.turns)
        return b

    def step(self, actions: NDArray[np.integer[Any]]) -> Buffers:
        """One action in every lane. If one of them is not legal: IllegalMove, and nothing has changed."""
        b = self.buffers
        bad = self.course.step(self.records, actions, *self.rows(), b.rewards, b.done, b.turns)
        if bad >= 0:
            raise IllegalMove("turn", "lane {lane}: action {action} is not legal", lane=bad, action=int(actions[bad]))
        return b

    def sample(self, actions: NDArray[np.integer[Any]]) -> None:
        """Random legal actions, written into `actions`."""
        self.course.sample(self.records, actions)
