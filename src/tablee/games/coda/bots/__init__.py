"""The bots of Code de Vinci, the weakest first."""

from tablee.games.coda.bots.levels import BOTS

__all__ = ["BOTS"]
