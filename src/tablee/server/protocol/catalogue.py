"""The games as a client needs them before there is a table: names, options with their meaning, levels of bots."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tablee import bots
from tablee.bots.characters import Character
from tablee.box import label
from tablee.claims import has_stored_claims
from tablee.contract import AnyGame, Option, describe_options
from tablee.games import GAMES, parts
from tablee.games.parts import Presets
from tablee.languages import LANGS, Lang
from tablee.lesson import lesson_of
from tablee.options import Chair, Group, Or, Sides, Switch, Whole, Word, shown
from tablee.server.tables.outside_bots import OfferedBot, OutsideBots
from tablee.words import Words, words


class BoxOption(Struct, frozen=True, omit_defaults=True):
    """One option: what it means, its values and its default, as they are written."""

    name: str
    kind: Literal["switch", "word", "number", "seat", "teams", "other"]
    usual: str
    rule: str
    title: dict[Lang, str]
    says: dict[Lang, str]
    values: dict[str, dict[Lang, str]]  # what it may be, in words, where it is not a number
    words: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    step: int = 1
    group: Group = "other"  # in which a form shows it
    needs: dict[str, tuple[str, ...]] = {}  # by name, the values of other options without which it has no effect


class BoxCharacter(Struct, frozen=True):
    """Who plays as a bot: a level and a style."""

    id: str
    level: str
    leanings: tuple[str, ...]  # how the style differs from the level's own: "bold", "cruel"
    says: dict[Lang, str]  # what kind of player this is, in a line


class Box(Struct, frozen=True):
    """One game of the shelf."""

    name: str
    version: int
    title: dict[Lang, str]
    tagline: dict[Lang, str]
    label: dict[Lang, str]  # on its lid: "2 to 4 players · ages 8 and up · 20 min"
    hidden: bool
    options: tuple[BoxOption, ...]
    levels: tuple[str, ...]
    level_names: dict[str, dict[Lang, str]]  # of each level, where one is chosen: "club player"
    bot_names: dict[str, dict[Lang, str]]  # of each character, and of each level: its first character's
    outside: tuple[str, ...]  # bots from outside that this server offers
    characters: tuple[BoxCharacter, ...]  # the weakest level first; the first of a level plays as the level does
    presets: Presets  # options that go well together, under a name that says for whom
    preset_names: dict[str, dict[Lang, str]]  # in words; `usual` is none of them
    notebook: Literal["player", "spectator"] | None  # whose eyes a notebook of a real table has, if it can be kept
    position: bool  # whether positions of it can be entered: /api/games/{game}/position
    board: bool  # whether the game brings a board for the page: /api/games/{game}/board.js
    lesson: int | None  # about how many minutes its guided first game takes, if it has one
    claims: bool  # whether questions about it have been answered: /api/games/{game}/claims


def notebook_eyes(game: AnyGame) -> Literal["player", "spectator"] | None:
    part = parts.load_or_skip(parts.notebook, game, None) if parts.has_notebook(game) else None
    return None if part is None else part.EYES


def lesson_minutes(game: AnyGame) -> int | None:
    found = lesson_of(game)
    return None if found is None else found.minutes


def describe_option(game: AnyGame, name: str, option: Option) -> BoxOption:
    usual = option.write(getattr(game.options(), name))
    inner = option.other if isinstance(option, Or) else option
    word = (option.word,) if isinstance(option, Or) else ()
    said: dict[str, dict[Lang, str]] = {}
    for lang in LANGS:
        for key, text in words(lang, game).section("options").items():
            if key.startswith(f"{name} "):
                said.setdefault(key.removeprefix(f"{name} "), {})[lang] = text
    place = shown(game.options)[name]
    plain = BoxOption(
        name, "other", usual, option.rule, {lang: words(lang, game).option(name) for lang in LANGS},
        {lang: words(lang, game).option_help(name) for lang in LANGS}, said, word, group=place.group, needs=place.needs,
    )  # fmt: skip
    match inner:
        case Switch(words=several):
            return replace(plain, kind="switch", words=(*word, *several))
        case Word(words=several):
            return replace(plain, kind="word", words=(*word, *several))
        case Sides():
            return replace(plain, kind="teams")
        case Whole(range=span):
            kind = "seat" if isinstance(inner, Chair) else "number"
            return replace(plain, kind=kind, low=span[0], high=span[-1], step=span.step)
        case _:
            return plain


def describe_character(one: Character, said: Mapping[Lang, Words]) -> BoxCharacter:
    says = {lang: said[lang].character(one.id, one.leanings) for lang in LANGS}
    return BoxCharacter(one.id, one.level, one.leanings, says)


def bot_name(game: AnyGame, name: str, said: Words) -> str:
    """What a bot is called at a table: by its character, where it has one."""
    found = bots.character_of(game, name)
    return said.bot(found.id if found else name)


def shown_names(game: AnyGame, names: Sequence[str], said: Words) -> tuple[str, ...]:
    """The names of a record as people read them: "bot club 2" is what a bot is called there."""
    found = [(name, re.fullmatch(r"bot (\w+)(.*)", name)) for name in names]
    return tuple([bot_name(game, bot[1], said) + bot[2] if bot else name for name, bot in found])


@cache
def boxes(offered: tuple[OfferedBot, ...] = ()) -> tuple[Box, ...]:
    """All games, with the bots from outside that this server offers."""
    outside = OutsideBots(offered)
    return tuple([describe_game(game, outside.names(name)) for name, game in GAMES.items()])


def describe_game(game: AnyGame, outside: tuple[str, ...]) -> Box:
    levels, characters = tuple(bots.levels(game)), bots.characters(game)
    presets: Presets = parts.load_or_skip(parts.presets, game, {})
    said = {lang: words(lang, game) for lang in LANGS}
    return Box(
        name=game.name,
        version=game.version,
        title={lang: said[lang].title for lang in LANGS},
        tagline={lang: said[lang].tagline for lang in LANGS},
        label={lang: label(game, said[lang]) for lang in LANGS},
        hidden=game.hidden,
        options=tuple(describe_option(game, name, option) for name, option in describe_options(game.options).items()),
        levels=levels,
        level_names={level: {lang: said[lang].level(level) for lang in LANGS} for level in levels},
        bot_names={name: {lang: bot_name(game, name, said[lang]) for lang in LANGS} for name in (*levels, *characters)},
        outside=outside,
        characters=tuple([describe_character(one, said) for one in characters.values()]),
        presets=presets,
        preset_names={name: {lang: said[lang].preset(name) for lang in LANGS} for name in ("usual", *presets)},
        notebook=notebook_eyes(game),
        position=parts.has_position(game),
        board=parts.board(game) is not None,
        lesson=lesson_minutes(game),
        claims=has_stored_claims(game),
    )
