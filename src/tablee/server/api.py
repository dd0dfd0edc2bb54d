"""The HTTP API: the same asks and the same news as on the socket, and all that is not a table."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tablee import record
from tablee.contract import Seat
from tablee.server.clerk import Asked, Denied, decide
from tablee.server.events import Name, Opened, Settings
from tablee.server.limits import Limits
from tablee.server.live import Live, Reader, now
from tablee.server.node import Node
from tablee.server.people import People, Person, Session
from tablee.server.routes import Routes
from tablee.server.wire import Ask, Done, Head, Line, News, Note, Takeback
from tablee.words import LANGS, Lang, words

COOKIE = "tablee"
YEAR = 365 * 86_400
WAIT = 25.0  # seconds that a question about news may stay unanswered

Password = Annotated[str, Meta(min_length=8, max_length=200)]
Login = Annotated[str, Meta(min_length=2, max_length=40, pattern=r"^[^\s\x00]+$")]

api = Routes()


class House(Struct, frozen=True):
    """What every request finds in `app.state.house`."""

    node: Node
    people: People
    limits: Limits
    reviewing: set[str] = msgspec.field(default_factory=set)  # who has a review made just now


class Me(Struct, frozen=True):
    id: str
    name: str
    lang: str
    login: str | None
    token: str | None = None  # said once, for programs; a browser has it in a cookie that no script can read


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    lang: Lang = "fr"


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None
    lang: Lang | None = None


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    login: Login
    password: Password


class Account(Credentials, frozen=True, forbid_unknown_fields=True):
    old: Password | None = None  # the password until now, where there is one


class Notes(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00]*$")]


class NewTable(Struct, frozen=True):
    """A table that was opened; `keys` are those of seats that are kept for somebody with their link."""

    id: str
    keys: dict[int, str]


class Tables(Struct, frozen=True):
    """Mine, the unfinished ones first; and those that anybody may join or watch."""

    mine: list[msgspec.Raw]
    open: list[msgspec.Raw]


class Listed(Struct, frozen=True):
    """As `Tables`, for whoever reads it."""

    mine: list[Head]
    open: list[Head]


# ---- who asks ---------------------------------------------------------------------


class Unknown(Denied):
    def __init__(self) -> None:
        super().__init__("who", "who are you? Say your name first")


def house(connection: HTTPConnection) -> House:
    found: House = connection.app.state.house
    return found


def token_of(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


async def somebody(connection: HTTPConnection) -> Person | None:
    return await house(connection).people.of(token_of(connection))


async def person(connection: HTTPConnection) -> Person:
    found = await somebody(connection)
    if found is None:
        raise Unknown
    return found


async def reading(connection: HTTPConnection) -> Person | None:
    """Who reads; not too often."""
    who = await somebody(connection)
    house(connection).limits.spend("read", who.id if who else address(connection))
    return who


def address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "?"


def language(connection: HTTPConnection, who: Person | None = None) -> Lang:
    """The caller's: what they said, else what their browser says."""
    said = connection.query_params.get("lang") or (who.lang if who else connection.headers.get("accept-language", ""))
    for lang in LANGS:
        if said.lower().startswith(lang):
            return lang
    return "en" if said else "fr"


def admitted(request: Request, who: Person, new: bool = False) -> Response:
    """Who they are, with the cookie that says so. Only who has just come in is told the token itself."""
    token = house(request).people.token(who.session)
    me = Me(who.id, who.name, who.lang, who.login, token if new else None)
    response = Response(msgspec.json.encode(me), 200)
    response.headers["content-type"] = "application/json"
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return response


# ---- people -----------------------------------------------------------------------------


@api.add("POST", "/api/me", body=NewGuest, out=Me)
async def come_in(request: Request, guest: NewGuest) -> Any:
    """A new guest: a name is all it takes"""
    house(request).limits.spend("guest", address(request))
    people = house(request).people
    who = await people.guest(guest.name, guest.lang, request.headers.get("user-agent", ""))
    return admitted(request, who, new=True)


@api.add("GET", "/api/me", out=Me | None)
async def who_am_i(request: Request) -> Any:
    """Who this token belongs to; nobody, where there is none"""
    return None if token_of(request) is None else admitted(request, await person(request))


@api.add("PATCH", "/api/me", body=Changes, out=Me)
async def change_me(request: Request, changes: Changes) -> Any:
    """Another name, another language"""
    who = await person(request)
    return admitted(request, await house(request).people.change(who, changes.name, changes.lang))


@api.add("POST", "/api/account", body=Account, out=Me)
async def register(request: Request, wanted: Account) -> Any:
    """A login and a password, for those who want their games in one place; or others than until now"""
    house(request).limits.spend("login", address(request))
    who, people = await person(request), house(request).people
    return admitted(request, await people.register(who, wanted.login, wanted.password, wanted.old))


@api.add("POST", "/api/login", body=Credentials, out=Me)
async def log_in(request: Request, given: Credentials) -> Any:
    """A new session of an account"""
    house(request).limits.spend("login", address(request))
    agent = request.headers.get("user-agent", "")
    return admitted(request, await house(request).people.log_in(given.login, given.password, agent), new=True)


@api.add("POST", "/api/logout", status=204)
async def log_out(request: Request) -> Any:
    """Ends this session"""
    who = await person(request)
    await house(request).people.end_session(who, who.session)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


@api.add("GET", "/api/sessions", out=list[Session])
async def sessions(request: Request) -> Any:
    """Where this person is logged in"""
    return await house(request).people.sessions(await person(request))


@api.add("DELETE", "/api/sessions/{session}", status=204)
async def end_session(request: Request) -> Any:
    """Ends one of them"""
    await house(request).people.end_session(await person(request), request.path_params["session"])
    return Response(status_code=204)


# ---- tables -------------------------------------------------------------------------------


@api.add("GET", "/api/tables", out=Listed)
async def tables(request: Request) -> Any:
    """My tables, and those that anybody may join or watch"""
    who = await reading(request)
    return await listed(house(request).node, who)


async def listed(node: Node, who: Person | None) -> Tables:
    mine = [] if who is None else await node.store.mine(who.id)
    return Tables([msgspec.Raw(head) for head in mine], [msgspec.Raw(head) for head in await node.store.lobby()])


@api.add("POST", "/api/tables", body=Settings, out=NewTable, status=201)
async def open_table(request: Request, settings: Settings) -> Any:
    """A new table"""
    who = await person(request)
    house(request).limits.spend("table", who.id)
    id = await house(request).node.open_table(settings, who)
    live = await house(request).node.live(id)
    return NewTable(id, keys(house(request).people, id, live.table.opened))


def keys(people: People, id: str, opened: Opened) -> dict[int, str]:
    kept = [seat for seat, plan in enumerate(opened.settings.seats) if plan.kind == "link"]
    return {seat: people.invite(id, seat) for seat in kept}


class Asking(Reader):
    """Who asks for news, and waits until there is some."""

    def __init__(self, *eyes: Any) -> None:
        super().__init__(*eyes)
        self.woken = asyncio.Event()

    def wake(self) -> None:
        self.woken.set()


@api.add("GET", "/api/tables/{table}", out=list[News], query={
    "since": Annotated[int, Meta(ge=0)], "seat": Annotated[int, Meta(ge=0, le=9)], "wait": bool,
})  # fmt: skip
async def look(request: Request, since: int = 0, seat: int | None = None, wait: bool = False) -> Any:
    """How a table stands for my seats, or for who watches; with `wait`, when there is news"""
    node, who = house(request).node, await reading(request)
    live = await node.live(request.path_params["table"])
    reader = Asking(who, looking(live, who, seat), since, seat)
    node.polled(live, who)
    if wait and live.table.n <= since:
        live.readers.add(reader)
        try:
            await asyncio.wait_for(reader.woken.wait(), WAIT)
        except TimeoutError:
            pass
        finally:
            live.readers.discard(reader)
        if who is not None and await house(request).people.in_session(who.session) is None:
            raise Unknown  # the session was ended meanwhile
    return await node.news(live, reader)


def looking(live: Live, who: Person | None, seat: int | None = None) -> tuple[Seat | None, ...]:
    """The seats through which this person looks: their own, or the one of them that they name; else they watch."""
    mine = live.table.seats_of(who.id if who else None)
    if seat is not None:
        if seat not in mine:
            raise Denied("seat", "seat {seat} is not yours", seat=seat)
        return (Seat(seat),)
    return mine or (None,)


@api.add("POST", "/api/tables/{table}", body=Ask, out=Done)
async def ask(request: Request, asked: Ask) -> Any:
    """One thing asked of a table: a move, a seat, a word"""
    request.state.asked = asked.id
    return await granted(house(request), request.path_params["table"], await person(request), asked)


async def granted(house: House, table: str, who: Person, asked: Ask) -> Done:
    kind = "move" if asked.do is not None else "say" if asked.say is not None else "seat"
    house.limits.spend(kind, who.id)
    keyed = asked.sit is not None and house.people.invited(table, asked.seat, asked.key)
    return await house.node.ask(table, who, asked, keyed)


@api.add("GET", "/api/tables/{table}/takeback", out=Takeback, query={"seat": Annotated[int, Meta(ge=0, le=9)]})
async def takeback(request: Request, seat: int | None = None) -> Any:
    """Whether a takeback may be offered now; if not, why"""
    node, who = house(request).node, await person(request)
    house(request).limits.spend("read", who.id)
    live = await node.live(request.path_params["table"])
    asked = Asked(live.table.fork(), who.id, Ask("takeback", seat, offer="takeback"), now(), live.secret)
    try:
        await asyncio.to_thread(decide, asked)  # it imagines worlds, which may take longer than others like to wait
    except Denied as error:
        return Takeback(words(language(request, who)).why(error))
    return Takeback(None)


@api.add("GET", "/api/tables/{table}/log", out=list[Line | Note], query={"seat": Annotated[int, Meta(ge=0, le=9)]})
async def log(request: Request, seat: int | None = None) -> Any:
    """All that a seat was ever told"""
    node, who = house(request).node, await reading(request)
    live = await node.live(request.path_params["table"])
    seats = looking(live, who, seat)
    return await node.log(live, seats[0], seats != (None,))


@api.add("GET", "/api/tables/{table}/record", out=str, media="text/plain")
async def record_text(request: Request) -> Any:
    """The whole record with the secret of its dice, once the table is closed"""
    await reading(request)
    live = await house(request).node.live(request.path_params["table"])
    table = live.table
    if table.ended is None:
        raise Denied("not_over", "the game is not over yet")
    if not table.started:
        raise Denied("not_started", "the game has not begun")
    words = tuple(table.words.get(seat, "") for seat in table.seats)
    fair = record.Fair(table.opened.pledge, live.secret.hex(), words)
    promised = None if table.opened.settings.real else fair  # what was typed in follows from no secret
    head = record.header(table.game, table.options, table.names, promised)
    text = head + "".join(f"{line}\n" for line in table.moves)
    name = f"{table.game.name}-{table.id}.game"
    return Response(text, media_type="text/plain; charset=utf-8",
                    headers={"content-disposition": f'attachment; filename="{name}"'})  # fmt: skip


@api.add("GET", "/api/tables/{table}/notes", out=Notes)
async def notes(request: Request) -> Any:
    """My own notes at this table"""
    who = await person(request)
    house(request).limits.spend("read", who.id)
    await house(request).node.live(request.path_params["table"])
    return Notes(await house(request).node.store.notes(who.id, request.path_params["table"]))


@api.add("PUT", "/api/tables/{table}/notes", body=Notes, status=204)
async def keep_notes(request: Request, kept: Notes) -> Any:
    """Keeps them; nobody else reads them"""
    who = await person(request)
    house(request).limits.spend("seat", who.id)
    await house(request).node.live(request.path_params["table"])
    await house(request).node.store.keep_notes(who.id, request.path_params["table"], kept.text)
    return Response(status_code=204)
