"""The law of kernels as WebAssembly, in Chromium: the same seeds play the same bytes as in Python."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.test_kernels_in_browsers import KERNELS, lane, played_digest, start

ROOT = Path(__file__).parents[2]
PLAY = """async ([name, start]) => {
  const { playedDigest } = await import('/web/src/offline/kernelLaw.js')
  const module = await (await fetch(`/src/tablee/turbo/browser/modules/${name}.wasm`)).arrayBuffer()
  return await playedDigest(module, start)
}"""


class Quietly(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def checkout() -> Iterator[str]:
    """The address of this checkout's files."""
    plain = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quietly, directory=str(ROOT)))
    Thread(target=plain.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{plain.server_port}"
    plain.shutdown()
    plain.server_close()


def test_in_chromium_they_play_the_same_bytes(chromium: Browser, checkout: str) -> None:
    page = chromium.new_page()
    page.goto(f"{checkout}/web/public/icon.svg")
    for name, game in KERNELS.items():
        begun = start(game, game.options(), 20)
        assert page.evaluate(PLAY, [name, begun]) == played_digest(game, lane(game, begun)), name
    page.close()
