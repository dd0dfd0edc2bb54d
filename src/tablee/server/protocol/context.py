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
    reviewing: set[str] = msgspec.field(default_factory=set)  # the people for whom a review is being made


def services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


def token_of(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


async def find_person(connection: HTTPConnection) -> Person | None:
    return await services(connection).people.by_token(token_of(connection))


async def require_person(connection: HTTPConnection) -> Person:
    found = await find_person(connection)
    if found is None:
        raise NotIdentified
    return found


async def find_reader(connection: HTTPConnection) -> Person | None:
    """The person who reads something, if they are known; at a limited rate."""
    who = await find_person(connection)
    services(connection).limits.spend("read", who.id if who else address(connection))
    return who


def address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "?"


def language(connection: HTTPConnection, who: Person | None = None) -> Lang:
    """The caller's language: what they chose, else what their browser says."""
    said = connection.query_params.get("lang") or (who.lang if who else connection.headers.get("accept-language", ""))
    return match_language(said)


def seats_to_look_through(live: LiveTable, who: Person | None, seat: int | None = None) -> tuple[Seat | None, ...]:
    """The seats through which this person looks: their own, or the one that they name; (None,) for a spectator."""
    mine = live.table.seats_of(who.id if who else None)
    if seat is not None:
        if seat not in mine:
            raise ServerRefusal("seat", "this seat is not yours")
        return (Seat(seat),)
    return mine or (None,)
