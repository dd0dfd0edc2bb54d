"""Where play is measured: bots meet in an arena, and many games say what a game is like, each figure with its error."""

from tablee.lab.results import Results
from tablee.lab.run import run

__all__ = ["Results", "run"]
