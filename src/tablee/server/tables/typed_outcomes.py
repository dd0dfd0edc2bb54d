"""What chance may do at a real table, as the seat that is to type it in can know it.

What the server itself knows is no guide: of cards that are dealt it knows which ones others hold, and a list without
those would tell. So the list is made of the seat's own view: of a world that fits it, in which all may still come that
this seat does not see (a game's `widest.py`, where something hidden is dealt).
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from tablee.contract import AnyGame, Chance
from tablee.games import parts

MOST = 300  # outcomes that are listed; more are typed without a list
ROLLS = 200  # looked at, to see how what chance does is written


@lru_cache(256)  # the same view is looked at again and again
def outcomes(game: AnyGame, view: Any) -> tuple[str, ...]:
    """What may happen, as it is written; nothing where that is too much to list."""
    world, part = game.imagine(view, Random(0)), parts.widest(game)
    chance = game.awaits(world if part is None else part.widest(view, world))
    assert isinstance(chance, Chance)
    return tuple(map(str, chance.odds())) if chance.size <= MOST else ()


def forms(chance: Chance[Any]) -> tuple[str, ...]:
    """How what chance does now is written: "rolled {faces}"."""
    rng = Random(0)
    return tuple(dict.fromkeys(type(chance.sample(rng)).form for _ in range(ROLLS)))
