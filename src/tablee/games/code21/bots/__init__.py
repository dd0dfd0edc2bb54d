"""The bots of Code 21, the weakest first."""

from tablee.games.code21.bots.levels import BOTS

__all__ = ["BOTS"]
