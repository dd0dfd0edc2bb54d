"""What a million games say: the questions that were put to a game, their answers, and the figures of their pictures.

They are made by `python -m tablee.lab.claims`, which needs hours, and lie beside the rules.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tablee.contract import AnyGame
from tablee.games import GAMES
from tablee.server.api import api
from tablee.server.clerk import Denied
from tablee.server.files import ASK_AGAIN
from tablee.words import Lang


class Picture(Struct, frozen=True):
    """How the figures are drawn: as lines over numbers, or as bars under labels; `fair` is a line across."""

    kind: Literal["lines", "bars"]
    unit: Literal["share", "number"]
    x: dict[Lang, str]
    y: dict[Lang, str]
    fair: float | None


class Figure(Struct, frozen=True):
    """One figure with its interval (95 %), out of how many it comes, of what it is, and where it stands."""

    of: dict[Lang, str]
    at: float | dict[Lang, str]
    value: float
    low: float
    high: float
    n: int


class Claim(Struct, frozen=True):
    """A question, its answer, and of what kind of players it is true."""

    id: str
    title: dict[Lang, str]
    sentence: dict[Lang, str]
    note: dict[Lang, str]
    games: int
    players: tuple[str, ...]
    picture: Picture
    figures: tuple[Figure, ...]


class Claims(Struct, frozen=True):
    """All of a game; none where nobody has asked yet."""

    game: str
    made_by: str = ""
    games: int = 0
    seconds: float = 0
    claims: tuple[Claim, ...] = ()


class Kept(Struct, frozen=True):
    body: bytes
    etag: str


@cache
def kept(game: AnyGame) -> Kept:
    """As it is sent: the file is read once, and what is not in it is not sent."""
    source = files(game.package) / "claims.json"
    found = msgspec.json.decode(source.read_bytes(), type=Claims) if source.is_file() else Claims(game.name)
    body = msgspec.json.encode(found)
    return Kept(body, f'"{sha256(body).hexdigest()[:32]}"')


@api.add("GET", "/api/games/{game}/claims", out=Claims)
async def claims(request: Request) -> Any:
    """What a million games of it say: questions, answers, figures"""
    name = request.path_params["game"]
    if name not in GAMES:
        raise Denied("game", "no game is called {name!r}; there are: {names}", name=name, names=", ".join(GAMES))
    found = kept(GAMES[name])
    headers = {"etag": found.etag, "cache-control": ASK_AGAIN}
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if found.etag in known or known == ["*"]:
        return Response(status_code=304, headers=headers)
    return Response(found.body, media_type="application/json", headers=headers)
