"""How a table stood at an earlier moment: for one's own seat at any time, through all eyes once it is closed."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace
from starlette.requests import Request

from tablee.contract import Seat
from tablee.server import events
from tablee.server.api import api, house, looking, reading
from tablee.server.clerk import Denied
from tablee.server.live import Live
from tablee.server.people import Person
from tablee.server.table import folded
from tablee.server.wire import Moment


@api.add("GET", "/api/tables/{table}/moment", out=Moment, query={
    "at": Annotated[int, Meta(ge=1)], "seat": Annotated[int, Meta(ge=0, le=9)], "open": bool,
})  # fmt: skip
async def moment(request: Request, at: int | None = None, seat: int | None = None, open: bool = False) -> Any:
    """How the table stood after event `at`, for my seat or for who watches; once it is closed, for any seat"""
    node, who = house(request).node, await reading(request)
    live = await node.live(request.path_params["table"])
    eyes = through(live, who, seat)
    if open and live.table.ended is None:
        raise Denied("not_over", "the game is not over yet")
    n = live.table.n
    if at is not None and at > n:
        raise Denied("moment", "this table is {n} events old", n=n)
    stored = (await node.store.load(live.table.id))[: at or n]
    table = await asyncio.to_thread(folded, live.table.id, list(map(events.decoder.decode, stored)))
    if not table.started:
        return Moment(table.n, eyes, awaits=table.awaits())
    return Moment(
        n=table.n,
        seat=eyes,
        view=table.game.view(table.state, eyes),
        awaits=replace(table.awaits(), deadline=None),  # the clock of then runs no more
        views={other: table.game.view(table.state, other) for other in table.seats} if open else None,
    )


def through(live: Live, who: Person | None, seat: int | None) -> Seat | None:
    """The eyes that are asked for: once nothing is hidden any more, anybody's."""
    if seat is not None and live.table.ended is not None:
        if seat >= len(live.table.places):
            raise Denied("seat", "say which seat: 0 to {last}", last=len(live.table.places) - 1)
        return Seat(seat)
    return looking(live, who, seat)[0]
