"""What is stored of a person: all of it as a zip file, its deletion, and how long things are kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tablee.server.metering import Pacer
from tablee.server.people.people import Person, Session
from tablee.server.protocol.context import COOKIE, Services, address, api, require_person, services
from tablee.server.refusals import ServerRefusal
from tablee.server.tables import events
from tablee.server.tables.erasure import erase_person
from tablee.server.tables.events import Said
from tablee.server.tables.past import LOG_PAGE, PAGE, load_table, read_log
from tablee.server.tables.periodic_jobs import DAY, LIVE_FOR, OPEN_FOR
from tablee.server.tables.record_text import record_text
from tablee.server.timekeeping import now

encode = msgspec.json.Encoder().encode
PIECE = 16 * 1024  # bytes that are packed in one step
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
    """The zip file, piece by piece and in small steps, so that nobody waits for it."""
    chunks, store = Chunks(), home.node.store
    with ZipFile(chunks, "w", ZIP_DEFLATED) as file:
        ((made,),) = await store.read("select made from people where id = $1", who.id)
        profile = Profile(who.id, who.name, who.lang, who.login, made, await home.people.sessions(who))
        await write_pieces(file, "profile.json", [encode(profile)])
        rows = await store.read(
            "select tab, game, seat, rank, shared, at from results where who = $1 order by at", who.id
        )
        results = ({"table": tab, "game": game, "seat": seat, "rank": rank, "shared": bool(shared), "at": at}
                   for tab, game, seat, rank, shared, at in rows)  # fmt: skip
        await write_pieces(file, "results.json", json_list(results))
        for table, text in await store.read("select tab, body from notes where who = $1", who.id):
            await write_pieces(file, f"notes/{table}.txt", [text.encode()])
        said: list[SaidText] = []
        for id in await store.tables_with(who.id):
            yield chunks.take()
            with suppress(ServerRefusal):  # a damaged table, or one of a game that is not installed
                said += await said_at(home, who, id)
                await write_table(home, who, id, file)
        await write_pieces(file, "said.json", json_list(said))
    yield chunks.take()


async def said_at(home: Services, who: Person, id: str) -> list[SaidText]:
    """What this person has said at a table."""
    said, n, pacer = [], 0, Pacer()
    while stored := await home.node.store.load(id, n, PAGE):
        for body in stored:
            event = events.decoder.decode(body) if b'"said"' in body else None
            if isinstance(event, Said) and event.ask is not None and event.ask.startswith(f"{who.id} "):
                said.append(SaidText(id, event.at, event.text))
            await pacer.pause()
        n += len(stored)
    return said


async def write_table(home: Services, who: Person, id: str, file: ZipFile) -> None:
    """The file of one table: its record once it is closed; before that only what this person was told."""
    store = home.node.store
    table = await load_table(store, id)
    name = f"tables/{table.game.name}-{id}"
    if table.ended is not None and table.started:
        await write_pieces(file, f"{name}.game", [record_text(table, await store.secret(id)).encode()])
        return
    pieces: list[bytes] = []
    for seat in table.seats_of(who.id):
        pieces.append(b'%b"%d":[' % (b"," if pieces else b"{", seat))
        for after in range(0, table.n, LOG_PAGE):
            told = await read_log(store, table, seat, True, after)
            lines = [encode(entry) for entry in told]
            pieces.append((b"," if after and lines else b"") + b",\n".join(lines))
        pieces.append(b"]")
    if pieces:
        await write_pieces(file, f"{name}.json", [*pieces, b"}"])


def json_list(things: Iterable[object]) -> Iterator[bytes]:
    """A list as JSON, thing by thing."""
    before = b"["
    for thing in things:
        yield before + encode(thing)
        before = b",\n"
    yield b"[]" if before == b"[" else b"]"


async def write_pieces(file: ZipFile, name: str, pieces: Iterable[bytes]) -> None:
    """One file of the zip file, packed in small steps."""
    pacer = Pacer()
    with file.open(name, "w") as member:
        for piece in pieces:
            for start in range(0, len(piece), PIECE):
                member.write(piece[start : start + PIECE])
                await pacer.pause()
