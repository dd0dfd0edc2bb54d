"""The sockets: one for each table, which sends news and receives asks; one for the lobby."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from tablee.contract import Refusal
from tablee.languages import Lang
from tablee.server.metering import METER
from tablee.server.people.people import Person
from tablee.server.protocol.budgets import WAIT, Caller
from tablee.server.protocol.context import (
    Services,
    caller,
    find_person,
    language,
    seats_to_look_through,
    services,
)
from tablee.server.protocol.errors import close_code, refusal_message
from tablee.server.protocol.tables_api import handle_ask
from tablee.server.protocol.transport import Transport, find_transport
from tablee.server.refusals import NotIdentified, ServerRefusal, TooFast
from tablee.server.tables.asks import decode_ask
from tablee.server.tables.live import SPECTATOR, LiveTable, Reader, recent_steps
from tablee.server.tables.shared_news import news_texts, recent_texts

SIZE = 8 * 1024  # bytes of one ask
TOGETHER = 8  # messages of one client that are handled before it is somebody else's turn
QUIET = 0.3  # seconds between two looks at a store that is away
ASKED = 0.0003  # seconds that an ask costs, roughly
SENT = 0.00002  # seconds that it costs to send somebody the news of it
REPLAYED = 0.00003  # seconds that one event costs where a game has to be replayed
encode = msgspec.json.Encoder().encode
only_id: msgspec.json.Decoder[dict[str, object]] = msgspec.json.Decoder(dict[str, object])


async def table_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Seats and news of one table. What is missing since `?since=N` is sent first."""
    transport = find_transport(scope, receive, send)
    connection = await open_connection(WebSocket(scope, receive, send), transport)
    scope.clear()  # a socket stays open for hours, and nothing of the request is needed any more
    if connection is not None:
        await asyncio.create_task(connection.run())  # a task of its own is cheaper to wake than the whole call stack


async def open_connection(socket: WebSocket, transport: Transport) -> Connection | None:
    """Accepts the socket; None, and a refusal, where this person may not look at this table."""
    home, who = services(socket), None
    try:
        who = await find_person(socket)
        home.limits.check_sockets(caller(socket, who))
        live = await home.node.live(socket.path_params["table"])
        seat, since = number(socket, "seat"), number(socket, "since") or 0
        stepwise = number(socket, "stepwise") == 1
        seats = seats_to_look_through(live, who, seat)
        if seats == SPECTATOR:
            home.limits.check_watchers(live.watchers())
    except Refusal as error:
        await refuse_socket(socket, error, language(socket, who))
        return None
    await socket.accept()
    calling, lang = caller(socket, who), language(socket, who)
    if recent_steps(live.table, since) is None:
        home.limits.charge(calling, REPLAYED * live.table.n)
    return Connection(transport, home, live, calling, lang, who, seats, since, seat, stepwise)


async def refuse_socket(socket: WebSocket, error: Refusal, lang: Lang) -> None:
    """Accepts the socket only to say why, and closes it with a code that says whether the client should come back: a
    page learns nothing of a socket that was not accepted."""
    await socket.accept()
    answer = refusal_message(error, lang)
    await socket.send_text(encode(answer).decode())
    await socket.close(close_code(answer))


def number(socket: WebSocket, name: str) -> int | None:
    text = socket.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise ServerRefusal("malformed", "{name} must be a number", name=name)
    return int(text)


class Connection(Reader):
    """One client at one table: a coroutine that receives asks, and a reader that is sent news.

    News is sent directly from the event loop, which costs least. Only where something has to be waited for (the client,
    the store, the session) a task does it. So there is never a queue.
    """

    __slots__ = ("answers", "caller", "due", "lang", "live", "services", "transport", "waiting")

    def __init__(
        self, transport: Transport, home: Services, live: LiveTable, calling: Caller, lang: Lang, *reader: Any
    ) -> None:
        super().__init__(*reader)
        self.transport, self.services, self.live, self.caller = transport, home, live, calling
        self.lang: Lang = lang
        self.due = False  # there is news that was not sent yet
        self.answers: tuple[bytes, ...] = ()  # sent together with that news, in one packet
        self.waiting: asyncio.Task[None] | None = None

    async def run(self) -> None:
        node, limits, meter = self.services.node, self.services.limits, METER.get()
        with limits.count_socket(self.caller):
            node.join(self.live, self)
            handled = 0
            try:
                while (message := await self.transport.receive()) is not None:
                    await self.handle_message(message)
                    handled += 1
                    if handled % TOGETHER == 0:
                        await asyncio.sleep(0)
                    if meter is not None and meter.seconds:  # work was done elsewhere
                        limits.charge(self.caller, meter.seconds)
                        meter.seconds = 0.0
            finally:
                node.leave(self.live, self)
                if self.waiting is not None:
                    self.waiting.cancel()

    def wake(self) -> None:
        """The news is sent later: a commit does not wait for its readers, and none of them can make it fail."""
        if not self.due:
            self.due = True
            if self.waiting is not None:
                return
            if self.seats == SPECTATOR:
                self.services.node.fan_out.add(self.transport.loop, self)
            else:
                self.transport.loop.call_soon(self.send_news)

    def send_news(self) -> None:
        """Sends answers and what is new, without waiting; a task does it where there is something to wait for."""
        found = None
        if self.transport.writable and self.trusted():
            self.due = False
            found = recent_texts(self.services.node, self.live, self)
        if found is None:
            self.due = True
            self.waiting = self.services.node.spawn(self.send_news_when_ready())
            return
        self.transport.send_texts([*self.answers, *found])
        self.answers = ()

    async def send_news_when_ready(self) -> None:
        """Sends what is new, as fast as the client reads, until there is nothing more."""
        try:
            while self.due and self.transport.open:
                self.due = False
                await self.transport.wait_writable()
                if not (self.trusted() or await self.check_session()):
                    await self.transport.close(4401)
                    return
                self.transport.send_texts(self.answers)
                self.answers = ()
                try:
                    found = await news_texts(self.services.node, self.live, self)
                except ServerRefusal:  # the store is away, and what was missed is only there
                    await asyncio.sleep(QUIET)
                    self.due = True
                    continue
                for text in found:
                    await self.send(text)
        finally:
            self.waiting = None

    async def handle_message(self, text: str | bytes) -> None:
        id: str | None = None
        try:
            if wait := self.services.limits.reserve(self.caller, ASKED + SENT * len(self.live.readers)):
                await asyncio.sleep(wait)
                await self.services.limits.turnstile.enter(self.caller.address)
            if len(text) > SIZE:
                raise ServerRefusal("large", "this is too large: at most {size} bytes", size=SIZE)
            ask = decode_ask(text)
            id = ask.id
            if self.person is None or not (self.trusted() or await self.check_session()):
                raise NotIdentified
            done = await handle_ask(self.services, self.live.table.id, self.person, self.caller, ask)
        except (Refusal, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            if isinstance(error, TooFast):
                await asyncio.sleep(WAIT)  # a client that asks too fast is answered slowly
                await self.services.limits.turnstile.enter(self.caller.address)
            await self.send(encode(refusal_message(error, self.lang, id or id_of(text))))
            return
        if self.due and self.waiting is None:  # the news is sent as soon as this coroutine pauses
            self.answers += (encode(done),)
        else:
            await self.send(encode(done))

    def trusted(self) -> bool:
        """Whether the session is known to be valid without looking it up."""
        person = self.person
        return person is None or self.services.people.cached(person.session) is not None

    async def check_session(self) -> bool:
        """Whether the session is still valid: it may have been ended from elsewhere."""
        person = self.person
        try:
            return person is None or await self.services.people.is_valid(person.session)
        except ServerRefusal:  # the store is away: a session that was valid stays so
            return True

    async def send(self, text: bytes) -> None:
        await self.transport.wait_writable()
        self.transport.send_texts((text,))


def id_of(text: str | bytes) -> str | None:
    """The id of a message that is no ask, if it has one."""
    try:
        found = only_id.decode(text).get("id")
    except (ValueError, RecursionError):
        return None
    return found[:40] if isinstance(found, str) else None


async def lobby_socket(socket: WebSocket) -> None:
    """My tables and the open ones, whenever they change."""
    home, who = services(socket), None
    try:
        who = await find_person(socket)
        home.limits.check_sockets(caller(socket, who))
    except Refusal as error:
        await refuse_socket(socket, error, language(socket, who))
        return
    await socket.accept()
    calling = caller(socket, who)
    with home.limits.count_socket(calling), home.lobby.watch():
        sender = asyncio.create_task(send_lists(socket, home, who))
        try:
            while (await socket.receive())["type"] != "websocket.disconnect":
                with suppress(TooFast):  # nothing is asked here, so nothing is answered; but it is read slowly
                    await asyncio.sleep(home.limits.reserve(calling, ASKED))
                    continue
                await asyncio.sleep(WAIT)
        finally:
            sender.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await sender


async def send_lists(socket: WebSocket, home: Services, who: Person | None) -> None:
    shown = b""
    while True:
        changed = home.node.lobby_changed
        with suppress(ServerRefusal):  # the store is away: the client keeps what it has
            if who is not None and not await home.people.is_valid(who.session):
                await socket.close(4401)
                return
            if (text := await home.lobby.text(who)) != shown:
                await socket.send_text(text.decode())
                shown = text
        await asyncio.sleep(home.lobby.quiet)
        await changed.wait()
