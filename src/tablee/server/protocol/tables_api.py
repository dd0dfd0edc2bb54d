"""The HTTP API of tables: the same asks and the same news as on the socket, lists, logs, records and notes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.people.people import People, Person
from tablee.server.protocol.budgets import Caller
from tablee.server.protocol.context import (
    Services,
    address,
    api,
    caller,
    find_person,
    language,
    require_person,
    seats_to_look_through,
    services,
    spend,
)
from tablee.server.protocol.disconnects import while_connected
from tablee.server.protocol.messages import Takeback
from tablee.server.refusals import NotIdentified, Quota, ServerRefusal, StoreDamaged, TemporaryRefusal
from tablee.server.tables.asks import AnyAsk, DoAsk, OfferAsk, SayAsk, ShortAsk, SitAsk, decode_ask, tagged_ask
from tablee.server.tables.erasure import delete_table
from tablee.server.tables.events import Opened
from tablee.server.tables.head import Head
from tablee.server.tables.live import SPECTATOR, Reader
from tablee.server.tables.news import Done, News
from tablee.server.tables.node import Node
from tablee.server.tables.past import read_log
from tablee.server.tables.public import LogLine, LogNote
from tablee.server.tables.record_text import record_text
from tablee.server.tables.settings import Settings
from tablee.words import words

TRIES = 8  # ids of a new table
UNFINISHED = 200  # tables at which one person may sit
WAIT = 25.0  # seconds that a request for news may wait for some


class Notes(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00]*$")]


class NewTable(Struct, frozen=True):
    """A table that was opened; `keys` are those of seats that are kept for somebody with their link."""

    id: str
    keys: dict[int, str]


class Listed(Struct, frozen=True):
    """My tables, the unfinished ones first; and those that anybody may join or watch."""

    mine: list[Head]
    open: list[Head]


# ---- tables -------------------------------------------------------------------------------


@api.add("GET", "/api/tables", out=Listed)
async def tables(request: Request) -> Any:
    """My tables, and those that anybody may join or watch"""
    who = await find_person(request)
    return Response(await services(request).lobby.text(who), media_type="application/json")


@api.add("POST", "/api/tables", body=Settings, out=NewTable, status=201)
async def open_table(request: Request, settings: Settings) -> Any:
    """A new table"""
    who = await require_person(request)
    spend(request, "table", who)
    await check_unfinished(services(request), who)
    id = await open_somewhere(services(request).node, settings, who)
    live = await services(request).node.live(id)
    return NewTable(id, keys(services(request).people, id, live.table.opened))


async def open_somewhere(node: Node, settings: Settings, who: Person) -> str:
    """Opens a table. Where its random id belongs on a damaged page, another one is tried."""
    for _ in range(TRIES):
        with suppress(StoreDamaged):
            return await node.open_table(settings, who)
    return await node.open_table(settings, who)


async def check_unfinished(home: Services, who: Person) -> None:
    """A person sits at so many unfinished tables at most: their list of tables is sorted whenever it is read."""
    if home.limits.on and await home.node.store.count_unfinished(who.id, UNFINISHED) >= UNFINISHED:
        raise ServerRefusal("tables", "you have {most} unfinished tables: finish or leave one first", most=UNFINISHED)


def keys(people: People, id: str, opened: Opened) -> dict[int, str]:
    kept = [seat for seat, plan in enumerate(opened.settings.seats) if plan.kind == "link"]
    return {seat: people.invite(id, seat) for seat in kept}


class LongPollReader(Reader):
    """A request that waits until there is news."""

    def __init__(self, *reader: Any) -> None:
        super().__init__(*reader)
        self.woken = asyncio.Event()

    def wake(self) -> None:
        self.woken.set()


@api.add("GET", "/api/tables/{table}", out=list[News], query={
    "since": Annotated[int, Meta(ge=0)], "seat": Annotated[int, Meta(ge=0, le=9)], "wait": bool,
    "stepwise": bool,
})  # fmt: skip
async def look(
    request: Request, since: int = 0, seat: int | None = None, wait: bool = False, stepwise: bool = False
) -> Any:
    """How a table stands for my seats, or for a spectator; with `wait`, when there is news; `stepwise`, with a view
    after each line"""
    node, who = services(request).node, await find_person(request)
    live = await node.live(request.path_params["table"])
    reader = LongPollReader(who, seats_to_look_through(live, who, seat), since, seat, stepwise)
    node.mark_polling(live, who)
    if wait and live.table.n <= since:
        live.readers.add(reader)
        try:
            await asyncio.wait_for(reader.woken.wait(), WAIT)
        except TimeoutError:
            pass
        finally:
            live.readers.discard(reader)
        if who is not None and await services(request).people.by_session(who.session) is None:
            raise NotIdentified  # the session was ended meanwhile
    return await node.news(live, reader)


@api.add("POST", "/api/tables/{table}", body=AnyAsk, short=ShortAsk, decode=decode_ask, out=Done)
async def ask(request: Request, asked: AnyAsk | ShortAsk) -> Any:
    """One thing asked of a table: a move, a seat, a word"""
    request.state.asked = asked.id
    home, who = services(request), await require_person(request)
    return await handle_ask(home, request.path_params["table"], who, caller(request, who), asked)


async def handle_ask(home: Services, table: str, who: Person, calling: Caller, sent: AnyAsk | ShortAsk) -> Done:
    """Asks the table, on behalf of a person, what the socket or a request brought."""
    asked = tagged_ask(sent)
    if not isinstance(asked, DoAsk):
        home.limits.spend_both("say" if isinstance(asked, SayAsk) else "seat", calling)
    if isinstance(asked, SitAsk):
        await check_unfinished(home, who)
    keyed = isinstance(asked, SitAsk) and home.people.invited(table, asked.seat, asked.key)
    return await home.node.ask(table, who, asked, keyed)


@api.add("DELETE", "/api/tables/{table}", status=204)
async def delete(request: Request) -> Any:
    """Deletes a table at which nobody but me has ever sat"""
    who = await require_person(request)
    spend(request, "seat", who)
    await delete_table(services(request).node, request.path_params["table"], who.id)
    return Response(status_code=204)


@api.add("GET", "/api/tables/{table}/takeback", out=Takeback, query={"seat": Annotated[int, Meta(ge=0, le=9)]})
async def takeback(request: Request, seat: int | None = None) -> Any:
    """Whether a takeback may be offered now; if not, why"""
    node, who = services(request).node, await require_person(request)
    live = await node.live(request.path_params["table"])
    asked = OfferAsk("takeback", seat, offer="takeback")
    try:
        await while_connected(request, node.check_takeback(live, who, asked))
    except TemporaryRefusal:
        raise
    except ServerRefusal as error:
        return Takeback(words(language(request, who)).why(error))
    return Takeback(None)


@api.add("GET", "/api/tables/{table}/log", out=list[LogLine | LogNote], query={
    "seat": Annotated[int, Meta(ge=0, le=9)], "since": Annotated[int, Meta(ge=0)],
})  # fmt: skip
async def log(request: Request, seat: int | None = None, since: int = 0) -> Any:
    """What a seat was told of the thousand events after event `since`; without a `seat`, what all my seats were told"""
    node, who = services(request).node, await find_person(request)
    live = await node.live(request.path_params["table"])
    seats = seats_to_look_through(live, who, seat)
    owner = who.id if who else address(request)
    page = await read_log(node.store, node.work, live.table, seats[-1], seats != SPECTATOR, since, owner)
    return Response(page, media_type="application/json")


@api.add("GET", "/api/tables/{table}/record", out=str, media="text/plain")
async def closed_record(request: Request) -> Any:
    """The whole record with the secret of its dice, once the table is closed"""
    await find_person(request)
    live = await services(request).node.live(request.path_params["table"])
    name = f"{live.table.game.name}-{live.table.id}.game"
    return Response(record_text(live.table, live.secret), media_type="text/plain; charset=utf-8",
                    headers={"content-disposition": f'attachment; filename="{name}"'})  # fmt: skip


@api.add("GET", "/api/tables/{table}/notes", out=Notes)
async def notes(request: Request) -> Any:
    """My own notes at this table"""
    who = await require_person(request)
    await services(request).node.live(request.path_params["table"])
    return Notes(await services(request).node.store.notes(who.id, request.path_params["table"]))


@api.add("PUT", "/api/tables/{table}/notes", body=Notes, status=204)
async def keep_notes(request: Request, kept: Notes) -> Any:
    """Keeps them; nobody else reads them"""
    who, home, table = await require_person(request), services(request), request.path_params["table"]
    spend(request, "seat", who)
    await home.node.live(table)
    if home.limits.on and await home.node.store.count_notes(who.id, table) >= home.limits.settings.notes:
        raise Quota("you have notes at {most} tables, which is the limit: clear some of them first",
                    most=home.limits.settings.notes)  # fmt: skip
    await home.node.store.keep_notes(who.id, table, kept.text)
    return Response(status_code=204)
