"""The HTTP API of the games: the shelf, their rules, their words and their boards."""

from __future__ import annotations

from functools import cache
from types import NoneType
from typing import Any, Final, get_args, get_origin, get_type_hints

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tablee.box import credits_text, glossary_text
from tablee.contract import AnyGame, Seat
from tablee.games import GAMES, parts
from tablee.languages import HOME, KnownLang, Lang
from tablee.server.protocol.cached_json import CachedJson, cache_json, respond
from tablee.server.protocol.catalogue import Box, boxes
from tablee.server.protocol.context import api, services
from tablee.server.protocol.static_files import ASK_AGAIN
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.outside_bots import OfferedBot
from tablee.words import Term, rules, words


class MarkdownText(Struct, frozen=True):
    text: str


class GameWords(Struct, frozen=True):
    """What the page says around a game's tables, in one language: a game's words file, as far as the page reads it."""

    title: str
    tagline: str
    goal: str
    contents: str  # of the box
    lines: dict[str, str]
    moves: dict[str, str]
    table: dict[str, str]
    advice: dict[str, str]
    terms: dict[str, str]
    page: dict[str, str]
    figures: dict[str, str]
    puzzles: dict[str, str]
    endings: dict[str, str]
    fields: dict[str, str]  # what the fields of a view are called
    glossary: dict[str, Term]
    facts: dict[str, int | str]  # of the game's rules, which any sentence may state
    seat_fields: tuple[str, ...]  # fields of a view that hold seats: they are shown as names


@cache
def cached_boxes(offered: tuple[OfferedBot, ...]) -> CachedJson:
    return cache_json(boxes(offered))


@cache
def cached_rules(game: AnyGame, lang: Lang) -> CachedJson:
    return cache_json(MarkdownText(rules(game, lang)))


@cache
def cached_credits(lang: Lang) -> CachedJson:
    return cache_json(MarkdownText(credits_text(lang)))


@cache
def cached_glossary(lang: Lang) -> CachedJson:
    return cache_json(MarkdownText(glossary_text(lang)))


@cache
def cached_words(game: AnyGame, lang: Lang) -> CachedJson:
    said = words(lang, game)
    texts = {field: said.section(field) for field in GameWords.__struct_fields__ if field not in NOT_SECTIONS}
    facts = {name: fact for name, fact in game.facts.items() if isinstance(fact, int | str)}
    seats = seat_fields(game)
    return cache_json(
        GameWords(
            said.title, said.tagline, said.goal, said.contents, **texts, glossary=dict(said.glossary), facts=facts,
            seat_fields=seats,
        )
    )  # fmt: skip


NOT_SECTIONS: Final = ("title", "tagline", "goal", "contents", "glossary", "facts", "seat_fields")


def seat_fields(game: AnyGame) -> tuple[str, ...]:
    """The fields of a view that are a seat or several, by their types."""
    fields = get_type_hints(get_type_hints(game.view)["return"])
    return tuple(name for name, kind in fields.items() if name != "seat" and holds_seats(kind))


def holds_seats(kind: object) -> bool:
    """Whether this type is a seat, an optional one, or a collection of them."""
    inner = [part for part in get_args(kind) if part not in (None, NoneType, Ellipsis)]
    return kind is Seat or (get_origin(kind) is not dict and bool(inner) and all(map(holds_seats, inner)))


def game_in_path(request: Request) -> AnyGame:
    """The game that the path names; ServerRefusal where there is none."""
    name = request.path_params["game"]
    if name not in GAMES:
        raise ServerRefusal(
            "game", "there is no game {name!r}; the games are: {names}", name=name, names=", ".join(GAMES)
        )
    return GAMES[name]


@api.add("GET", "/api/games", out=tuple[Box, ...])
async def games(request: Request) -> Any:
    """The shelf: every game, its options and the levels of its bots"""
    return respond(request, cached_boxes(services(request).node.outside.offered))


@api.add("GET", "/api/games/{game}/rules", out=MarkdownText, query={"lang": KnownLang})
async def rules_text(request: Request, lang: Lang = HOME) -> Any:
    """The rules of a game, as Markdown"""
    return respond(request, cached_rules(game_in_path(request), lang))


@api.add("GET", "/api/credits", out=MarkdownText, query={"lang": KnownLang})
async def credit_page(request: Request, lang: Lang = HOME) -> Any:
    """Whose games these are, as Markdown"""
    return respond(request, cached_credits(lang))


@api.add("GET", "/api/glossary", out=MarkdownText, query={"lang": KnownLang})
async def glossary_page(request: Request, lang: Lang = HOME) -> Any:
    """The terms of all games and what they mean, as Markdown"""
    return respond(request, cached_glossary(lang))


@api.add("GET", "/api/games/{game}/words", out=GameWords, query={"lang": KnownLang})
async def game_words(request: Request, lang: Lang = HOME) -> Any:
    """The words around the tables of a game, for a page that was not built with them"""
    return respond(request, cached_words(game_in_path(request), lang))


@api.add("GET", "/api/games/{game}/board.js", out=str, media="text/javascript")
async def board_module(request: Request) -> Any:
    """The JavaScript module with which the page draws a game from outside: see docs/adding-a-game.md"""
    game = game_in_path(request)
    code = parts.board(game)
    if code is None:
        raise ServerRefusal("game", "the game {name!r} does not bring a board", name=game.name)
    return Response(code, media_type="text/javascript", headers={"cache-control": ASK_AGAIN})
