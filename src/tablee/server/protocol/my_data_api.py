"""What is stored of a person: all of it as a zip file, its deletion, and how long things are kept."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from tempfile import mkstemp
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tablee.server.people.people import Person, Session
from tablee.server.protocol.context import COOKIE, Services, address, api, cookie_path, require_person, services
from tablee.server.protocol.disconnects import while_connected
from tablee.server.protocol.export_jobs import (
    SaidText,
    add_appraisals,
    add_branches,
    add_daily_deals,
    add_notebook,
    add_profile,
    add_said,
    add_table,
)
from tablee.server.protocol.people_api import DEVICE
from tablee.server.refusals import StoreDamaged, StoreUnavailable, TableDamaged
from tablee.server.store.branches import list_branches
from tablee.server.store.notebooks import list_notebooks, load_notebook
from tablee.server.tables.erasure import erase_now
from tablee.server.tables.periodic_jobs import LIVE_FOR, OPEN_FOR
from tablee.server.tables.stored_events import read_stored
from tablee.server.timekeeping import DAY, now
from tablee.server.worker_pool import JobFailed

encode = msgspec.json.Encoder().encode
PIECE = 64 * 1024  # bytes that are sent in one step
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


@api.add("GET", "/api/privacy", out=KeptFor)
async def kept_for(request: Request) -> Any:
    """How long things are kept"""
    keep = services(request).keep
    return KeptFor(keep.sessions, keep.guests, OPEN_FOR // DAY, LIVE_FOR // DAY)


@api.add("GET", "/api/me/export", out=bytes, media="application/zip")
async def export(request: Request) -> Any:
    """Everything about me, as a zip file: profile, results, notes, notebooks, what-ifs, daily deals, chat, my tables"""
    who = await require_person(request)
    services(request).limits.spend("export", address(request))
    try:
        file = await while_connected(request, make_export(services(request), who))
    except (JobFailed, OSError) as error:  # there is no room for it on the disk
        raise StoreUnavailable from error
    headers = {"content-disposition": 'attachment; filename="tablee.zip"'}
    return StreamingResponse(file_pieces(file), media_type="application/zip", headers=headers)


@api.add("DELETE", "/api/me", status=204)
async def delete_me(request: Request) -> Any:
    """Deletes me and everything of mine; in others' records I am somebody from then on"""
    who, home = await require_person(request), services(request)
    home.limits.spend("erase", address(request))
    moment = now()
    await home.people.note_erasure(who.id, moment)
    job = home.node.spawn(erase_now(home.node, who.id, moment))
    await asyncio.wait([job], timeout=WAIT)
    home.node.announce_lobby_change()
    response = Response(status_code=204)
    for cookie in (COOKIE, DEVICE):
        response.delete_cookie(cookie, cookie_path(request))
    return response


async def make_export(home: Services, who: Person) -> BinaryIO:
    """The zip file: it is gone as soon as it is closed."""
    handle, path = mkstemp(prefix="tablee-", suffix=".zip")  # readable by its owner only
    os.close(handle)
    try:
        await pack(home, who, path)
    except BaseException:
        os.unlink(path)
        raise
    return open_once(path)


def open_once(path: str) -> BinaryIO:
    """A file that is gone as soon as it is closed."""
    if sys.platform == "win32":  # where a file that is open cannot be removed
        return os.fdopen(os.open(path, os.O_RDONLY | os.O_BINARY | os.O_TEMPORARY), "rb")
    handle = os.open(path, os.O_RDONLY)
    os.unlink(path)
    return os.fdopen(handle, "rb")


async def pack(home: Services, who: Person, path: str) -> None:
    """Writes the zip file. Workers read and pack what may be long."""
    store, workers = home.node.store, home.node.work
    ((made,),) = await store.read("select made from people where id = $1", who.id)
    profile = Profile(who.id, who.name, who.lang, who.login, made, await home.people.sessions(who))
    rows = await store.read("select tab, game, seat, rank, shared, at from results where who = $1 order by at", who.id)
    notes = await store.read("select tab, body from notes where who = $1", who.id)
    mine = await list_branches(store, who.id, None)
    await workers.run(add_branches, path, [(one.id, one.source, one.name, one.at) for one in mine], owner=who.id)
    await workers.run(add_profile, path, encode(profile), rows, notes, owner=who.id)
    deals = await store.read("select tab, day, game from daily_deals where who = $1 order by day, game", who.id)
    await workers.run(add_daily_deals, path, deals, owner=who.id)
    played = await store.read(
        "select tab, theme, decisions, cost, stake from appraisals where who = $1 order by tab, theme", who.id
    )
    await workers.run(add_appraisals, path, played, owner=who.id)
    for id, *_ in await list_notebooks(store, who.id):
        events = [body for _, body in await load_notebook(store, who.id, id)]
        await workers.run(add_notebook, path, id, events, owner=who.id)
    said: list[SaidText] = []
    for id in await store.tables_with(who.id):
        with suppress(StoreDamaged, TableDamaged):
            stored, secret = await read_stored(store, id), await store.secret(id)
            said += await workers.run(add_table, stored, path, who.id, secret, owner=who.id)
    await workers.run(add_said, path, said, owner=who.id)


async def file_pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    with file:
        while piece := await asyncio.to_thread(file.read, PIECE):
            yield piece
