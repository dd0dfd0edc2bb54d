"""How long a game of The Golden 21 can be."""

from __future__ import annotations

from math import comb

from tablee.bounds import Bounds
from tablee.games.golden21.options import Options

SEATING: int = 6  # outcomes of the die that is rolled for one's seat


def bounds(options: Options) -> Bounds:
    """The most dice are five Golden dice with all Crisis dice in front of one trader. A game may go on for ever."""
    throws = comb(options.crisis_supply + 5 + 5, 5)
    off = options.off if options.penalties else 0
    most = throws * (off < 100) + (off > 0)
    if options.free_throw:
        hit, off = options.aim_hit, options.aim_off
        most = max(most, throws * ((hit + off < 100) + (hit > 0)) + (off > 0))
    return Bounds(outcomes=max(most, SEATING))
