"""Who sits at a table, as people read it: a record says `bot master` in any language."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.terminal.table import BOT
from tablee.words import Words


def level_name(level: str, words: Words) -> str:
    """How a level is called; one that the house does not know keeps its name."""
    key = f"level_{level}"
    return words.house(key) if key in words.section("house") else level


def shown(names: Sequence[str], words: Words) -> tuple[str, ...]:
    """The names, those of bots in this language."""
    return tuple(shown_bot(name, words) if name.startswith(BOT) else name for name in names)


def shown_bot(name: str, words: Words) -> str:
    level, *number = name.removeprefix(BOT).split()
    return " ".join([words.house("bot", level=level_name(level, words)), *number])
