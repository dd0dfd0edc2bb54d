"""Waiting for an event, however busy the machine is.

No test sleeps for a fixed time and hopes. A test names a condition, looks again and again until it holds, and fails
with the name of what never came.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic, sleep

PATIENCE = 90  # seconds that any single thing may take: a busy machine is slow, not broken


class Waiting:
    """How long a condition has been awaited; says so when that is too long."""

    def __init__(self, what: str) -> None:
        self.what, self.end = what, monotonic() + PATIENCE

    def check(self) -> None:
        assert monotonic() < self.end, f"waited {PATIENCE} s in vain for {self.what}"


def wait_until(condition: Callable[[], object], what: str) -> None:
    """Blocks until the condition holds."""
    waiting = Waiting(what)
    while not condition():
        waiting.check()
        sleep(0.02)


async def eventually(condition: Callable[[], object], what: str) -> None:
    """Lets other tasks run until the condition holds."""
    waiting = Waiting(what)
    while not condition():
        waiting.check()
        await asyncio.sleep(0.01)
