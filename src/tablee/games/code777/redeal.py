"""The own racks, which one seat of Code 777 did not see, as another world has them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tablee.contract import Seat
from tablee.games.code777.actions import Racked
from tablee.games.code777.state import State
from tablee.told_line import ToldLine


def redeal(lines: Sequence[ToldLine], world: State, rng: Random) -> Sequence[str]:
    found: list[str] = []
    racks = [iter(tiles) for tiles in world.racks]
    for line in lines:
        action = line.action
        if line.by is None and action.startswith("racked "):
            rack = int(action.split()[1])
            tiles = next(racks[rack])
            action = str(Racked(Seat(rack), tiles)) if action.endswith("?") else action
        found.append(line.complete(action))
    return found
