"""The application in a browser: requests and sockets of the page's own, without a network between them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from http.cookies import SimpleCookie
from secrets import token_bytes
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Scope

from tablee.browser.jobs import bots_here, here
from tablee.browser.store import BrowserStore, Database
from tablee.server.config import ServerConfig
from tablee.server.limits import LimitSettings
from tablee.server.people.people import People
from tablee.server.protocol.app import api_application
from tablee.server.protocol.budgets import Limits
from tablee.server.protocol.context import COOKIE, Services
from tablee.server.protocol.guard import Guard
from tablee.server.protocol.lobby import Lobby
from tablee.server.tables.bus import NoBus
from tablee.server.tables.node import Node
from tablee.server.tables.periodic_jobs import run_periodic_jobs

HOST = "tablee.localhost"


class BrowserServer:
    """One device's server: its tables, and the one person who plays here."""

    def __init__(self, app: ASGIApp, store: BrowserStore, cookie: str) -> None:
        self.app, self.store, self.cookie = app, store, cookie
        self.tasks: set[asyncio.Task[Any]] = set()

    async def request(
        self, method: str, path: str, body: bytes, send: Callable[[int, Mapping[str, str]], Any],
        send_body: Callable[[bytes], Any],
    ) -> None:  # fmt: skip
        """One request. `send` gets the status and the headers, `send_body` each part of the answer."""
        sent = asyncio.Event()
        asked = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Any:
            if (message := next(asked, None)) is None:
                await sent.wait()  # the page stays as long as it waits for the answer
                return {"type": "http.disconnect"}
            return message

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(name.decode(), value.decode()) for name, value in message["headers"]]
                await self.keep_cookie([value for name, value in headers if name == "set-cookie"])
                send(message["status"], dict(headers))
            elif message["type"] == "http.response.body":
                send_body(message.get("body", b""))

        try:
            await self.app(self.scope("http", path, method), receive, answer)
        finally:
            sent.set()

    def open_socket(self, path: str, on_text: Callable[[str], Any], on_close: Callable[[int], Any]) -> Socket:
        socket = Socket(self, self.scope("websocket", path), on_text, on_close)
        self.keep(asyncio.get_running_loop().create_task(socket.run()))
        return socket

    def keep(self, task: asyncio.Task[Any]) -> None:
        """Until it is done."""
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def scope(self, kind: str, path: str, method: str = "GET") -> Scope:
        address = urlsplit(path)
        headers = {"host": HOST, "content-type": "application/json"}
        if self.cookie:
            headers["cookie"] = f"{COOKIE}={self.cookie}"
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": address.path,
            "scheme": "http" if kind == "http" else "ws",
            "raw_path": address.path.encode(), "query_string": address.query.encode(), "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1), "server": (HOST, 80), "subprotocols": [], "extensions": {}, "state": {},
        }  # fmt: skip

    async def keep_cookie(self, sent: list[str]) -> None:
        """The session, which a browser would keep by itself."""
        for text in sent:
            for name, morsel in SimpleCookie(text).items():
                if name == COOKIE:
                    self.cookie = morsel.value
                    await self.store.write((
                        "insert into keys (name, value) values ('cookie', $1)"
                        " on conflict (name) do update set value = excluded.value", (morsel.value.encode(),),
                    ))  # fmt: skip


class Socket:
    """One socket of the page."""

    def __init__(
        self, server: BrowserServer, scope: Scope, on_text: Callable[[str], Any], on_close: Callable[[int], Any]
    ) -> None:
        self.server, self.scope, self.on_text, self.on_close = server, scope, on_text, on_close
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})

    async def run(self) -> None:
        code = 1000
        try:
            await self.server.app(self.scope, self.inbox.get, self.send)
        except Exception:
            code = 1011
            raise
        finally:
            self.on_close(code)

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            text = message.get("text")
            self.on_text(message["bytes"].decode() if text is None else text)
        elif message["type"] == "websocket.close":
            self.on_close(message.get("code", 1000))

    def say(self, text: str) -> None:
        self.inbox.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})


async def open_server(database: Database) -> BrowserServer:
    """The server with everything that this device has stored."""
    store = BrowserStore(database)
    await store.open()
    config = ServerConfig(host="127.0.0.1", limits=LimitSettings(on=False))
    bus, limits = NoBus(), Limits(config.limits)
    node = Node(store, bus, bots_here(), pace=config.pace / 1000)
    node.work = node.loading = here("tables")
    await bus.open(node.on_table_grown)
    people = People(store, await store.key("signing", token_bytes(32)))
    app = api_application()
    app.state.services = Services(node, people, limits, Lobby(node), here("study"), listens_to_others=False)
    stored = await store.read("select value from keys where name = 'cookie'")
    server = BrowserServer(Guard(app, config, limits), store, bytes(stored[0][0]).decode() if stored else "")
    server.keep(asyncio.get_running_loop().create_task(run_periodic_jobs(node)))
    return server
