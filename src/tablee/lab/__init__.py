"""Where play is measured: `arena` (bots against bots), `runs` (figures of many games) and `claims` (questions about a
game, answered by millions of games)."""

from tablee.lab.runs.results import Results
from tablee.lab.runs.runner import run

__all__ = ["Results", "run"]
