"""How a table stood at an earlier moment: for a player's own seat at any time, for all seats once it is closed."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from tablee.contract import Seat
from tablee.server.people.people import Person
from tablee.server.protocol.context import address, api, find_person, seats_to_look_through, services
from tablee.server.protocol.disconnects import while_connected
from tablee.server.protocol.messages import TableMoment
from tablee.server.protocol.study_jobs import table_moment
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.live import LiveTable
from tablee.server.tables.long_tables import play_elsewhere
from tablee.server.tables.stored_events import read_stored


@api.add("GET", "/api/tables/{table}/moment", out=TableMoment, query={
    "at": Annotated[int, Meta(ge=1)], "seat": Annotated[int, Meta(ge=0, le=9)], "open": bool,
})  # fmt: skip
async def moment(request: Request, at: int | None = None, seat: int | None = None, open: bool = False) -> Any:
    """How the table stood after event `at`, for my seat or for a spectator; once it is closed, for any seat"""
    node, who = services(request).node, await find_person(request)
    live = await node.live(request.path_params["table"])
    eyes = seat_to_look_through(live, who, seat)
    if open and live.table.ended is None:
        raise ServerRefusal("not_over", "the game is not over yet")
    n = live.table.n
    if at is not None and at > n:
        raise ServerRefusal("moment", "this table has only {n} events so far", n=n)
    stored = await read_stored(node.store, live.table.id, at or n)
    working = play_elsewhere(node.work, table_moment, stored, eyes, open, owner=who.id if who else address(request))
    return Response(await while_connected(request, working), media_type="application/json")


def seat_to_look_through(live: LiveTable, who: Person | None, seat: int | None) -> Seat | None:
    """The seat to look through: any seat once the table is closed, and nothing is hidden any more."""
    if seat is not None and live.table.ended is not None:
        if seat >= len(live.table.places):
            raise ServerRefusal("seat", "choose one of the {players} seats", players=len(live.table.places))
        return Seat(seat)
    return seats_to_look_through(live, who, seat)[-1]
