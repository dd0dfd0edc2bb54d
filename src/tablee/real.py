"""A real table: dice are rolled and cards are dealt by hand, and whoever sees what came of it types it in."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from tablee.contract import AnyGame, Chance, Happened, Seat


def witnesses(game: AnyGame, state: Any, seats: Iterable[Seat]) -> list[Seat]:
    """Those of these seats that will see what chance does now: who is told all of it. None where none is awaited.

    What is told of one outcome is told of all: who sees a card does not depend on which one it is.
    """
    chance = game.awaits(state)
    if not isinstance(chance, Chance):
        return []
    move: Happened[Any] = Happened(chance.sample(Random(0)))
    after = game.apply(state, move)
    return [seat for seat in seats if game.told(state, move, after, seat).startswith(str(move))]
