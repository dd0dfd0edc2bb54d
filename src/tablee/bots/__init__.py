"""Bots: opponents at a table. A bot gets a view, the legal actions and a random generator; it never sees a state.

This package has what all games share. A game's folder has the rest: `bots` with `BOTS`, its levels from
the weakest to the strongest, and `posterior.py` with `posterior(view)`, if something is hidden.

A bot is named by its character ("moka"), or by its level alone ("club"), which stands for the level's first character.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from tablee.bots.bot import NEUTRAL, Advice, AnyBot, Bot, Style, Weighed
from tablee.bots.characters import CHARACTERS, Character
from tablee.bots.mixture import drawing, in_style
from tablee.bots.posterior import Posterior
from tablee.bots.random import random_bot
from tablee.contract import AnyGame, OptionError
from tablee.games import parts

__all__ = [
    "LEVELS", "Advice", "AnyBot", "Bot", "Character", "Posterior", "Style", "Weighed", "bot", "bots", "character_of",
    "characters", "gentlest_level", "level_of", "levels", "next_level", "posterior", "strongest_level", "tell_apart",
    "usual_level",
]  # fmt: skip

LEVELS: Final = ("random", "beginner", "club", "master")


@cache
def bots(game: AnyGame) -> dict[str, AnyBot]:
    """The bots of this game by level, the weakest first. A game without its own bots has one that plays at random."""
    part = parts.load_or_skip(parts.bots, game, None)
    own = part.BOTS if part is not None else ()
    return {bot.level: bot for bot in (random_bot(game), *own)}


def levels(game: AnyGame) -> list[str]:
    return list(bots(game))


def characters(game: AnyGame) -> dict[str, Character]:
    """The characters that play this game, the weakest level first; the first of each plays as the level does.

    A level of a game from elsewhere may have no styles: then it has one character, or none where nobody has that level.
    """
    known = bots(game)
    return {
        one.id: one
        for one in CHARACTERS
        if one.level in known and (one.style == NEUTRAL or known[one.level].styled is not None)
    }


def character_of(game: AnyGame, name: str) -> Character | None:
    """Who is called by this name: a character, or the first one of a level."""
    known = characters(game)
    return known.get(name) or next((one for one in known.values() if one.level == name), None)


def level_of(game: AnyGame, name: str) -> str:
    """The level of a character; a level is its own."""
    found = characters(game).get(name)
    return name if found is None else found.level


def tell_apart(game: AnyGame, names: Sequence[str]) -> list[str]:
    """Who sits down where these bots are asked for: a level brings the first of its characters who are there least."""
    there = Counter(name for name in names if name in characters(game))
    seated: list[str] = []
    for name in names:
        first, *others = [one.id for one in characters(game).values() if one.level == name] or [name]
        if others:
            chosen = min((first, *others), key=lambda one: there[one])
            there[chosen] += 1
            name = name if chosen == first else chosen
        seated.append(name)
    return seated


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


def bot(game: AnyGame, name: str) -> AnyBot:
    """The bot of this character or level; OptionError if there is none."""
    known, found = bots(game), characters(game).get(name)
    if found is not None:
        plain = known[found.level]
        if plain.styled is None or found.style == NEUTRAL:
            return plain
        mix = in_style(plain.styled, found.style)
        return replace(plain, choose=drawing(mix), mix=mix)
    if name not in known:
        raise OptionError(
            "seat", "there is no bot {level!r}; the levels are: {levels}; the characters are: {characters}",
            level=name, levels=", ".join(known), characters=", ".join(characters(game)),
        )  # fmt: skip
    return known[name]


def posterior(game: AnyGame, view: Any) -> Posterior | None:
    """What may be behind this view; None if the game hides nothing."""
    part = parts.load_or_skip(parts.posterior, game, None)
    return None if part is None else part.posterior(view)
