"""Actions and views as numbers, as the game's kernel has them: its alphabet and its observation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.contract import AnyGame, Options, Seat
from tablee.turbo import compiled_kernel, lanes
from tablee.turbo.meaning import find_meaning

Numbers = NDArray[np.int8]


class Numbering:
    """The numbers of a game with these options."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        self.game, self.options, self.kernel = game, options, compiled_kernel(game)
        self.actions = self.kernel.actions
        self.layout = self.kernel.observation  # names, places and bounds of what is observed
        self.action: list[Any] = list(self.kernel.alphabet(options))
        self.number: dict[Any, int] = {action: n for n, action in enumerate(self.action) if action is not None}
        if self.kernel.to_pass is not None:
            self.number[None] = self.kernel.to_pass

    def numbers(self, state: Any, offered: Iterable[Any]) -> list[int]:
        """The numbers of what the seat that is asked may do in this state."""
        try:
            return [self.number[action] for action in offered]
        except KeyError:
            if self.kernel.meaning is None:
                raise
            # some numbers mean something only in a state
            here = {self.kernel.meaning(number, state): number for number in self.legal_numbers(state)}
            return [here[action] for action in offered]

    def legal_numbers(self, state: Any) -> list[int]:
        """The legal numbers as the kernel has them."""
        (record,) = lanes(self.game, self.options, 1)
        mask = np.zeros(self.actions, np.int8)
        self.kernel.pack(state, record)
        self.kernel.legal(record, mask)
        return np.flatnonzero(mask).tolist()

    def mask(self, state: Any, offered: Iterable[Any]) -> Numbers:
        """1 for each of these actions, 0 for every other."""
        mask = np.zeros(self.actions, np.int8)
        mask[self.numbers(state, offered)] = 1
        return mask

    def action_of(self, state: Any, number: Any) -> Any:
        """The action that this number means here; None means pass. ValueError if it means none."""
        return find_meaning(self.kernel, self.options, number, state)

    def observe(self, view: Any) -> Numbers:
        return self.kernel.encode(view)

    def observe_all(self, state: Any) -> Numbers:
        """Players × OBSERVED: what all seats see, for a critic that may know it in training."""
        seats = map(Seat, range(self.options.players))
        return np.stack([self.observe(self.game.view(state, seat)) for seat in seats])

    def __reduce__(self) -> tuple[Any, ...]:
        return Numbering, (self.game, self.options)

    def __deepcopy__(self, memo: object) -> Numbering:
        return self  # it never changes
