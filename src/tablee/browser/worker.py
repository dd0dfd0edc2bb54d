"""What the page's worker starts: its messages become requests and sockets of the server, and the answers go back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import tablee_page as page  # type: ignore[import-not-found]  # the worker (web/src/offline/worker.ts)
from pyodide.ffi import create_proxy, to_js  # type: ignore[import-not-found]

from tablee.browser.server import BrowserServer, Socket, open_server
from tablee.turbo.browser.library import LIBRARY


class PageDatabase:
    """See `tablee.browser.store.Database`."""

    def read(self, sql: str, args: Sequence[Any]) -> list[list[Any]]:
        rows = page.database.read(sql, to_js(list(args)))
        return [[bytes(cell.to_py()) if hasattr(cell, "to_py") else cell for cell in row] for row in rows]

    async def write(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> str:
        return str(await page.database.write(to_js([[sql, list(args)] for sql, args in statements])))


class PageKernels:
    """See `tablee.turbo.browser.library.Host`."""

    def exports(self, game: str) -> Sequence[str]:
        return list(page.kernels.exports(game))

    def call(self, game: str, symbol: str, arguments: Sequence[Any]) -> Any:
        return page.kernels.call(game, symbol, to_js(list(arguments), depth=1))


class PageServer:
    def __init__(self, server: BrowserServer) -> None:
        self.server = server
        self.sockets: dict[int, Socket] = {}

    def request(self, id: int, method: str, path: str, body: str) -> None:
        async def answer() -> None:
            await self.server.request(
                method, path, body.encode(),
                lambda status, headers: page.head(id, status, headers.get("content-type", "")),
                lambda part: page.body(id, to_js(part)),
            )  # fmt: skip
            page.end(id)

        self.server.keep(asyncio.get_running_loop().create_task(answer()))

    def open(self, id: int, path: str) -> None:
        self.sockets[id] = self.server.open_socket(
            path, lambda text: page.received(id, text), lambda code: page.closed(id, code)
        )

    def say(self, id: int, text: str) -> None:
        if id in self.sockets:
            self.sockets[id].say(text)

    def close(self, id: int) -> None:
        if (socket := self.sockets.pop(id, None)) is not None:
            socket.close()


async def start() -> Any:
    LIBRARY.connect(PageKernels())
    return create_proxy(PageServer(await open_server(PageDatabase())))
