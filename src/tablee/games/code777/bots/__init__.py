"""The bots of Code 777, the weakest first."""

from tablee.games.code777.bots.levels import BOTS

__all__ = ["BOTS"]
