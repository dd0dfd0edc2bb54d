"""Hundreds of players in one process: the same clients for every server, with two protocols.

The WebSocket code is written here, because that costs least and is the same for all servers: text frames, one
connection for each player. Tablée's protocol is in `docs/protocol.md`; boardgame.io uses packets of socket.io. What a
server costs is read from /proc (Linux): its processor time, with threads and children, and its memory.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
import uvloop

WARM: Final = 20  # tables played to their end before anything is measured: compilers and caches have seen it all
AT_ONCE: Final = 8  # tables that are opened together
LONGEST: Final = 52  # moves at one table: a game of Sixteen is a little longer
TICK: Final = os.sysconf("SC_CLK_TCK")
decode = msgspec.json.Decoder().decode


# ---- what a process costs -----------------------------------------------------------


def family(pid: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            yield from family(int(child))


def seconds_of(pid: int) -> float:
    """Processor time so far."""
    spent = 0
    for one in family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        spent += int(fields[11]) + int(fields[12])
    return spent / TICK


def memory_of(pid: int) -> int:
    """Resident bytes of the process itself."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# ---- the socket ------------------------------------------------------------------------


class Socket(asyncio.Protocol):
    """A WebSocket from the client's side. The mask is zero: allowed, and it leaves the text as it is."""

    def __init__(self, path: str, headers: dict[str, str], heard: Callable[[Socket, bytes], None]) -> None:
        self.path, self.headers, self.heard = path, headers, heard
        self.read, self.open = b"", False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        usual = {"Host": "127.0.0.1", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                 "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}  # fmt: skip
        lines = [f"GET {self.path} HTTP/1.1", *(f"{name}: {text}" for name, text in (usual | self.headers).items())]
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def send(self, text: bytes) -> None:
        size = len(text)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(b"\x81" + length + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        self.read = self.read + data if self.read else data
        if not self.open:
            head, found, rest = self.read.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.open, self.read = True, rest
            self.opened.set_result(None)
        while (frame := self.frame()) is not None:
            self.heard(self, frame)

    def frame(self) -> bytes | None:
        """The next text that is whole. A ping is answered on the way."""
        read = self.read
        if len(read) < 2:
            return None
        kind, size, start = read[0] & 15, read[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(read[2:start], "big")
        end = start + size
        if len(read) < end or len(read) < start:
            return None
        text, self.read = read[start:end], read[end:]
        if kind == 9:
            self.transport.write(b"\x8a%c\0\0\0\0%b" % (0x80 | len(text), text))
        return text if kind == 1 else self.frame()


# ---- the dialects ------------------------------------------------------------------------


class Stand(NamedTuple):
    """How a game stands for one player: the number of the position, and what this player may send now."""

    n: int
    moves: Sequence[bytes] = ()
    over: bool = False


class Player(ABC):
    """One player's side of a table: where to connect, what to answer, what is understood."""

    path: str
    headers: dict[str, str]

    @abstractmethod
    def understood(self, text: bytes, socket: Socket) -> Stand | None:
        """What a message says of the game; None where it says nothing."""


class House:
    """A server's HTTP side, over one connection, from one address of this machine."""

    def __init__(self, address: str, source: str = "127.0.0.1") -> None:
        self.connection = HTTPConnection(urlsplit(address).netloc, source_address=(source, 0))

    def post(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        self.connection.request("POST", path, json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status < 300, text
        return json.loads(text)


class Ours(Player):
    def __init__(self, table: str, token: str) -> None:
        self.path, self.headers = f"/api/tables/{table}/socket", {"Authorization": f"Bearer {token}"}
        self.asks = count()

    def understood(self, text: bytes, socket: Socket) -> Stand | None:
        news = decode(text)
        assert "refused" not in news, news
        if "done" in news:  # what was done comes as news
            return None
        asks = [f'{{"id":"{next(self.asks)}","do":"{move}"}}'.encode() for move in news.get("legal", ())]
        return Stand(news["n"], asks, news["awaits"]["kind"] == "over")


def ours(house: House) -> tuple[Player, Player]:
    """Two people at a table of Sixteen that has begun."""
    ann, ben = (house.post("/api/me", {"name": name, "lang": "en"})["token"] for name in ("Ann", "Ben"))
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = house.post("/api/tables", {"game": "sixteen", "seats": seats}, ann)["id"]
    house.post(f"/api/tables/{table}", {"id": "sit", "seat": 1, "sit": "Ben"}, ben)
    house.post(f"/api/tables/{table}", {"id": "start", "start": True}, ann)
    return Ours(table, ann), Ours(table, ben)


class Theirs(Player):
    path, headers = "/socket.io/?EIO=4&transport=websocket", {}

    def __init__(self, match: str, seat: str, credentials: str) -> None:
        self.match, self.seat, self.credentials = match, seat, credentials

    def understood(self, text: bytes, socket: Socket) -> Stand | None:
        if text.startswith(b"42"):
            verb, _, *rest = decode(text[text.index(b",") + 1 :])
            if verb not in ("sync", "update"):
                return None
            return self.stand(rest[0] if verb == "update" else rest[0]["state"])
        if text == b"2":
            socket.send(b"3")
        elif text.startswith(b"0"):
            socket.send(b"40/sixteen,")
        elif text.startswith(b"40"):
            socket.send(self.packet("sync", self.match, self.seat, self.credentials, 2))
        return None

    def packet(self, *said: Any) -> bytes:
        return b"42/sixteen," + msgspec.json.encode(said)

    def stand(self, state: dict[str, Any]) -> Stand:
        n, context = state["_stateID"], state["ctx"]
        over = "gameover" in context
        if over or context["currentPlayer"] != self.seat:
            return Stand(n, (), over)
        return Stand(n, [self.play(place, n) for place in range(len(state["G"]["hand"]))])

    def play(self, place: int, n: int) -> bytes:
        payload = {"type": "play", "args": [place], "playerID": self.seat, "credentials": self.credentials}
        return self.packet("update", {"type": "MAKE_MOVE", "payload": payload}, n, self.match, self.seat)


def theirs(house: House) -> tuple[Player, Player]:
    match = house.post("/games/sixteen/create", {"numPlayers": 2})["matchID"]
    one, two = (
        Theirs(match, seat, house.post(f"/games/sixteen/{match}/join", {"playerID": seat, "playerName": name})
               ["playerCredentials"])
        for seat, name in (("0", "Ann"), ("1", "Ben"))
    )  # fmt: skip
    return one, two


# ---- the load ---------------------------------------------------------------------------------


class Table:
    """Two players. The next move goes when both have seen the last one."""

    def __init__(self, players: tuple[Player, Player], load: Load, source: str) -> None:
        self.players, self.load, self.source = players, load, source
        self.stands: list[Stand] = [Stand(-1), Stand(-1)]
        self.sockets: list[Socket] = []
        self.n, self.made, self.mover = 0, 0, 0
        self.sent: float | None = None  # when the move that both wait for was sent

    async def connect(self, addresses: Sequence[str]) -> None:
        """Each side connects to its node: there may be several."""
        loop = asyncio.get_running_loop()
        for side, (player, address) in enumerate(zip(self.players, addresses, strict=True)):
            host, port = urlsplit(address).hostname or "", urlsplit(address).port or 0
            _, socket = await loop.create_connection(
                partial(Socket, player.path, player.headers, partial(self.heard, side)),
                host, port, local_addr=(self.source, 0),
            )  # fmt: skip
            self.sockets.append(socket)
        for socket in self.sockets:
            await socket.opened

    @property
    def ready(self) -> bool:
        """Nothing is under way, and there is somebody to move."""
        one, two = self.stands
        return self.sent is None and one.n == two.n >= 0 and not one.over and self.made < LONGEST

    def move(self) -> None:
        self.mover = 0 if self.stands[0].moves else 1
        stand = self.stands[self.mover]
        text = self.load.rng.choice(stand.moves)
        self.n, self.made, self.sent = stand.n, self.made + 1, perf_counter()
        self.sockets[self.mover].send(text)

    def heard(self, side: int, socket: Socket, text: bytes) -> None:
        stand = self.players[side].understood(text, socket)
        if stand is None:
            return
        self.stands[side] = stand
        if self.sent is None or stand.n <= self.n:
            return
        if side != self.mover:
            self.load.waits.append(perf_counter() - self.sent)
        if self.stands[1 - side].n == stand.n:
            self.sent = None
            self.load.settled(self)


class Load:
    """Many tables at one server, each waiting for its next move, or for its second."""

    def __init__(
        self, address: str, lobby: str, make: Callable[[House], tuple[Player, Player]], seed: int, apart: bool = False
    ) -> None:
        self.lobby, self.make, self.rng = lobby, make, Random(seed)
        self.apart = apart  # each table comes from an address of its own, as people do
        self.addresses: Callable[[int], Sequence[str]] = lambda number: (address, address)  # of both sides of a table
        self.waits: list[float] = []
        self.reserve: list[Table] | None = None  # who takes the place of a table that is done; None: no closed loop
        self.short = asyncio.Event()  # there was nobody left to take it

    def opened(self, tables: int) -> list[Table]:
        """New tables, several at a time."""
        with ThreadPoolExecutor(AT_ONCE) as hands:
            return list(hands.map(self.open_table, range(tables)))

    def open_table(self, number: int) -> Table:
        source = f"127.1.{number // 250}.{1 + number % 250}" if self.apart else "127.0.0.1"
        return Table(self.make(House(self.lobby, source)), self, source)

    async def connected(self, tables: Sequence[Table]) -> None:
        for some in range(0, len(tables), AT_ONCE):
            few = range(some, min(some + AT_ONCE, len(tables)))
            await asyncio.gather(*(tables[number].connect(self.addresses(number)) for number in few))
        while not all(table.ready for table in tables):
            await asyncio.sleep(0.01)

    def settled(self, table: Table) -> None:
        if self.reserve is None:
            return
        if table.ready:
            table.move()
        elif self.reserve:
            self.reserve.pop().move()
        else:
            self.short.set()

    async def closed(self, tables: Sequence[Table], reserve: Sequence[Table], seconds: float) -> None:
        """Every table moves as soon as it can, so many at once, until the time is up or one finds no successor."""
        self.reserve = list(reserve)
        self.short.clear()
        for table in tables:
            if table.ready:
                table.move()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.short.wait(), seconds)
        self.reserve = None

    async def paced(self, tables: Sequence[Table], seconds: float) -> None:
        """Every table moves once a second, each at a moment of its own."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds

        def turn(table: Table, due: float) -> None:
            if table.ready:
                table.move()
            if due + 1 < end:
                loop.call_at(due + 1, turn, table, due + 1)

        for table in tables:
            due = loop.time() + self.rng.random()
            loop.call_at(due, turn, table, due)
        await asyncio.sleep(seconds)

    async def quiet(self, tables: Sequence[Table]) -> None:
        """Nothing is under way any more, or it takes too long."""
        for _ in range(200):
            if all(table.sent is None for table in tables):
                return
            await asyncio.sleep(0.01)


def at(shares: float, figures: Sequence[float]) -> float | None:
    """The figure below which so large a share of them lies."""
    return sorted(figures)[min(len(figures) - 1, int(shares * len(figures)))] if figures else None


async def measured(load: Load, work: Awaitable[None], server: int, store: int | None) -> dict[str, Any]:
    """What came of it, and what it cost the server and the store."""
    load.waits.clear()
    pids = [pid for pid in (server, store, os.getpid()) if pid is not None]
    began, spent = perf_counter(), [seconds_of(pid) for pid in pids]
    await work
    lasted, spent = perf_counter() - began, [seconds_of(pid) - before for pid, before in zip(pids, spent, strict=True)]
    waits = list(load.waits)
    return {
        "moves": len(waits), "seconds": lasted, "server_cpu": spent[0], "store_cpu": spent[1] if store else 0.0,
        "client_cpu": spent[-1], "p50": at(0.5, waits), "p99": at(0.99, waits),
    }  # fmt: skip


def fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A client that stumbles measures nothing."""
    loop.default_exception_handler(context)
    os._exit(1)


async def run(given: argparse.Namespace) -> dict[str, Any]:
    asyncio.get_running_loop().set_exception_handler(fail)
    load = Load(given.address, given.lobby, {"ours": ours, "theirs": theirs}[given.dialect], given.seed)
    warming = load.opened(WARM)
    await load.connected(warming)
    await load.closed(warming, (), 10.0)
    await load.quiet(warming)
    empty = memory_of(given.server)
    tables = load.opened(given.tables + given.reserve)
    opened = memory_of(given.server)
    await load.connected(tables)
    joined = memory_of(given.server)
    playing, reserve = tables[: given.tables], tables[given.tables :]
    paced = await measured(load, load.paced(playing, given.seconds), given.server, given.store)
    await load.quiet(playing)
    closed = await measured(load, load.closed(playing, reserve, given.seconds), given.server, given.store)
    return {
        "tables": given.tables, "paced": paced, "closed": closed,
        "table_bytes": (opened - empty) / len(tables), "joined_bytes": (joined - empty) / len(tables),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dialect", choices=("ours", "theirs"))
    parser.add_argument("address", help="of the sockets")
    parser.add_argument("lobby", help="address where tables are opened")
    parser.add_argument("--server", type=int, required=True, help="its process")
    parser.add_argument("--store", type=int, help="the process of its store, where it has one apart")
    parser.add_argument("--tables", type=int, default=50, help="that play at once")
    parser.add_argument("--reserve", type=int, default=0, help="tables that take the place of those that are done")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each kind of load")
    parser.add_argument("--seed", type=int, default=0)
    print(json.dumps(uvloop.run(run(parser.parse_args()))))


if __name__ == "__main__":
    main()
