"""How long a game of Code de Vinci can be."""

from __future__ import annotations

from tablee.bounds import Bounds
from tablee.games.coda.options import Options


def bounds(options: Options) -> Bounds:
    """Each attack turns up a tile, and one stays hidden: a tile taken, the attack, and what follows it."""
    tiles = 26 if options.jokers else 24
    return Bounds(
        outcomes=tiles if options.dealing == "random" else tiles // 2,
        decisions=2 * options.players + 3 * tiles,
        chances=1 + tiles,
    )
