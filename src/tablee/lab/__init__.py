"""Statistics of many games: `arena` (bots against bots), `runs` (figures of one setting) and `claims` (questions that
players ask, answered by simulated games)."""

from tablee.lab.runs.results import Results
from tablee.lab.runs.runner import run

__all__ = ["Results", "run"]
