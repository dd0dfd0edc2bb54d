"""The shelf, as a client gets it: the boxes that stand there, and the rules that lie in each."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from tablee.contract import AnyGame
from tablee.games import GAMES
from tablee.languages import HOME, KnownLang, Lang
from tablee.server.protocol.cached_json import CachedJson, cache_json, respond
from tablee.server.protocol.catalogue import Box, boxes
from tablee.server.protocol.context import api
from tablee.server.refusals import ServerRefusal
from tablee.words import rules


class Rules(Struct, frozen=True):
    text: str


@cache
def cached_boxes() -> CachedJson:
    return cache_json(boxes())


@cache
def cached_rules(game: AnyGame, lang: Lang) -> CachedJson:
    return cache_json(Rules(rules(game, lang)))


def game_in_path(request: Request) -> AnyGame:
    """The game that the path names; ServerRefusal where there is none."""
    name = request.path_params["game"]
    if name not in GAMES:
        raise ServerRefusal("game", "no game is called {name!r}; there are: {names}", name=name, names=", ".join(GAMES))
    return GAMES[name]


@api.add("GET", "/api/games", out=tuple[Box, ...])
async def games(request: Request) -> Any:
    """The shelf: every game, its options and the levels of its bots"""
    return respond(request, cached_boxes())


@api.add("GET", "/api/games/{game}/rules", out=Rules, query={"lang": KnownLang})
async def rules_text(request: Request, lang: Lang = HOME) -> Any:
    """The rules of a game, as Markdown"""
    return respond(request, cached_rules(game_in_path(request), lang))
