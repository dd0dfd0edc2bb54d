"""The sockets: one a table, with news going out and asks coming in; one for the lobby."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected

from tablee.contract import Refusal
from tablee.languages import Lang
from tablee.server.people.people import Person
from tablee.server.protocol.context import Services, language, looking, reading, services
from tablee.server.protocol.errors import refusal_message
from tablee.server.protocol.tables_api import handle_ask, table_lists
from tablee.server.protocol.uvicorn_socket import LINE, SocketProtocol
from tablee.server.refusals import NotIdentified, ServerRefusal
from tablee.server.tables.asks import decode_ask
from tablee.server.tables.live import LiveTable, Reader

SIZE = 8 * 1024  # bytes of one ask
QUIET = 0.3  # seconds between two looks at the lobby, or at a store that is away
encode = msgspec.json.Encoder().encode
only_id: msgspec.json.Decoder[dict[str, object]] = msgspec.json.Decoder(dict[str, object])


async def table_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Seats and news of one table. What is missing since `?since=N` is sent first."""
    connection = await open_connection(WebSocket(scope, receive, send), scope["extensions"][LINE]["line"])
    scope.clear()  # a socket stays open for hours: what was read of the request is let go of
    if connection is not None:
        await asyncio.create_task(connection.run())  # by itself: every ask wakes it, and not all that stands around it


async def open_connection(socket: WebSocket, line: SocketProtocol) -> Connection | None:
    """Who comes in, if they may."""
    await socket.accept()
    who: Person | None = None
    try:
        who = await reading(socket)
        live = await services(socket).node.live(socket.path_params["table"])
        seat, since = number(socket, "seat"), number(socket, "since") or 0
        seats = looking(live, who, seat)
    except Refusal as error:
        await socket.send_text(encode(refusal_message(error, language(socket, who))).decode())
        await socket.close(4404 if getattr(error, "code", "") == "table" else 4403)
        return None
    return Connection(line, services(socket), live, language(socket, who), who, seats, since, seat)


def number(socket: WebSocket, name: str) -> int | None:
    text = socket.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise ServerRefusal("malformed", "{name} is a number", name=name)
    return int(text)


class Connection(Reader):
    """One client at one table: a coroutine that listens, and a reader that is sent news.

    News goes out from the loop itself, which costs least. Only where something has to be waited for, which is the
    client, the store or who it is, a task does that, and tells. So there is never a queue.
    """

    __slots__ = ("due", "lang", "line", "live", "services", "waiting")

    def __init__(self, line: SocketProtocol, services_: Services, live: LiveTable, lang: Lang, *eyes: Any) -> None:
        super().__init__(*eyes)
        self.line, self.services, self.live = line, services_, live
        self.lang: Lang = lang
        self.due = False
        self.waiting: asyncio.Task[None] | None = None

    async def run(self) -> None:
        node = self.services.node
        receive: Receive = self.line.receive  # type: ignore[assignment]  # what uvicorn names more exactly
        node.join(self.live, self)
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                await self.handle_message(message.get("text") or message.get("bytes") or "")
        finally:
            node.leave(self.live, self)
            if self.waiting is not None:
                self.waiting.cancel()

    def wake(self) -> None:
        """Whoever makes news does not wait until it is found, and does not stumble where telling does."""
        if not self.due:
            self.due = True
            if self.waiting is None:
                self.line.loop.call_soon(self.send_news)

    def send_news(self) -> None:
        """Sends what is new without waiting; where something has to be waited for, a task does it."""
        if not self.due or self.waiting is not None:
            return
        found = None
        if self.line.writable.is_set() and self.trusted():
            self.due = False
            found = self.services.node.recent_news(self.live, self)
        if found is None:
            self.due = True
            self.waiting = self.services.node.spawn(self.send_news_when_ready())
            return
        for news in found:
            self.line.send_text(encode(news))

    async def send_news_when_ready(self) -> None:
        """What is new, as fast as the client reads, until there is nothing more."""
        try:
            while self.due and self.line.open:
                self.due = False
                await self.line.writable.wait()
                if not (self.trusted() or await self.check_session()):
                    await self.close_session_ended()
                    return
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

    async def close_session_ended(self) -> None:
        with suppress(ClientDisconnected):  # who has gone need not be found
            if self.line.open:
                await self.line.send({"type": "websocket.close", "code": 4401, "reason": ""})

    async def handle_message(self, text: str | bytes) -> None:
        id: str | None = None
        try:
            if len(text) > SIZE:
                raise ServerRefusal("large", "this is too large: at most {size} bytes", size=SIZE)
            try:
                ask = decode_ask(text)
            except (msgspec.MsgspecError, UnicodeError):
                self.services.limits.spend("read", self.person.id if self.person else str(self.line.client))
                raise
            id = ask.id
            if self.person is None or not (self.trusted() or await self.check_session()):
                raise NotIdentified
            done = await handle_ask(self.services, self.live.table.id, self.person, ask)
        except (Refusal, msgspec.MsgspecError, UnicodeError) as error:
            answer = refusal_message(error, self.lang, id or id_of(text))
            await self.send(encode(answer))
            return
        await self.send(encode(done))

    def trusted(self) -> bool:
        """Whether nothing need be looked up to welcome them."""
        person = self.person
        return person is None or self.services.people.cached(person.session) is not None

    async def check_session(self) -> bool:
        """Whether the session that came in is still one: it may have been ended from elsewhere."""
        person = self.person
        try:
            return person is None or await self.services.people.by_session(person.session) is not None
        except ServerRefusal:  # the store is away: who was believed is
            return True

    async def send(self, data: bytes) -> None:
        await self.line.writable.wait()
        self.line.send_text(data)


def id_of(text: str | bytes) -> str | None:
    """The id of something that is no ask, if it has one."""
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
        who = await reading(socket)
    except Refusal as error:
        await socket.send_text(encode(refusal_message(error, language(socket))).decode())
        await socket.close(1013)
        return

    async def tell() -> None:
        shown = b""
        while True:
            changed = node.lobby_changed
            with suppress(ServerRefusal):  # the store is away: what was shown stays
                if who is not None and await people.by_session(who.session) is None:
                    await socket.close(4401)
                    return
                if (now := encode(await table_lists(node, who))) != shown:
                    await socket.send_text(now.decode())
                    shown = now
            await asyncio.sleep(QUIET)
            await changed.wait()

    teller = asyncio.create_task(tell())
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        teller.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await teller
