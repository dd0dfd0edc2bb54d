"""The HTTP API of people: guests, accounts, sessions, and how their games ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final

import msgspec
import structlog
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from tablee.games import GAMES
from tablee.languages import HOME, KnownLang
from tablee.record import Name
from tablee.server.log import mark_of
from tablee.server.people.people import Person, Session
from tablee.server.people.results import count_collected
from tablee.server.protocol.context import COOKIE, address, api, cookie_path, require_person, services, token_of
from tablee.server.protocol.messages import GameTally
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.head import Head, read_heads

log = structlog.get_logger()

DEVICE: Final = "tablee-device"  # the cookie that stays when a person logs out
DEVICES: Final = re.compile(rf"(?:^|;)[ \t]*{DEVICE}=([^;\s]*)")
YEAR = 365 * 86_400  # seconds
PAGE = 50  # closed tables that are listed at once

Password = Annotated[str, Meta(min_length=8, max_length=200)]
Login = Annotated[str, Meta(min_length=2, max_length=40, pattern=r"^[^\s\x00]+$")]


class Me(Struct, frozen=True):
    id: str
    name: str
    lang: str
    login: str | None
    token: str | None = None  # sent once, for programs; a browser has it in a cookie that no script can read


class ClosedTables(Struct, frozen=True):
    """Some of my closed tables, the last one first; `next` is the `before` of those that follow, if there are any."""

    tables: list[Head]
    next: str | None = None


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    lang: KnownLang = HOME


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None
    lang: KnownLang | None = None


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    login: Login
    password: Password


class Account(Credentials, frozen=True, forbid_unknown_fields=True):
    old: Password | None = None  # the password until now, where there is one


def respond_with_person(request: Request, who: Person, new: bool = False) -> Response:
    """The person, and the cookie with their token. The token itself is only sent to somebody who has just come in."""
    token = services(request).people.token(who.session)
    me = Me(who.id, who.name, who.lang, who.login, token if new else None)
    response = Response(msgspec.json.encode(me), 200)
    response.headers["content-type"] = "application/json"
    cookies = {COOKIE: token}
    if who.login is not None:
        cookies[DEVICE] = services(request).people.device_mark(who.login)
    for name, text in cookies.items():
        response.set_cookie(
            name, text, max_age=YEAR, path=cookie_path(request), httponly=True, samesite="lax",
            secure=request.url.scheme == "https",
        )  # fmt: skip
    return response


@api.add("POST", "/api/me", body=NewGuest, out=Me)
async def come_in(request: Request, guest: NewGuest) -> Any:
    """A new guest: a name is all it takes"""
    services(request).limits.spend("guest", address(request))
    people = services(request).people
    who = await people.guest(guest.name, guest.lang)
    return respond_with_person(request, who, new=True)


@api.add("GET", "/api/me", out=Me | None)
async def who_am_i(request: Request) -> Any:
    """Who this token belongs to; nobody, where there is none"""
    return None if token_of(request) is None else respond_with_person(request, await require_person(request))


@api.add("PATCH", "/api/me", body=Changes, out=Me)
async def change_me(request: Request, changes: Changes) -> Any:
    """Another name, another language"""
    who = await require_person(request)
    return respond_with_person(request, await services(request).people.change(who, changes.name, changes.lang))


@api.add("POST", "/api/account", body=Account, out=Me)
async def register(request: Request, wanted: Account) -> Any:
    """A login and a password, for those who want their games in one place; or others than until now"""
    services(request).limits.spend("login", address(request))
    who, people = await require_person(request), services(request).people
    return respond_with_person(request, await people.register(who, wanted.login, wanted.password, wanted.old))


@api.add("POST", "/api/login", body=Credentials, out=Me)
async def log_in(request: Request, given: Credentials) -> Any:
    """A new session of an account"""
    services(request).limits.spend("login", address(request))
    with count_failure(request, given.login):
        who = await services(request).people.log_in(given.login, given.password)
    await services(request).people.end_oldest_sessions(who, services(request).limits.settings.sessions)
    return respond_with_person(request, who, new=True)


@contextmanager
def count_failure(request: Request, login: str) -> Iterator[None]:
    """Only so many log-ins to one account may fail, however many addresses try. A device on which it was open before
    has a budget of its own: nobody can keep the owner out by failing on purpose."""
    login, limits = login.casefold(), services(request).limits
    mark = DEVICES.search(request.headers.get("cookie", ""))
    if services(request).people.knows_device(login, mark[1] if mark else None):
        counted = [("device", login)]
    else:
        counted = [("account@", f"{login}@{address(request)}"), ("account", login)]
    try:
        for kind, who in counted:
            limits.spend(kind, who)
        yield
    except ServerRefusal as error:
        if error.code in ("login", "fast"):
            log.warning("login_failed", why=error.code, account=mark_of(login), client=mark_of(address(request)))
        raise
    for kind, who in counted:
        limits.refund(kind, who)


@api.add("POST", "/api/logout", status=204)
async def log_out(request: Request) -> Any:
    """Ends this session"""
    who = await require_person(request)
    await services(request).people.end_session(who, who.session)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, cookie_path(request))
    return response


@api.add("GET", "/api/sessions", out=list[Session])
async def sessions(request: Request) -> Any:
    """Where this person is logged in"""
    return await services(request).people.sessions(await require_person(request))


@api.add("DELETE", "/api/sessions/{session}", status=204)
async def end_session(request: Request) -> Any:
    """Ends one of them"""
    await services(request).people.end_session(await require_person(request), request.path_params["session"])
    return Response(status_code=204)


@api.add("GET", "/api/me/tables", out=ClosedTables, query={
    "before": Annotated[str, Meta(max_length=40, pattern=r"^[0-9]{1,15}-[a-z0-9]+$")],
})  # fmt: skip
async def my_closed_tables(request: Request, before: str | None = None) -> Any:
    """My closed tables, a page at a time"""
    who, store = await require_person(request), services(request).node.store
    ended, _, table = (before or "").partition("-")
    found = await store.closed_tables(who.id, (int(ended), table) if before else None, PAGE)
    more = f"{found[-1][0]}-{found[-1][1]}" if len(found) == PAGE else None
    return ClosedTables(read_heads(head for _, _, head in found), more)


@api.add("GET", "/api/me/games", out=list[GameTally])
async def my_games(request: Request) -> Any:
    """My closed tables, game by game, the one that I played last first"""
    who, node = await require_person(request), services(request).node
    found = []
    for game, played, won, shared, last, collected, uncounted in await node.store.tallies(who.id):
        if game in GAMES:
            if uncounted:
                collected = await count_collected(node.store, node.work, who.id, game, played)
            found.append(GameTally(game, played, won, shared, last, collected))
    return found
