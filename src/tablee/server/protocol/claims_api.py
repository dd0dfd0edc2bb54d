"""The claims about a game, as the page gets them. They are made by `python -m tablee.lab.claims`."""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.requests import Request

from tablee.claims import Claims, read_claims
from tablee.contract import AnyGame
from tablee.server.protocol.cached_json import CachedJson, cache_json, respond
from tablee.server.protocol.context import api
from tablee.server.protocol.games_api import game_in_path


@cache
def cached_claims(game: AnyGame) -> CachedJson:
    """The file is read once. What only the laboratory needs is not sent."""
    return cache_json(read_claims(game) or Claims(game.name))


@api.add("GET", "/api/games/{game}/claims", out=Claims)
async def claims(request: Request) -> Any:
    """What a million games of it say: questions, answers, figures"""
    return respond(request, cached_claims(game_in_path(request)))
