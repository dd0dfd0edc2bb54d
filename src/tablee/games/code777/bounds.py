"""How long a game of Code 777 can be."""

from __future__ import annotations

from tablee.bounds import Bounds
from tablee.games.code777.options import Options
from tablee.games.code777.tiles import RACKS


def bounds(options: Options) -> Bounds:
    """Before each question the asker may declare once, and all others before either."""
    if not options.limit or options.declare_again == "any":
        return Bounds(outcomes=len(RACKS))
    asked = 2 * (options.limit + options.players)
    return Bounds(outcomes=len(RACKS), decisions=asked * options.players, chances=5 + asked * options.players * 2)
