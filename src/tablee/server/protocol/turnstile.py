"""Requests come in one at a time: many that arrive together are spread over as many iterations of the event loop.

A move takes several iterations, and waits for everything that runs in each of them. So it matters how much runs in one,
even where each single piece is short. Addresses take turns.
"""

from __future__ import annotations

import asyncio
from typing import Final

from tablee.server.fair_queue import FairQueue

AT_ONCE: Final = 1  # in one iteration


class Turnstile:
    def __init__(self) -> None:
        self.queue = FairQueue(AT_ONCE)
        self.passed = 0  # in this iteration

    async def enter(self, address: str) -> None:
        """Returns at once, or in a later iteration."""
        await self.queue.wait(address)
        self.passed += 1
        if self.passed == 1:
            asyncio.get_running_loop().call_soon(self.go_on)

    def go_on(self) -> None:
        """In the next iteration."""
        passed, self.passed = self.passed, 0
        for _ in range(passed):
            self.queue.end()
