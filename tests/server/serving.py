"""The real program in a process of its own, and real clients: what two machines on a network would be."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from email.message import Message
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tablee import options as agreed
from tablee import record
from tablee.contract import Chance, Choice, Happened, Played
from tablee.games import GAMES
from tests.waiting import PATIENCE

ids = count()
TRANSPORTS = ("fast", "plain")  # what is true of sockets is true of both kinds


class Served:
    """`tablee serve` on a port of its own. Killed and started again it is on the same port and store."""

    def __init__(self, folder: Path, store: str = "", sockets: str = "auto", program: str = "", **flags: str) -> None:
        """`program` is a command `tablee` of another installation, which then runs in this folder."""
        self.sockets = sockets
        self.command = [program] if program else [sys.executable, "-m", "tablee"]
        self.cwd = folder if program else None
        self.flags = {"host": "127.0.0.1", "port": "0", "store": store or str(folder / "tables.db"), "pace": "0",
                      "limits": "off", **flags}  # fmt: skip
        self.log = folder / "server.log"
        self.start()

    def start(self) -> None:
        flags = [word for name, text in self.flags.items() for word in (f"--{name}", text)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.command, "--lang", "en", "serve", *flags],
                stdout=subprocess.PIPE, stderr=log, text=True, cwd=self.cwd,
                env={"TABLEE_WARM": "off", **os.environ, "PYTHONUNBUFFERED": "1", "TABLEE_SOCKETS": self.sockets},
            )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, self.log.read_text()
        self.address = line[line.index("http://") :].split()[0].replace("localhost", "127.0.0.1")
        self.flags["port"] = str(urlsplit(self.address).port)

    def kill(self) -> None:
        self.process.kill()
        self.ended()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self) -> int:
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *args: object) -> None:
        """Ends in good order, so that coverage is written; a server that is stuck is killed."""
        try:
            self.stop()
        except subprocess.TimeoutExpired:
            self.kill()

    def events(self) -> list[str]:
        """What was logged, line by line."""
        return [str(json.loads(line)["event"]) for line in self.log.read_text().splitlines()]

    # ---- plain HTTP ---------------------------------------------------------------

    def call(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> Any:
        """What is answered; a refusal is answered, too."""
        return self.answer(method, path, body, token, **headers)[1]

    def answer(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> tuple[int, Any]:
        status, heads, text = self.raw(method, path, body, token, **headers)
        json_text = heads.get("content-type", "").startswith("application/json") and text
        return status, json.loads(text) if json_text else text.decode(errors="replace")

    def raw(
        self, method: str, path: str, body: Any = None, token: str = "", **headers: str
    ) -> tuple[int, Message, bytes]:
        """The status, the headers and the body."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        sent = {
            "content-type": "application/json",
            **({"authorization": f"Bearer {token}"} if token else {}),
            **headers,
        }
        request = Request(self.address + path, data, sent, method=method)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.headers, answer.read()
        except HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    def guest(self, name: str, lang: str = "en") -> str:
        """A new one's token."""
        return str(self.call("POST", "/api/me", {"name": name, "lang": lang})["token"])

    def table(self, token: str, game: str, seats: list[dict[str, str]], **settings: Any) -> str:
        options = {"players": str(len(seats)), **settings.pop("options", {})}
        made = self.call("POST", "/api/tables", {"game": game, "options": options, "seats": seats, **settings}, token)
        assert "id" in made, made
        return str(made["id"])

    def ask(self, table: str, token: str, **ask: Any) -> Any:
        return self.call("POST", f"/api/tables/{table}", {"id": f"h{next(ids)}", **ask}, token)

    def whole_log(self, table: str, token: str = "") -> list[Any]:
        """What somebody was told at a table, page by page."""
        told: list[Any] = []
        while page := self.call("GET", f"/api/tables/{table}/log?since={told[-1]['n'] if told else 0}", token=token):
            told += page
        return told

    def socket(self, table: str, token: str = "", since: int = 0) -> Any:
        return connect(
            f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket?since={since}&stepwise=1",
            additional_headers={"Authorization": f"Bearer {token}"} if token else {}, max_size=None,
        )  # fmt: skip


Chosen = Callable[[dict[str, Any], Random], str | None]


def anything(news: dict[str, Any], rng: Random) -> str | None:
    return rng.choice(news["legal"]) if news.get("legal") else None


class Player:
    """A client that plays until the game is over: it comes back by itself, and asks again what was not answered.

    `heard` is every text that it was ever sent; `lines` every line, by number; `granted` the asks that it knows of.
    """

    def __init__(self, served: Served, table: str, token: str = "", seed: int = 0, choose: Chosen = anything) -> None:
        self.served, self.table, self.token, self.choose = served, table, token, choose
        self.rng = Random(seed)
        self.n = 0
        self.newest: dict[str, Any] = {"n": -1}
        self.heard: list[str] = []
        self.lines: dict[int, str] = {}
        self.granted: set[str] = set()
        self.refused: list[dict[str, Any]] = []
        self.pending: dict[str, Any] | None = None
        self.over: dict[str, Any] | None = None
        self.joined = asyncio.Event()

    async def play(self) -> None:
        while self.over is None or self.pending:
            try:
                async with self.served.socket(self.table, self.token, self.n) as socket:
                    if self.pending:
                        await socket.send(json.dumps(self.pending))
                    await self.listen(socket)
            except (OSError, WebSocketException, TimeoutError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.05)

    async def listen(self, socket: ClientConnection) -> None:
        """Until the game is over and the last ask is answered: after a kill, the end may be told before the answer."""
        async for text in socket:
            assert isinstance(text, str)
            self.heard.append(text)
            news = json.loads(text)
            if "refused" in news:
                self.refused.append(news)
                await self.turned_down(news, socket)
                if self.over:
                    return
                continue
            if "done" in news:
                moved = self.pending and self.pending["id"] == news["done"]
                self.resolve([news["done"]])
                if self.over and not self.pending:
                    return
                if moved and self.newest["n"] >= news["n"]:  # the news of it came first
                    await Player.act(self, self.newest, socket)
                continue
            self.newest = news
            self.take(news)
            self.joined.set()
            if (news.get("awaits") or {}).get("kind") == "over":
                self.over = news
                if not self.pending:
                    return
                continue
            await self.act(news, socket)

    def take(self, news: dict[str, Any]) -> None:
        for event in news.get("events", ()):
            assert event["n"] > self.n, "told twice"
            if event["is"] == "line":
                self.lines[event["n"]] = event["told"]
        assert news["n"] >= self.n
        self.n = news["n"]

    def resolve(self, asks: Any) -> None:
        """What was granted may be said twice: in answer to an ask, and to the same ask sent again."""
        self.granted.update(asks)
        if self.pending and self.pending["id"] in asks:
            self.pending = None

    async def turned_down(self, refusal: dict[str, Any], socket: ClientConnection) -> None:
        """The next news will say what can be done instead."""
        self.pending = None

    async def act(self, news: dict[str, Any], socket: ClientConnection) -> None:
        seat, awaits = news["seat"], news.get("awaits") or {}
        if self.pending or seat is None or seat not in awaits.get("seats", ()):
            return
        if action := self.choose(news, self.rng):
            self.pending = {"id": f"{seat}-{news['n']}-{next(ids)}", "do": action}
            await socket.send(json.dumps(self.pending))


async def together(*players: Player, within: float = 3 * PATIENCE) -> None:
    """Everybody plays to the end."""
    with suppress(asyncio.CancelledError):
        await asyncio.wait_for(asyncio.gather(*(player.play() for player in players)), within)


def endless(lines: int) -> str:
    """A game of Code 777 without a limit, at which nobody ever declares: as long as a record may be, and as slow."""
    game = GAMES["code777"]
    options = agreed.read(game.options, {"limit": "0"})
    state, rng = game.start(options), Random(1)
    text: list[str] = []
    while len(text) < lines:
        awaited = game.awaits(state)
        move: Any
        if isinstance(awaited, Choice):
            (seat,) = awaited.seats
            asks = [action for action in game.legal(state, seat) if not str(action).startswith("declare")]
            move = Played(seat, rng.choice(asks))
        else:
            assert isinstance(awaited, Chance)
            move = Happened(awaited.sample(rng))
        text.append(f"{move}\n")
        state = game.apply(state, move)
    return record.header(game, options, tuple(f"P{n}" for n in range(options.players))) + "".join(text)
