"""Bots: opponents at a table. A bot gets a view, the legal actions and a random generator; it never sees a state.

This package has what all games share. A game's folder has the rest: `bots` with `BOTS`, its levels from
the weakest to the strongest, and `posterior.py` with `posterior(view)`, if something is hidden.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from tablee.bots.bot import Advice, Bot, Weighed
from tablee.bots.posterior import Posterior
from tablee.bots.random import random_bot
from tablee.contract import AnyGame, OptionError
from tablee.games import parts

__all__ = [
    "LEVELS", "Advice", "Bot", "Posterior", "Weighed", "bot", "bots", "gentlest_level", "levels", "next_level",
    "posterior", "strongest_level", "usual_level",
]  # fmt: skip

LEVELS: Final = ("random", "beginner", "club", "master")


@cache
def bots(game: AnyGame) -> dict[str, Bot]:
    """The bots of this game by level, the weakest first. A game without its own bots has one that plays at random."""
    part = parts.load_or_skip(parts.bots, game, None)
    own = part.BOTS if part is not None else ()
    return {bot.level: bot for bot in (random_bot(game), *own)}


def levels(game: AnyGame) -> list[str]:
    return list(bots(game))


def usual_level(game: AnyGame) -> str:
    """The level of a bot if none is named."""
    known = levels(game)
    return "club" if "club" in known else known[0]


def gentlest_level(game: AnyGame) -> str:
    """The weakest level that thinks, for somebody's first game."""
    known = levels(game)
    return next((level for level in known if level != "random"), known[0])


def next_level(game: AnyGame, level: str, won: bool) -> str | None:
    """The level after this one: a stronger one for who has won, else a gentler one; None where there is none."""
    known = [other for other in levels(game) if other != "random"]
    place = known.index(level) + (1 if won else -1) if level in known else -1
    return known[place] if 0 <= place < len(known) else None


def strongest_level(game: AnyGame) -> str:
    return levels(game)[-1]


def bot(game: AnyGame, level: str) -> Bot:
    """The bot of this level for this game; OptionError if there is none."""
    known = bots(game)
    if level not in known:
        raise OptionError(
            "seat", "there is no bot {level!r}; the levels are: {levels}", level=level, levels=", ".join(known)
        )
    return known[level]


def posterior(game: AnyGame, view: Any) -> Posterior | None:
    """What may be behind this view; None if the game hides nothing."""
    part = parts.posterior(game)
    return None if part is None else part.posterior(view)
