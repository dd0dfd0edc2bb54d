"""Opponents. A bot is handed a view, what it may do and a generator; it never sees a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tablee.bots.chaos import chaos
from tablee.contract import AnyGame, Bot, OptionError

LEVELS: Final[Mapping[str, Bot[Any, Any]]] = {"random": chaos}


def bot(game: AnyGame, level: str) -> Bot[Any, Any]:
    """The bot of this level for this game; OptionError where there is none."""
    if level not in LEVELS:
        raise OptionError(
            "seat", "there is no bot {level!r}; there are: {levels}", level=level, levels=", ".join(LEVELS)
        )
    return LEVELS[level]
