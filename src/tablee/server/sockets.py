"""The sockets: one a table, with news going out and asks coming in; one for the lobby."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from tablee.contract import Refusal
from tablee.server.api import House, granted, house, language, listed, looking, somebody
from tablee.server.clerk import Denied
from tablee.server.errors import refused
from tablee.server.node import Live, Reader
from tablee.server.people import Person
from tablee.server.wire import ask_decoder
from tablee.words import Lang

SIZE = 8 * 1024  # bytes of one ask
QUIET = 0.3  # seconds between two looks at the lobby, or at a store that is away
encode = msgspec.json.Encoder().encode
only_id: msgspec.json.Decoder[dict[str, object]] = msgspec.json.Decoder(dict[str, object])


async def table_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Seats and news of one table. What is missing since `?since=N` is told first."""
    connection = await entered(WebSocket(scope, receive, send), receive, send)
    scope.clear()  # a socket stays open for hours: what was read of the request is let go of
    if connection is not None:
        await connection.run()


async def entered(socket: WebSocket, receive: Receive, send: Send) -> Connection | None:
    """Who comes in, if they may."""
    await socket.accept()
    who: Person | None = None
    try:
        who = await somebody(socket)
        live = await house(socket).node.live(socket.path_params["table"])
        seat, since = number(socket, "seat"), number(socket, "since") or 0
        reader = Reader(who, looking(live, who, seat), since, seat)
    except Refusal as error:
        await socket.send_text(encode(refused(error, language(socket, who))).decode())
        await socket.close(4404 if getattr(error, "code", "") == "table" else 4403)
        return None
    return Connection(receive, send, house(socket), live, reader, language(socket, who))


def number(socket: WebSocket, name: str) -> int | None:
    text = socket.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise Denied("malformed", "{name} is a number", name=name)
    return int(text)


class Connection:
    """One client at one table: a task that tells, and this coroutine that listens."""

    __slots__ = ("house", "lang", "live", "open", "reader", "receive", "transmit")

    def __init__(self, receive: Receive, send: Send, house: House, live: Live, reader: Reader, lang: Lang) -> None:
        self.receive, self.transmit = receive, send
        self.house, self.live, self.reader = house, live, reader
        self.lang: Lang = lang
        self.open = True

    async def run(self) -> None:
        node = self.house.node
        node.join(self.live, self.reader)
        teller = asyncio.create_task(self.tell())
        try:
            while (message := await self.receive())["type"] != "websocket.disconnect":
                await self.hear(message.get("text") or message.get("bytes") or "")
        finally:
            self.open = False
            node.part(self.live, self.reader)
            teller.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await teller

    async def tell(self) -> None:
        """Whenever there is news, and as fast as the client reads: never a queue."""
        reader, node = self.reader, self.house.node
        reader.wake()
        while True:
            await reader.news()
            if not (self.trusted() or await self.welcome()):
                await self.transmit({"type": "websocket.close", "code": 4401, "reason": ""})
                return
            try:
                told = await node.news(self.live, reader)
            except Denied:  # the store is away, and what was missed is only there
                await asyncio.sleep(QUIET)
                reader.wake()
                continue
            for news in told:
                await self.send(encode(news))

    async def hear(self, text: str | bytes) -> None:
        id: str | None = None
        try:
            if len(text) > SIZE:
                raise Denied("large", "this is too large: at most {size} bytes", size=SIZE)
            ask = ask_decoder.decode(text)
            id = ask.id
            if self.reader.person is None or not (self.trusted() or await self.welcome()):
                raise Denied("who", "who are you? Say your name first: POST /api/me")
            done = await granted(self.house, self.live.table.id, self.reader.person, ask)
        except (Refusal, msgspec.MsgspecError, UnicodeError) as error:
            answer = refused(error, self.lang, id or id_of(text))
            await self.send(encode(answer))
            return
        if done.n <= self.reader.n:  # else it is told as news
            await self.send(encode(done))

    def trusted(self) -> bool:
        """Whether nothing need be looked up to welcome them."""
        person = self.reader.person
        return person is None or self.house.people.trusted(person.session) is not None

    async def welcome(self) -> bool:
        """Whether the session that came in is still one: it may have been ended from elsewhere."""
        person = self.reader.person
        try:
            return person is None or await self.house.people.in_session(person.session) is not None
        except Denied:  # the store is away: who was believed is
            return True

    async def send(self, data: bytes) -> None:
        if self.open:
            await self.transmit({"type": "websocket.send", "text": data.decode()})


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
    node, who = house(socket).node, None
    try:
        who = await somebody(socket)
    except Refusal as error:
        await socket.send_text(encode(refused(error, language(socket))).decode())
        await socket.close(1013)
        return

    async def tell() -> None:
        shown = b""
        while True:
            changed = node.lobby_changed
            with suppress(Denied):  # the store is away: what was shown stays
                if (now := encode(await listed(node, who))) != shown:
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
