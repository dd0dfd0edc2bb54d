"""The games that the adapters know: all that have a kernel."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tablee.games import GAMES
from tablee.games.parts import has_kernel
from tablee.rl.turns import SeatTurn, Turns
from tablee.testing import covering

KNOWN = {name: game for name, game in GAMES.items() if has_kernel(game)}

every_game = pytest.mark.parametrize("name", KNOWN)
hidden_games = pytest.mark.parametrize("name", [name for name, game in KNOWN.items() if game.hidden])


def option_sets(name: str, count: int) -> list[Any]:
    """The usual options, and a few sets that differ in everything."""
    game = KNOWN[name]
    return [game.options(), *Random(name).sample(list(covering(game.options)), count)]


def random_turns(turns: Turns, rng: Random) -> Iterator[SeatTurn]:
    """Every moment of a random game."""
    turn = turns.begin()
    yield turn
    while not turn.over:
        if turn.seat is None:
            turn = turns.happen(turn, turn.awaited.sample(rng))  # type: ignore[union-attr]
        else:
            turn = turns.act(turn, rng.choice(turns.offers(turn)))
        yield turn
