"""The bots of The Golden 21, the weakest first."""

from tablee.games.golden21.bots.levels import BOTS

__all__ = ["BOTS"]
