"""The games as a client needs them before there is a table: names, options with their meaning, levels of bots."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from tablee import bots
from tablee.contract import AnyGame, Option, described
from tablee.games import GAMES
from tablee.options import Or, Switch, Whole, Word
from tablee.words import LANGS, Lang, words


class Choice(Struct, frozen=True, omit_defaults=True):
    """One option: what it means, what it may be, what it is where nobody says anything. All as they are written."""

    name: str
    kind: Literal["switch", "word", "number", "other"]
    usual: str
    rule: str
    says: dict[Lang, str]
    words: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    step: int = 1


class Box(Struct, frozen=True):
    """One game on the shelf."""

    name: str
    version: int
    title: dict[Lang, str]
    tagline: dict[Lang, str]
    minutes: str
    hidden: bool
    options: tuple[Choice, ...]
    levels: tuple[str, ...]
    presets: dict[str, dict[str, str]]  # options that go well together, under a name that says for whom


def choice(game: AnyGame, name: str, option: Option) -> Choice:
    usual = option.write(getattr(game.options(), name))
    says: dict[Lang, str] = {"en": option.en, "fr": option.fr}
    inner = option.other if isinstance(option, Or) else option
    word = (option.word,) if isinstance(option, Or) else ()
    match inner:
        case Switch():
            return Choice(name, "switch", usual, option.rule, says, (*word, "on", "off"))
        case Word(words=several):
            return Choice(name, "word", usual, option.rule, says, (*word, *several))
        case Whole(range=span):
            return Choice(name, "number", usual, option.rule, says, word, span[0], span[-1], span.step)
        case _:
            return Choice(name, "other", usual, option.rule, says, word)


def presets(game: AnyGame) -> dict[str, dict[str, str]]:
    """What the game's folder suggests; an outside game may suggest nothing."""
    source = files(game.package) / "presets.json"
    return msgspec.json.decode(source.read_bytes(), type=dict[str, dict[str, str]]) if source.is_file() else {}


@cache
def boxes() -> tuple[Box, ...]:
    return tuple(
        Box(
            name=game.name,
            version=game.version,
            title={lang: words(lang, game).title for lang in LANGS},
            tagline={lang: words(lang, game).tagline for lang in LANGS},
            minutes=words("en", game).minutes,
            hidden=game.hidden,
            options=tuple(choice(game, name, option) for name, option in described(game.options).items()),
            levels=tuple(bots.levels(game)),
            presets=presets(game),
        )
        for game in GAMES.values()
    )
