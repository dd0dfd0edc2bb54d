"""A real table: people roll dice and deal cards by hand, and somebody who sees the outcome types it in.

What may be typed in is listed as far as the seat that types can know. What the program itself knows is no guide: it
knows which cards the others hold, and a list without those would tell. So the list is made from the seat's own view:
from a world that fits it and in which everything that this seat does not see may still come (`widest.py` of a game that
deals something hidden).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Any

from tablee.contract import AnyGame, Chance, Happened, Seat
from tablee.games import parts

MOST = 300  # outcomes that are listed; more are typed without a list
ROLLS = 200  # samples from which the forms of notation are collected


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


@lru_cache(256)  # the same view is looked at again and again
def outcomes(game: AnyGame, view: Any) -> tuple[str, ...]:
    """What may happen, as it is written; nothing where that is too much to list."""
    world, part = game.imagine(view, Random(0)), parts.load_or_skip(parts.widest, game, None)
    chance = game.awaits(world if part is None else part.widest(view, world))
    assert isinstance(chance, Chance)
    return list_outcomes(chance) if chance.size <= MOST else ()


def list_outcomes(chance: Chance[Any]) -> tuple[str, ...]:
    try:
        return listed_once(chance)
    except TypeError:  # it cannot be looked up
        return tuple(map(str, chance.odds()))


@lru_cache(256)  # all who see the same roll are shown the same list
def listed_once(chance: Chance[Any]) -> tuple[str, ...]:
    return tuple(map(str, chance.odds()))


def forms(chance: Chance[Any]) -> tuple[str, ...]:
    """How what chance does now is written: "rolled {faces}"."""
    rng = Random(0)
    return tuple(dict.fromkeys(type(chance.sample(rng)).form for _ in range(ROLLS)))
