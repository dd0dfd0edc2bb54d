"""Strangers who want to slow a server down: all of them from one address, in a process of their own.

Each attack is a coroutine that goes on until it is cancelled. It is answered, refused or cut off, and goes on with the
same all the same. What comes back is counted by status, so that one sees whether an attack was served or refused.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, Final, TypeAlias
from urllib.parse import quote, urlsplit

import uvloop
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tablee.games import GAMES
from tablee.record import Record
from tablee.server.protocol.address_api import LONGEST
from tablee.testing import playout

Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]

LINES: Final = 8  # connections of one attack
QR_LETTERS: Final = LONGEST - 50  # with the address and a number, no more than the server draws
WATCHERS: Final = 400
HALF_OPEN: Final = 300


class Stranger:
    """One attacker: an address, a few guests, and what the server has answered so far."""

    def __init__(self, address: str, source: str) -> None:
        parts = urlsplit(address)
        self.source = source, 0
        self.address, self.host, self.port = address, parts.hostname or "", parts.port or 0
        self.answers: Counter[str] = Counter()
        self.ids = count()
        self.token, self.table, self.seat = "", "", 0
        self.long: list[str] = []

    # ---- HTTP ---------------------------------------------------------------------------

    async def request(
        self, streams: Streams, method: str, path: str, body: Any = None,
        token: str | None = None, **headers: str,
    ) -> tuple[int, bytes]:  # fmt: skip
        """One request on an open connection, and its answer."""
        reader, writer = streams
        data = b"" if body is None else json.dumps(body).encode()
        token = self.token if token is None else token
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(data)}",
                 "Content-Type: application/json", *([f"Authorization: Bearer {token}"] if token else []),
                 *(f"{name}: {value}" for name, value in headers.items())]  # fmt: skip
        writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        status = int(head.split(b" ", 2)[1])
        if b"content-length:" in head:
            size = int(head.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0])
            return status, await reader.readexactly(size)
        found = b""
        while b"transfer-encoding: chunked" in head and (size := int(await reader.readline(), 16)):
            found += (await reader.readexactly(size + 2))[:-2]
        if b"transfer-encoding: chunked" in head:
            await reader.readline()
        return status, found

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Any:
        """A single request that has to succeed: it is tried again where the server wants a pause."""
        while True:
            streams = await asyncio.open_connection(self.host, self.port, local_addr=self.source)
            try:
                status, text = await self.request(streams, method, path, body, token, **headers)
            finally:
                streams[1].close()
            if status < 300:
                return json.loads(text) if text else None
            if status not in (429, 503):
                raise RuntimeError(f"{method} {path}: {status} {text[:200]!r}")
            await asyncio.sleep(0.5)

    async def lines(self, act: Callable[[Streams], Coroutine[Any, Any, None]]) -> None:
        """The same on a few connections, without a pause; a connection that was cut is opened again."""

        async def line() -> None:
            while True:
                try:
                    streams = await asyncio.open_connection(self.host, self.port, local_addr=self.source)
                except OSError:
                    self.answers["no connection"] += 1
                    await asyncio.sleep(0.05)
                    continue
                with suppress(OSError, EOFError, ValueError):
                    while True:
                        await act(streams)
                streams[1].close()
                self.answers["cut off"] += 1
                await asyncio.sleep(0.01)

        async with asyncio.TaskGroup() as group:
            for _ in range(LINES):
                group.create_task(line())

    async def counted(self, streams: Streams, *request: Any, **headers: str) -> Any:
        """A request whose answer is counted; its JSON, if it was granted."""
        status, text = await self.request(streams, *request, **headers)
        self.answers[str(status)] += 1
        return json.loads(text) if status < 300 and text[:1] == b"{" else None

    async def flood(self, make: Callable[[], tuple[Any, ...]], **headers: str) -> None:
        """One request after the other."""

        async def act(streams: Streams) -> None:
            await self.counted(streams, *make(), **headers)

        await self.lines(act)

    async def settle(self) -> None:
        """A guest with a table at which the guest has both seats, and has just moved: so that it may be taken back."""
        me = await self.ask("POST", "/api/me", {"name": "Mallory", "lang": "en"}, token="")
        self.token = me["token"]
        self.table = await self.begin("coda", 6)

    async def begin(self, game: str, moves: int, **options: str) -> str:
        """A table at which the guest has made so many moves for both sides."""
        both = [{"kind": "me"}, {"kind": "me"}]
        settings = {"game": game, "seats": both, "options": {"players": "2", **options}, "help": "full"}
        table: str = (await self.ask("POST", "/api/tables", settings))["id"]
        await self.ask("POST", f"/api/tables/{table}", {"id": "start", "start": True, "seat": 0})
        address, rng = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket", Random(5)
        headers = {"Authorization": f"Bearer {self.token}"}
        async with connect(address, local_addr=self.source, additional_headers=headers, open_timeout=30) as socket:
            made = n = 0
            async for text in socket:
                news = json.loads(text)
                if made == moves:
                    break
                if news.get("legal") and news["n"] > n:
                    made, n, self.seat = made + 1, news["n"], news["seat"]
                    asks = [move for move in news["legal"] if not move.startswith("declare")]
                    ask = {"id": f"m{n}", "seat": news["seat"], "do": rng.choice(asks or news["legal"])}
                    await socket.send(json.dumps(ask))
        return table

    # ---- attacks --------------------------------------------------------------------------

    async def qr(self) -> None:
        """Codes to scan, each for another long path."""
        await self.flood(lambda: ("GET", f"/api/qr.svg?path={quote('/' + str(next(self.ids)) + 'x' * QR_LETTERS)}"))

    async def openapi(self) -> None:
        await self.flood(lambda: ("GET", "/openapi.json"))

    async def reads(self) -> None:
        """Everything that can be read at a table, and the lists."""
        t = f"/api/tables/{self.table}"
        paths = [f"{t}/log", t, f"{t}/record", f"{t}/moment", "/api/tables", "/api/me/games", "/api/sessions",
                 "/api/games", "/healthz", "/metrics",
                 *(f"{t}/{what}?seat={seat}" for what in ("takeback", "help") for seat in (0, 1))]  # fmt: skip
        rng = Random(1)
        await self.flood(lambda: ("GET", rng.choice(paths)))

    async def chat(self) -> None:
        """Chat makes a table long, and a long table is read again and again."""
        t, rng = f"/api/tables/{self.table}", Random(2)
        await self.flood(lambda: (
            ("POST", t, {"id": f"say{next(self.ids)}", "say": "x" * 200}) if rng.random() < 0.5 else ("GET", f"{t}/log")
        ))  # fmt: skip

    async def guests(self) -> None:
        """New guests, new names, new tables, new notes."""
        rng = Random(3)

        def make() -> tuple[Any, ...]:
            return rng.choice([
                ("POST", "/api/me", {"name": f"M{next(self.ids)}", "lang": "en"}, ""),
                ("PATCH", "/api/me", {"name": f"N{next(self.ids)}"}),
                ("POST", "/api/tables", {"game": "sixteen", "seats": [{"kind": "me"}, {"kind": "open"}]}),
                ("PUT", f"/api/tables/{self.table}/notes", {"text": "y" * 4000}),
            ])  # fmt: skip

        await self.flood(make)

    async def logins(self) -> None:
        """Passwords are expensive to check, on purpose."""
        await self.flood(lambda: ("POST", "/api/login", {"login": f"m{next(self.ids)}", "password": "p" * 40}, ""))

    async def study(self) -> None:
        """Very long records, to be laid open without an account: as long as they may be, and longer."""
        rng, texts = Random(4), [long_record(lines) for lines in (3_900, 7_900)]
        await self.flood(lambda: ("POST", "/api/study", {"record": rng.choice(texts)}, ""))

    async def long_tables(self) -> None:
        """Tables so long that only workers read them: their logs, their past, their last move."""
        rng = Random(6)

        def make() -> tuple[Any, ...]:
            t, at = f"/api/tables/{rng.choice(self.long)}", rng.randrange(310, 330)
            asked = rng.choice(("log", f"moment?at={at}", f"takeback?seat={rng.randrange(2)}", f"log?since={at - 300}"))
            return ("GET", f"{t}/{asked}")

        await self.flood(make)

    async def bots(self) -> None:
        """Tables at which the strongest bots play alone, and hints."""

        async def act(streams: Streams) -> None:
            seats = [{"kind": "me"}, *[{"kind": "bot", "level": "master"}] * 3]
            settings = {"game": "code777", "seats": seats, "options": {"players": "4"}, "help": "full"}
            made = await self.counted(streams, "POST", "/api/tables", settings)
            table = f"/api/tables/{made['id'] if made else self.table}"
            for ask in ({"id": "s", "start": True}, {"id": "b", "bot": "club"}):
                await self.counted(streams, "POST", table, ask)
            await self.counted(streams, "GET", f"/api/tables/{self.table}/help?seat={self.seat}")

        await self.lines(act)

    async def my_data(self) -> None:
        """Everything about a guest, packed again and again; and guests who come and delete themselves."""

        async def act(streams: Streams) -> None:
            for path in ("/api/me/export", "/api/me/games", "/api/me/tables"):
                await self.counted(streams, "GET", path)
            me = await self.counted(streams, "POST", "/api/me", {"name": f"D{next(self.ids)}", "lang": "en"}, "")
            await self.counted(streams, "DELETE", "/api/me", None, me["token"] if me else "")

        await self.lines(act)

    async def headers(self) -> None:
        """Headers that no browser sends."""
        await self.flood(lambda: ("POST", "/api/me", {"name": "M", "lang": "en"}), Origin="http://[")

    async def half_open(self) -> None:
        """Requests that begin and never end."""
        while True:
            opened = []
            for _ in range(HALF_OPEN):
                try:
                    _, writer = await asyncio.open_connection(self.host, self.port, local_addr=self.source)
                except OSError:
                    self.answers["no connection"] += 1
                    continue
                writer.write(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
                opened.append(writer)
                self.answers["half open"] += 1
            await asyncio.sleep(2.0)
            for writer in opened:
                writer.close()

    async def watchers(self) -> None:
        """Many watchers of one table, who come and go all the time."""
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"

        async def watch(rng: Random) -> None:
            while True:
                try:
                    async with connect(address, local_addr=self.source, open_timeout=30) as socket:
                        self.answers["watched"] += 1
                        with suppress(TimeoutError):
                            async with asyncio.timeout(rng.uniform(1.0, 6.0)):
                                async for _ in socket:
                                    pass
                except (OSError, WebSocketException, EOFError):
                    self.answers["turned away"] += 1
                await asyncio.sleep(rng.uniform(0.2, 1.0))

        async with asyncio.TaskGroup() as group:
            for number in range(WATCHERS):
                group.create_task(watch(Random(number)))

    async def asks(self) -> None:
        """Messages on sockets without a pause: bad ones, and ones without a right to ask."""
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"

        async def shout() -> None:
            while True:
                try:
                    async with connect(address, local_addr=self.source, open_timeout=30) as socket:
                        reading = asyncio.create_task(drain(socket))
                        try:
                            for text in ('{"id": "x", "say": "boo"}', "{" * 4000, '{"id": "x", "do": 7}') * 10_000:
                                await socket.send(text)
                                self.answers["shouted"] += 1
                        finally:
                            reading.cancel()
                except (OSError, WebSocketException, EOFError):
                    self.answers["turned away"] += 1
                await asyncio.sleep(0.1)

        async def drain(socket: Any) -> None:
            with suppress(WebSocketException):
                async for _ in socket:
                    pass

        async with asyncio.TaskGroup() as group:
            for _ in range(LINES):
                group.create_task(shout())


ATTACKS: Final[dict[str, Callable[[Stranger], Coroutine[Any, Any, None]]]] = {
    "qr": Stranger.qr, "openapi": Stranger.openapi, "reads": Stranger.reads, "chat": Stranger.chat,
    "guests": Stranger.guests, "logins": Stranger.logins, "study": Stranger.study,
    "long_tables": Stranger.long_tables, "bots": Stranger.bots,
    "my_data": Stranger.my_data, "headers": Stranger.headers, "half_open": Stranger.half_open,
    "watchers": Stranger.watchers, "asks": Stranger.asks,
}  # fmt: skip


def long_record(lines: int) -> str:
    """A game of Code 777 of so many lines: 7,900 have about a hundred thousand bytes."""
    game = GAMES["code777"]
    options = game.options(players=2, limit=0, target=10)
    moves: list[Any] = []
    for number, (_, move, _) in enumerate(playout(game, options, Random(1))):
        if number > lines:
            break
        moves.append(move)
    return str(Record(game, options, ("Ann", "Ben"), tuple(moves)))


async def attack(address: str, source: str, kinds: list[str], seconds: float) -> dict[str, dict[str, int]]:
    strangers = {kind: Stranger(address, source) for kind in kinds}
    for kind, stranger in strangers.items():
        await stranger.settle()
        if kind == "long_tables":
            stranger.long = [await stranger.begin("code777", 330, limit="0", target="10") for _ in range(2)]
    print("ready", flush=True)
    work = [asyncio.create_task(ATTACKS[kind](stranger)) for kind, stranger in strangers.items()]
    done, _ = await asyncio.wait(work, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()  # an attack that fails attacks nothing
    return {kind: dict(stranger.answers) for kind, stranger in strangers.items()}


def give_way() -> None:
    """Real attackers have machines of their own. Here they share the server's, so they get the time that nobody else
    wants: what is measured is what the attack costs the server, and not that the attacker computes, too."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("kinds", nargs="+", choices=list(ATTACKS))
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--source", default="127.0.0.2", help="the address from which they come")
    given = parser.parse_args()
    give_way()
    print(json.dumps(uvloop.run(attack(given.address, given.source, given.kinds, given.seconds))), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
