"""Search by simulation: each legal action is tried in many imagined worlds, and a compiled policy plays on from there.

This works for any game. `weigh` is `tablee.turbo.course(game, policy).weigh`, or a compiled function with the same
signature: it plays each action once in every world, to the end of the game, with the same luck for all of them, and
adds up the results. Actions are thus compared in the same worlds, and most of the luck cancels out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any, TypeAlias

import numpy as np

from tablee import turbo
from tablee.contract import AnyGame

Weigh: TypeAlias = Callable[[Any, Any, Any, int, Any], int]  # (worlds, scratch, numbers, seat, shares)


def pack_states(game: AnyGame, states: Iterable[Any], seed: int) -> Any:
    """A record for each of these states, each with its own luck."""
    states = list(states)
    records = turbo.lanes(game, states[0].options, len(states), seed)
    for state, record in zip(states, records, strict=True):
        turbo.compiled_kernel(game).pack(state, record)
    return records


def shares(weigh: Weigh, worlds: Any, numbers: Sequence[int], seat: int) -> list[float]:
    """What each of these actions wins for the seat, on average over these worlds."""
    total = np.zeros(len(numbers))
    weigh(worlds, worlds[:1].copy(), np.array(numbers, np.int64), seat, total)
    means: list[float] = (total / len(worlds)).tolist()
    return means


def halve(weigh: Weigh, worlds: Any, numbers: Sequence[int], seat: int) -> list[float]:
    """The same where only the best ones matter: in rounds of equal cost, after each of which the worse half is dropped.

    The last two see every world. One that was dropped is valued at the winner's share, less what it lagged behind the
    winner in the worlds that it saw: so the winner is first in the list that comes of it, and luck touches all alike.
    """
    left = list(range(len(numbers)))
    sums = np.zeros(len(numbers))
    dropped: list[tuple[list[int], int, Any]] = []  # who, after how many worlds, and all sums at that time
    seen = 0
    for until in round_ends(len(numbers), len(worlds)):
        part = worlds[seen:until]
        if not len(part):
            continue
        sums[left] += np.array(shares(weigh, part, [numbers[i] for i in left], seat)) * len(part)
        seen = until
        left.sort(key=lambda i: -sums[i])
        half = (len(left) + 1) // 2
        dropped.append((left[half:], seen, sums.copy()))
        left = left[:half]
    winner = left[0]
    values = [float(sums[winner] / seen)] * len(numbers)
    for those, after, then in dropped:
        for i in those:
            values[i] = max(0.0, values[winner] - float(then[winner] - then[i]) / after)
    return values


def round_ends(many: int, worlds: int) -> list[int]:
    """After how many worlds each round of `halve` ends: the fewer are left, the more worlds a round has."""
    left = [many]
    while left[-1] > 2:
        left.append((left[-1] + 1) // 2)
    cost = worlds / sum(1 / n for n in left)
    return [max(1, round(cost * part)) for part in accumulate(1 / n for n in left)]
