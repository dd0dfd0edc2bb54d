"""How the counts of actions vary between blocks of games, for their intervals.

Choices of one game depend on each other, so the unit is a block of games, not a choice. For each action there are sums
over blocks of c², c·w and w², by tenths of the game and for whole games: c is how often it was chosen in a block, and w
what it won. Then there is the sum of c·d, where d is the number of all choices in a block, and the number of blocks in
which the action was chosen, again by tenths and for whole games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.statistics import wilson_interval

TENTHS: Final = 10  # of a game
BLOCK_GAMES: Final = 128  # on the kernel; by the rules each game is a block
Spread = dict[str, list[list[int]]]
Interval = tuple[float | None, float | None]


class ActionSpread(Struct, frozen=True):
    blocks: int
    decisions: int  # the sum of d²
    actions: Spread

    def share_interval(self, action: str, times: int, every: int) -> Interval:
        """Of the share of all choices that an action has."""
        counts, _, _, (with_all,), _ = self.actions[action]
        share = times / every
        left = counts[-1] - 2 * share * with_all + share**2 * self.decisions
        return ratio_interval(share, left, every, self.blocks)

    def won_interval(self, action: str, times: int, won: float, unit: int, tenth: int = -1) -> Interval:
        """Of what the players who chose an action won on average, in whole games or in a tenth."""
        counts, both, wins, _, blocks = self.actions[action]
        left = wins[tenth] / unit**2 - 2 * won * both[tenth] / unit + won**2 * counts[tenth]
        return ratio_interval(won, left, times, blocks[tenth])


def ratio_interval(ratio: float, left: float, whole: int, blocks: int) -> Interval:
    """The 95% interval of a sum divided by another, `whole`. `left`: what varies between the blocks, squared."""
    variance = max(0.0, left) * blocks / max(1, blocks - 1) / whole**2
    return wilson_interval(ratio, variance * blocks * (blocks - 1), blocks)


def measure_spread(names: Sequence[str], counts: Iterable[NDArray[np.int64]]) -> ActionSpread:
    """`counts` has an array for each block: [chosen, won][name][tenth]."""
    squares = np.zeros((3, len(names), TENTHS + 1), np.int64)
    with_all, present = np.zeros(len(names), np.int64), np.zeros((len(names), TENTHS + 1), np.int64)
    decisions = blocks = 0
    for block in counts:
        chosen, won = np.concatenate([block, block.sum(axis=2, keepdims=True)], axis=2)
        every = int(chosen[:, -1].sum())
        squares += np.stack([chosen**2, chosen * won, won**2])
        with_all += chosen[:, -1] * every
        present += chosen > 0
        decisions, blocks = decisions + every**2, blocks + 1
    return ActionSpread(blocks, decisions, {
        name: [*squares[:, n].tolist(), [int(with_all[n])], present[n].tolist()]
        for n, name in enumerate(names) if present[n, -1]
    })  # fmt: skip


def merge_names(names: Sequence[str], counts: NDArray[np.int64], unique: Sequence[str]) -> NDArray[np.int64]:
    """The same counts with one row for each of the `unique` names; rows of other names are left out."""
    place = {name: n for n, name in enumerate(unique)}
    rows = [n for n, name in enumerate(names) if name in place]
    merged = np.zeros((2, len(unique), counts.shape[2]), np.int64)
    for n in rows:
        merged[:, place[names[n]]] += counts[:, n]
    return merged
