"""What every request handler needs: the services of this server, who asks, and in which language."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection

from tablee.contract import Seat
from tablee.languages import Lang, match_language
from tablee.server.people.people import People, Person
from tablee.server.protocol.rate_limits import Limits
from tablee.server.protocol.routes import Routes
from tablee.server.refusals import NotIdentified, ServerRefusal
from tablee.server.tables.live import LiveTable
from tablee.server.tables.node import Node

COOKIE = "tablee"

api = Routes()


class Services(Struct, frozen=True):
    """What every request finds in `app.state.services`."""

    node: Node
    people: People
    limits: Limits
    reviewing: set[str] = msgspec.field(default_factory=set)  # who has a review made just now


def services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


def token_of(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


async def somebody(connection: HTTPConnection) -> Person | None:
    return await services(connection).people.by_token(token_of(connection))


async def person(connection: HTTPConnection) -> Person:
    found = await somebody(connection)
    if found is None:
        raise NotIdentified
    return found


async def reading(connection: HTTPConnection) -> Person | None:
    """Who reads; not too often."""
    who = await somebody(connection)
    services(connection).limits.spend("read", who.id if who else address(connection))
    return who


def address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "?"


def language(connection: HTTPConnection, who: Person | None = None) -> Lang:
    """The caller's: what they said, else what their browser says."""
    said = connection.query_params.get("lang") or (who.lang if who else connection.headers.get("accept-language", ""))
    return match_language(said)


def looking(live: LiveTable, who: Person | None, seat: int | None = None) -> tuple[Seat | None, ...]:
    """The seats through which this person looks: their own, or the one of them that they name; else they watch."""
    mine = live.table.seats_of(who.id if who else None)
    if seat is not None:
        if seat not in mine:
            raise ServerRefusal("seat", "seat {seat} is not yours", seat=seat)
        return (Seat(seat),)
    return mine or (None,)
