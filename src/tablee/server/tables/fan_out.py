"""Spectators are sent their news a few at a time, so that a thousand of them hold up nobody.

Between two times the event loop rests: players' moves are taken up at once, and the thread of the store, which needs
the interpreter lock, gets it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from time import perf_counter
from typing import Final, Protocol

SLICE: Final = 0.0002  # seconds at a time: a move takes several iterations of the event loop, and waits in each of them
PAUSE: Final = 0.001  # seconds between two times


class Spectator(Protocol):
    def send_news(self) -> None: ...


class FanOut:
    """Those who are to be sent something. They are served in their order, for a moment at a time."""

    def __init__(self) -> None:
        self.waiting: deque[Spectator] = deque()
        self.running = False

    def add(self, loop: asyncio.AbstractEventLoop, spectator: Spectator) -> None:
        self.waiting.append(spectator)
        if not self.running:
            self.running = True
            loop.call_soon(self.serve, loop)

    def serve(self, loop: asyncio.AbstractEventLoop) -> None:
        end = perf_counter() + SLICE
        while self.waiting and perf_counter() < end:
            self.waiting.popleft().send_news()
        self.running = bool(self.waiting)
        if self.running:
            loop.call_later(PAUSE, self.serve, loop)
