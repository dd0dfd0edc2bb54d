"""A person's own corner: what became of the games that they played."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec
from starlette.requests import Request

from tablee import options as agreed
from tablee.games import GAMES
from tablee.server.api import api, house, person
from tablee.server.store import Store
from tablee.server.wire import Head, Tally


@api.add("GET", "/api/me/games", out=list[Tally])
async def my_games(request: Request) -> Any:
    """My closed tables, game by game, the one that I played last first"""
    who, store = await person(request), house(request).node.store
    house(request).limits.spend("read", who.id)
    return [
        Tally(game, played, int(won), int(shared), last, await collected(store, who.id, game))
        for game, played, won, shared, last in await store.tallies(who.id)
        if game in GAMES
    ]


async def collected(store: Store, who: str, game: str) -> int | None:
    """By how many dice a person's collection has grown; None where the game has none, or nothing was staked yet."""
    if find_spec(f"{GAMES[game].package}.collection") is None:
        return None
    gained = import_module(f"{GAMES[game].package}.collection").gained
    found = []
    for seat, stored in await store.results(who, game):
        head = msgspec.json.decode(bytes(stored), type=Head)
        found += gained(agreed.read(GAMES[game].options, head.options), head.ranks)[seat : seat + 1]
    return sum(found) if found else None
