"""The names of players as people read them. A record says `bot master` in any language."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.terminal.table import BOT
from tablee.words import Words


def display_level(level: str, words: Words) -> str:
    """A level in this language: a usual one as the terminal says it, one of the game's own as the game does."""
    key = f"level_{level}"
    return words.house(key) if key in words.section("house") else words.level(level)


def display_names(names: Sequence[str], words: Words) -> tuple[str, ...]:
    """The names, with those of bots in this language."""
    return tuple(display_bot(name, words) if name.startswith(BOT) else name for name in names)


def display_bot(name: str, words: Words) -> str:
    level, *number = name.removeprefix(BOT).split()
    return " ".join([words.house("bot", level=display_level(level, words)), *number])
