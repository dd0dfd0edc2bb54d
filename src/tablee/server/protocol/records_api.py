"""Games that were played without this server: their records are sent, checked, and filed with the person's games."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request

from tablee.server.ids import letters
from tablee.server.people.people import Person
from tablee.server.protocol import study_jobs
from tablee.server.protocol.context import address, api, language, require_person, services, spend
from tablee.server.protocol.disconnects import while_connected
from tablee.server.protocol.study_api import ROOM, respond
from tablee.server.protocol.study_jobs import LARGE
from tablee.server.store import Conflict
from tablee.server.timekeeping import now

ID = 16  # letters of a table's id that is made from its record


class SentRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record, the seats that were mine (all others are bots), and when the game ended, in milliseconds since 1970."""

    record: str
    seats: Annotated[tuple[Annotated[int, Meta(ge=0, le=9)], ...], Meta(min_length=1, max_length=10)]
    at: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class FiledRecord(Struct, frozen=True):
    """The closed table that it is now. `known`: I had sent it before."""

    id: str
    known: bool = False


@api.add("POST", "/api/records", body=SentRecord, out=FiledRecord, status=201, large=2 * LARGE + ROOM)
async def send(request: Request, sent: SentRecord) -> Any:
    """A game that I played without this server: it is replayed, its dice are drawn again, and it is one of my games"""
    who, home = await require_person(request), services(request)
    spend(request, "table", who)
    id = table_of(who, sent.record)
    store = home.node.store
    if await store.known_length(id):
        return FiledRecord(id, known=True)
    ended = min(sent.at or now(), now())
    person = Person(who.id, who.name, who.lang)
    job = home.study.run(
        study_jobs.file, sent.record, sent.seats, id, person, ended, language(request, who), owner=address(request)
    )
    made = await while_connected(request, job)
    if isinstance(made, tuple):
        return respond(*made)
    await store.keep_secret(id, made.secret)
    try:
        await store.append(id, 0, made.events, made.summary)
    except Conflict:  # it was sent twice at once
        return FiledRecord(id, known=True)
    home.node.announce_lobby_change()
    return FiledRecord(id)


def table_of(who: Person, text: str) -> str:
    """The id that this person's table of this record has: sent again, it is the same one."""
    return letters(sha256(f"{who.id}\n{text}".encode(errors="replace")).digest()[:ID])
