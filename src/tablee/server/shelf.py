"""The shelf, as a client gets it: the boxes that stand there, and the rules that lie in each."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from tablee.contract import AnyGame
from tablee.games import GAMES
from tablee.server.api import api
from tablee.server.catalogue import Box, boxes
from tablee.server.clerk import Denied
from tablee.server.leaflet import Leaflet, handed, printed
from tablee.words import Lang, rules


class Rules(Struct, frozen=True):
    text: str


@cache
def shelf() -> Leaflet:
    return printed(boxes())


@cache
def booklet(game: AnyGame, lang: Lang) -> Leaflet:
    return printed(Rules(rules(game, lang)))


def named(request: Request) -> AnyGame:
    """The game that the path names; Denied where there is none."""
    name = request.path_params["game"]
    if name not in GAMES:
        raise Denied("game", "no game is called {name!r}; there are: {names}", name=name, names=", ".join(GAMES))
    return GAMES[name]


@api.add("GET", "/api/games", out=tuple[Box, ...])
async def games(request: Request) -> Any:
    """The shelf: every game, its options and the levels of its bots"""
    return handed(request, shelf())


@api.add("GET", "/api/games/{game}/rules", out=Rules, query={"lang": Lang})
async def rules_text(request: Request, lang: Lang = "fr") -> Any:
    """The rules of a game, as Markdown"""
    return handed(request, booklet(named(request), lang))
