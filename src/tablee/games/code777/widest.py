"""All that may still come, as far as one seat of Code 777 can tell."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from tablee.games.code777.state import State
from tablee.games.code777.tiles import BOX, TILES
from tablee.games.code777.view import View


def widest(view: View, world: State) -> State:
    """The world with every tile in the stock that this seat does not see standing: its own, and those set aside."""
    left = Counter(BOX)
    for place, racks in enumerate(view.racks):
        if place not in view.filling:
            left.subtract(racks[-1] or ())
    return replace(world, stock=tuple(tile for tile in TILES for _ in range(left[tile])))
