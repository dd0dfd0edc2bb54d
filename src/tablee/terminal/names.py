"""Players and options as people read them. A record says `bot master`, `bot moka` and `first=1` in any language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee.bots.characters import CHARACTERS
from tablee.contract import Option, Options, describe_options
from tablee.options import Chair, Or, Sides, Switch, write
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
    """A bot by the name of its character, "bot Moka"; by its level where nobody has that."""
    called, *number = name.removeprefix(BOT).split()
    found = next((one.id for one in CHARACTERS if called in (one.id, one.level)), None)
    said = words.bot(found) if found else display_level(called, words)
    return " ".join([words.house("bot", level=said), *number])


def display_options(options: Options, words: Words, names: Sequence[str]) -> str:
    """What was agreed that is not usual, and the number of players."""
    known, colon = describe_options(type(options)), words.language.colon
    return " · ".join(
        f"{words.option(name)}{colon} {display_value(known[name], name, getattr(options, name), words, names)}"
        for name in write(options)
    )


def display_value(option: Option, name: str, value: Any, words: Words, names: Sequence[str]) -> str:
    """A value in words; seats are shown by the names of their players."""
    text = option.write(value)
    if (said := words.value(name, text)) != text:
        return said
    match option.other if isinstance(option, Or) else option:
        case Switch():
            return words.house(text)
        case Chair():
            return names[int(value)]
        case Sides():
            return " – ".join(words.join([names[int(seat)] for seat in team]) for team in value)
    return text.replace(",", ", ")
