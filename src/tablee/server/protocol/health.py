"""The health check: a table is opened, a move is stored and read back, and nothing of it is kept."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tablee.contract import Refusal
from tablee.games import GAMES
from tablee.server.people.people import Person
from tablee.server.tables.asks import DoAsk, StartAsk
from tablee.server.tables.settings import SeatPlan, Settings

if TYPE_CHECKING:
    from tablee.server.tables.node import Node

FOR = 5.0  # seconds for which an answer is reused


class Health(Struct, frozen=True):
    well: bool
    why: str
    milliseconds: int


async def play(node: Node) -> None:
    """One move of a game, as anybody would make it."""
    nobody = Person("health", "health", "en")
    game = next(iter(GAMES.values()))
    id = await node.open_table(Settings(game.name, {}, (SeatPlan("me"),) * game.options().players), nobody)
    try:
        await node.ask(id, nobody, StartAsk("start", 0))
        live = await node.live(id)
        seat = live.table.waiting[0]
        action = live.table.game.legal(live.table.state, live.table.seats[seat])[0]
        await node.ask(id, nobody, DoAsk("move", seat, do=str(action)))
        if not any(b'"moved"' in body for body in await node.store.load(id)):
            raise ValueError("a stored move is not there")
    finally:
        await node.remove(id)


async def health(request: Request) -> Response:
    """However many ask at once, one game is played for all of them."""
    state = request.app.state
    asked: tuple[float, asyncio.Task[Health]] | None = getattr(state, "health", None)
    if asked is None or perf_counter() - asked[0] > FOR:
        asked = state.health = (perf_counter(), asyncio.create_task(check(state.services.node)))
    found = await asyncio.shield(asked[1])
    return Response(msgspec.json.encode(found), 200 if found.well else 503, media_type="application/json")


async def check(node: Node) -> Health:
    begun = perf_counter()
    try:
        await asyncio.wait_for(play(node), FOR)
        well, why = True, "a move was played"
    except (Refusal, TimeoutError, ValueError) as error:
        well, why = False, str(error) or "it took too long"
    return Health(well, why, int(1000 * (perf_counter() - begun)))
