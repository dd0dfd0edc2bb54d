"""How long a game of Sixteen can be."""

from __future__ import annotations

from tablee.bounds import Bounds
from tablee.games.sixteen.options import Options


def bounds(options: Options) -> Bounds:
    """Each card is drawn and played once."""
    pack = 54 if options.jokers else 52
    return Bounds(outcomes=29 if options.jokers else 28, decisions=2 * pack, chances=1 + pack)
