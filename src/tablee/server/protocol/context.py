"""What every request handler needs: the services of this server, who asks, and in which language."""

from __future__ import annotations

import asyncio
import re

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection

from tablee.contract import Seat
from tablee.languages import Lang, match_language
from tablee.server.metering import METER
from tablee.server.people.people import Keep, People, Person
from tablee.server.protocol.budgets import Caller, Limits, address_key
from tablee.server.protocol.lobby import Lobby
from tablee.server.protocol.routes import Routes
from tablee.server.refusals import NotIdentified, ServerRefusal
from tablee.server.tables.live import LiveTable, eyes_of
from tablee.server.tables.node import Node
from tablee.server.worker_pool import WorkerPool

COOKIE = "tablee"
COOKIES = re.compile(rf"(?:^|;)[ \t]*{COOKIE}=([^;\s]*)")

api = Routes()


class Services(Struct, frozen=True):
    """What every request finds in `app.state.services`."""

    node: Node
    people: People
    limits: Limits
    lobby: Lobby
    study: WorkerPool  # where records are studied
    keep: Keep = Keep()
    listens_to_others: bool = True  # whether other machines can reach this server
    base: str = ""  # the path of this server on a bigger site
    reviewing: set[str] = msgspec.field(default_factory=set)  # the people for whom a review is being made


def services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


def cookie_path(connection: HTTPConnection) -> str:
    """Under which a browser sends the cookies of this server."""
    return services(connection).base or "/"


def token_of(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    found = COOKIES.search(connection.headers.get("cookie", ""))
    return found[1] if found else None


async def identify(connection: HTTPConnection) -> Person | None:
    """Whose request this is, whatever they have used already."""
    return await services(connection).people.by_token(token_of(connection))


async def find_person(connection: HTTPConnection) -> Person | None:
    """Whose request this is; TooFast where they have used up their share."""
    found, meter = await identify(connection), METER.get()
    if found is not None and meter is not None and meter.person is None:
        meter.person = found.id
        if wait := services(connection).limits.check_person(found.id):
            await asyncio.sleep(wait)
    return found


async def require_person(connection: HTTPConnection) -> Person:
    found = await find_person(connection)
    if found is None:
        raise NotIdentified
    return found


def spend(connection: HTTPConnection, kind: str, who: Person | None = None) -> None:
    """One thing more of this kind; TooFast where this person or this address has made too many lately."""
    services(connection).limits.spend_both(kind, caller(connection, who))


def address(connection: HTTPConnection) -> str:
    """What counts as the address of this client."""
    return address_key(connection.client.host if connection.client else None)


def caller(connection: HTTPConnection, who: Person | None = None) -> Caller:
    return Caller(address(connection), who.id if who else None)


def language(connection: HTTPConnection, who: Person | None = None) -> Lang:
    """The caller's language: what they chose, else what their browser says."""
    said = connection.query_params.get("lang") or (who.lang if who else connection.headers.get("accept-language", ""))
    return match_language(said)


def seats_to_look_through(live: LiveTable, who: Person | None, seat: int | None = None) -> tuple[Seat | None, ...]:
    """The seats through which this person looks: their own, or the one that they name; (None,) for a spectator. Several
    who share a screen look through all of theirs, and last through nobody's."""
    mine = live.table.seats_of(who.id if who else None)
    if seat is not None:
        if seat not in mine:
            raise ServerRefusal("seat", "this seat is not yours")
        return (Seat(seat),)
    return eyes_of(mine)
