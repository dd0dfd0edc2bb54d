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
from tablee.server.people.people import Person
from tablee.server.protocol.context import Services, find_reader, language, seats_to_look_through, services
from tablee.server.protocol.errors import close_code, refusal_message
from tablee.server.protocol.tables_api import handle_ask, table_lists
from tablee.server.protocol.transport import Transport, find_transport
from tablee.server.refusals import NotIdentified, ServerRefusal
from tablee.server.tables.asks import decode_ask
from tablee.server.tables.live import LiveTable, Reader

SIZE = 8 * 1024  # bytes of one ask
QUIET = 0.3  # seconds between two looks at the lobby, or at a store that is away
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
    await socket.accept()
    who: Person | None = None
    try:
        who = await find_reader(socket)
        live = await services(socket).node.live(socket.path_params["table"])
        seat, since = number(socket, "seat"), number(socket, "since") or 0
        seats = seats_to_look_through(live, who, seat)
    except Refusal as error:
        await refuse_socket(socket, error, language(socket, who))
        return None
    return Connection(transport, services(socket), live, language(socket, who), who, seats, since, seat)


async def refuse_socket(socket: WebSocket, error: Refusal, lang: Lang) -> None:
    """Says why, and closes it with a code that says whether the client should come back."""
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

    __slots__ = ("answers", "due", "lang", "live", "services", "transport", "waiting")

    def __init__(self, transport: Transport, home: Services, live: LiveTable, lang: Lang, *reader: Any) -> None:
        super().__init__(*reader)
        self.transport, self.services, self.live = transport, home, live
        self.lang: Lang = lang
        self.due = False  # there is news that was not sent yet
        self.answers: tuple[bytes, ...] = ()  # sent together with that news, in one packet
        self.waiting: asyncio.Task[None] | None = None

    async def run(self) -> None:
        node = self.services.node
        node.join(self.live, self)
        try:
            while (message := await self.transport.receive()) is not None:
                await self.handle_message(message)
        finally:
            node.leave(self.live, self)
            if self.waiting is not None:
                self.waiting.cancel()

    def wake(self) -> None:
        """The news is sent later: a commit does not wait for its readers, and none of them can make it fail."""
        if not self.due:
            self.due = True
            if self.waiting is None:
                self.transport.loop.call_soon(self.send_news)

    def send_news(self) -> None:
        """Sends answers and what is new, without waiting; a task does it where there is something to wait for."""
        found = None
        if self.transport.writable and self.trusted():
            self.due = False
            found = self.services.node.recent_news(self.live, self)
        if found is None:
            self.due = True
            self.waiting = self.services.node.spawn(self.send_news_when_ready())
            return
        self.transport.send_texts([*self.answers, *map(encode, found)])
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
                    found = await self.services.node.news(self.live, self)
                except ServerRefusal:  # the store is away, and what was missed is only there
                    await asyncio.sleep(QUIET)
                    self.due = True
                    continue
                for news in found:
                    await self.send(encode(news))
        finally:
            self.waiting = None

    async def handle_message(self, text: str | bytes) -> None:
        id: str | None = None
        try:
            if len(text) > SIZE:
                raise ServerRefusal("large", "this is too large: at most {size} bytes", size=SIZE)
            try:
                ask = decode_ask(text)
            except (msgspec.MsgspecError, UnicodeError):
                self.services.limits.spend("read", self.person.id if self.person else self.transport.client)
                raise
            id = ask.id
            if self.person is None or not (self.trusted() or await self.check_session()):
                raise NotIdentified
            done = await handle_ask(self.services, self.live.table.id, self.person, ask)
        except (Refusal, msgspec.MsgspecError, UnicodeError) as error:
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
            return person is None or await self.services.people.by_session(person.session) is not None
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
    await socket.accept()
    node, people, who = services(socket).node, services(socket).people, None
    try:
        who = await find_reader(socket)
    except Refusal as error:
        await refuse_socket(socket, error, language(socket))
        return

    async def send_lists() -> None:
        shown = b""
        while True:
            changed = node.lobby_changed
            with suppress(ServerRefusal):  # the store is away: the client keeps what it has
                if who is not None and await people.by_session(who.session) is None:
                    await socket.close(4401)
                    return
                if (now := encode(await table_lists(node, who))) != shown:
                    await socket.send_text(now.decode())
                    shown = now
            await asyncio.sleep(QUIET)
            await changed.wait()

    sender = asyncio.create_task(send_lists())
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        sender.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await sender
