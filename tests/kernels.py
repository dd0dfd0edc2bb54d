"""Looking into a kernel, for the tests of each game's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from tablee.contract import AnyGame, Options
from tablee.turbo import compiled_kernel, kernel, lanes


class Workbench:
    """One game's kernel, with a record at hand."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.kernel = game, kernel(game)

    def record(self, options: Options, seed: int = 0) -> Any:
        return lanes(self.game, options, 1, seed)[0]

    def packed(self, state: Any, seed: int = 0) -> Any:
        g = self.record(state.options, seed)
        compiled_kernel(self.game).pack(state, g)  # also what no game leads to
        return g

    def marked(self, g: Any) -> list[int]:
        """The numbers of what is legal; what was in the mask before does not matter."""
        mask = np.ones(self.kernel.actions, np.int8)
        count = self.kernel.legal(g, mask)
        numbers: list[int] = np.flatnonzero(mask).tolist()
        assert count == len(numbers) == mask.sum()
        return numbers

    def seen(self, g: Any, seat: int) -> list[int]:
        """What this seat observes; what was in the buffer before does not matter."""
        out = np.full(self.kernel.observed, 99, np.int8)
        self.kernel.observe(g, seat, out)
        found: list[int] = out.tolist()
        return found


def even(counts: Mapping[Any, int], odds: Mapping[Any, Fraction]) -> bool:
    """Whether so many of each are what these odds would give: chi-square, with a wide margin."""
    assert counts.keys() <= odds.keys()
    total, free = sum(counts.values()), len(odds) - 1
    off = sum((counts.get(thing, 0) - total * share) ** 2 / (total * share) for thing, share in odds.items())
    return bool(off < free + 5 * (2 * free) ** 0.5 + 5)


def asked(fast: Any, g: Any) -> Iterator[int]:
    """Each seat that the kernel asks until the game is over; chance has its say in between."""
    while (who := int(fast.awaits(g))) != -2:
        if who == -1:
            fast.happen(g)
        else:
            yield who
