"""Actions and views as numbers, as the game's kernel has them: its alphabet and its observation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee import options as agreed
from tablee.contract import AnyGame, Options
from tablee.games import GAMES
from tablee.turbo import kernel, lanes

Numbers = NDArray[np.int8]


def find_game(game: str | AnyGame) -> AnyGame:
    """The game, or the game with this name; KeyError if there is none."""
    return GAMES[game] if isinstance(game, str) else game


def read_options(game: AnyGame, options: Options | Mapping[str, str] | None) -> Any:
    """Options, or those written so: {"players": "4", "draw": "strict"}; OptionError if they are not valid."""
    return options if isinstance(options, Options) else agreed.read(game.options, options or {})


class Numbering:
    """The numbers of a game with these options."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        self.game, self.options, self.kernel = game, options, kernel(game)
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

    def action_of(self, state: Any, number: int) -> Any:
        """The action that this number means here; None means pass."""
        action = self.action[number]
        if action is None and number != self.number.get(None):
            if self.kernel.meaning is not None:
                action = self.kernel.meaning(number, state)
            if action is None:
                raise ValueError(f"{number} is no action under these options")
        return action

    def observe(self, view: Any) -> Numbers:
        return self.kernel.encode(view)
