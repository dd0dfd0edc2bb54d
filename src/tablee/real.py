"""A real table: people roll dice and deal cards by hand, and somebody who sees the outcome types it in."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from tablee.contract import AnyGame, Chance, Happened, Seat


def witnesses(game: AnyGame, state: Any, seats: Iterable[Seat]) -> list[Seat]:
    """The seats that will see the whole outcome of the awaited chance move. The list is empty if none is awaited.

    One sampled outcome is enough to find out: which seats see a card does not depend on the card.
    """
    chance = game.awaits(state)
    if not isinstance(chance, Chance):
        return []
    move: Happened[Any] = Happened(chance.sample(Random(0)))
    after = game.apply(state, move)
    return [seat for seat in seats if game.told(state, move, after, seat).startswith(str(move))]
