"""What is stored of a person: all of it as a zip file, its deletion, and how long things are kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tablee.server.people.people import Person, Session
from tablee.server.protocol.context import COOKIE, Services, address, api, require_person, services
from tablee.server.refusals import ServerRefusal
from tablee.server.store import Result
from tablee.server.tables import events
from tablee.server.tables.erasure import erase_person
from tablee.server.tables.events import Said
from tablee.server.tables.live import log_entries
from tablee.server.tables.periodic_jobs import DAY, LIVE_FOR, OPEN_FOR
from tablee.server.tables.record_text import record_text
from tablee.server.tables.table import fold, states
from tablee.server.timekeeping import now

WAIT = 20.0  # seconds that a request waits for its deletion; it goes on without it


class KeptFor(Struct, frozen=True):
    """How many days things are kept that nobody uses."""

    sessions: int  # log-ins
    guests: int  # people without an account, with everything of theirs
    open_tables: int  # tables that have not begun are closed then
    live_tables: int  # tables that have not ended are closed then


class Profile(Struct, frozen=True):
    """What is stored of a person besides their tables."""

    id: str
    name: str
    lang: str
    login: str | None
    made: int
    sessions: list[Session]


class SaidText(Struct, frozen=True):
    """Something that a person said in a chat."""

    table: str
    at: int
    text: str


@api.add("GET", "/api/privacy", out=KeptFor)
async def kept_for(request: Request) -> Any:
    """How long things are kept"""
    keep = services(request).keep
    return KeptFor(keep.sessions, keep.guests, OPEN_FOR // DAY, LIVE_FOR // DAY)


@api.add("GET", "/api/me/export", out=bytes, media="application/zip")
async def export(request: Request) -> Any:
    """Everything about me, as a zip file: profile, results, notes, what I said, and my tables"""
    who = await require_person(request)
    services(request).limits.spend("export", address(request))
    return StreamingResponse(
        pack(services(request), who), media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="tablee.zip"'},
    )  # fmt: skip


@api.add("DELETE", "/api/me", status=204)
async def delete_me(request: Request) -> Any:
    """Deletes me and everything of mine; in others' records I am somebody from then on"""
    who, home = await require_person(request), services(request)
    home.limits.spend("erase", address(request))
    moment = now()
    await home.people.note_erasure(who.id, moment)
    job = home.node.spawn(erase_person(home.node, who.id, moment))
    await asyncio.wait([job], timeout=WAIT)
    home.node.announce_lobby_change()
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


class Chunks:
    """What a zip file has written so far and nobody has fetched."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def write(self, data: bytes, /) -> int:
        self.parts.append(bytes(data))
        return len(data)

    def tell(self) -> int:
        raise OSError("written once, from the beginning to the end")

    def seekable(self) -> bool:
        return False

    def flush(self) -> None:
        """Everything is written at once."""

    def close(self) -> None:
        """There is nothing to close."""

    def take(self) -> bytes:
        found, self.parts = b"".join(self.parts), []
        return found


async def pack(home: Services, who: Person) -> AsyncIterator[bytes]:
    """The zip file, piece by piece: one table after the other, so that nobody waits for it."""
    chunks = Chunks()
    with ZipFile(chunks, "w", ZIP_DEFLATED) as file:
        store = home.node.store
        ((made,),) = await store.read("select made from people where id = $1", who.id)
        profile = Profile(who.id, who.name, who.lang, who.login, made, await home.people.sessions(who))
        file.writestr("profile.json", write_json(profile))
        rows = await store.read(
            "select who, game, seat, rank, shared, at, tab from results where who = $1 order by at", who.id
        )
        found = [
            (tab, Result(me, game, seat, rank, bool(shared), at)) for me, game, seat, rank, shared, at, tab in rows
        ]
        file.writestr("results.json", write_json([{"table": tab, **msgspec.to_builtins(one)} for tab, one in found]))
        for table, text in await store.read("select tab, body from notes where who = $1", who.id):
            file.writestr(f"notes/{table}.txt", text)
        said: list[SaidText] = []
        for id in await store.tables_with(who.id):
            yield chunks.take()
            name, text = await asyncio.to_thread(describe_table, home, who, id, *await read_table(home, id), said)
            if name:
                file.writestr(name, text)
        file.writestr("said.json", write_json(said))
    yield chunks.take()


async def read_table(home: Services, id: str) -> tuple[list[bytes], bytes]:
    try:
        return await home.node.store.load(id), await home.node.store.secret(id)
    except ServerRefusal:
        return [], b""


def describe_table(
    home: Services, who: Person, id: str, stored: list[bytes], secret: bytes, said: list[SaidText]
) -> tuple[str, str]:
    """The file of one table: its record once it is closed; before that only what this person was told."""
    if not stored:
        return "", ""
    happened = [events.decoder.decode(body) for body in stored]
    said += [
        SaidText(id, event.at, event.text)
        for event in happened
        if isinstance(event, Said) and event.ask is not None and event.ask.startswith(f"{who.id} ")
    ]
    try:
        table = fold(id, happened)
    except Exception:  # of a game that is not installed
        return "", ""
    mine = table.seats_of(who.id)
    if table.ended is not None and table.started:
        return f"tables/{table.game.name}-{id}.game", record_text(table, secret)
    if not mine:
        return "", ""
    steps = [state.tail[-1] for state in states(id, happened)]
    told = {int(seat): log_entries(table, steps, seat, True) for seat in mine}
    return f"tables/{table.game.name}-{id}.json", write_json(told)


def write_json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
