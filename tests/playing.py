"""Reaching positions by playing, in the words of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tablee import options as agreed
from tablee.contract import AnyGame, IllegalMove, Seat
from tablee.record import read_move


def after(game: AnyGame, lines: Sequence[str] = (), **options: str) -> Any:
    """The state after these lines, with these options as a record writes them."""
    state = game.start(agreed.read(game.options, options))
    for line in lines:
        state = game.apply(state, read_move(game, line))
    return state


def play(game: AnyGame, state: Any, *lines: str) -> Any:
    """The state a few lines later."""
    for line in lines:
        state = game.apply(state, read_move(game, line))
    return state


def refused(game: AnyGame, state: Any, line: str) -> str:
    """The rule that refuses this line here; the test fails if it is taken."""
    with pytest.raises(IllegalMove) as caught:
        game.apply(state, read_move(game, line))
    return caught.value.rule


def legal(game: AnyGame, state: Any, seat: int) -> list[str]:
    """What this seat may do, in words."""
    return [str(action) for action in game.legal(state, Seat(seat))]


def told(game: AnyGame, state: Any, line: str, seat: int | None) -> str:
    """What this seat reads when this line is played."""
    move = read_move(game, line)
    return game.told(state, move, game.apply(state, move), None if seat is None else Seat(seat))
