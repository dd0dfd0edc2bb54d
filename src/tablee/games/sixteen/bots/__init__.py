"""The bots of Sixteen, the weakest first."""

from tablee.games.sixteen.bots.levels import BOTS

__all__ = ["BOTS"]
