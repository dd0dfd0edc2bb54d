"""What a million games say: the questions that were put to a game, their answers, and the figures of their pictures.

They are made by `python -m tablee.lab.claims`, which needs hours, and lie beside the rules.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request

from tablee.contract import AnyGame
from tablee.server.protocol.cached_json import CachedJson, cache_json, respond
from tablee.server.protocol.context import api
from tablee.server.protocol.games_api import game_in_path
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


@cache
def cached_claims(game: AnyGame) -> CachedJson:
    """As it is sent: the file is read once, and what is not in it is not sent."""
    source = files(game.package) / "claims.json"
    found = msgspec.json.decode(source.read_bytes(), type=Claims) if source.is_file() else Claims(game.name)
    return cache_json(found)


@api.add("GET", "/api/games/{game}/claims", out=Claims)
async def claims(request: Request) -> Any:
    """What a million games of it say: questions, answers, figures"""
    return respond(request, cached_claims(game_in_path(request)))
