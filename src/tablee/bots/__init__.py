"""Opponents. A bot is handed a view, what it may do and a generator; it never sees a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tablee.bots.chaos import chaos
from tablee.contract import AnyGame, Bot

LEVELS: Final[Mapping[str, Bot[Any, Any]]] = {"random": chaos}


def bot(game: AnyGame, level: str) -> Bot[Any, Any]:
    """The bot of this level for this game; KeyError where there is none."""
    return LEVELS[level]
