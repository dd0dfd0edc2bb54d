"""The longest iteration of the event loop, for /metrics: how long everybody had to wait for their turn.

A timer is due every few milliseconds. When it comes late, something has kept the event loop: as long as it is late, or
up to one tick longer. But it is late, too, where the machine runs other programs. So what counts is the CPU time that
the event loop has used meanwhile.
"""

from __future__ import annotations

import asyncio
from time import monotonic, thread_time
from typing import Final

from tablee.server.metrics import LOOP, LOOP_LONGEST

BUDGET: Final = 0.002  # seconds that one iteration may take
RECENT: Final = 60.0  # seconds for which the longest one is shown, at least; at most twice as long


class LoopMonitor:
    def __init__(self, loop: asyncio.AbstractEventLoop, tick: float) -> None:
        self.loop, self.tick = loop, tick
        self.longest = self.before = 0.0  # in this minute, and in the one before
        self.changed = monotonic()
        LOOP_LONGEST.set_function(lambda: max(self.longest, self.before))
        self.wait(monotonic(), thread_time())

    def wait(self, moment: float, used: float) -> None:
        self.due, self.used = moment + self.tick, used
        self.timer = self.loop.call_later(self.tick, self.look)

    def look(self) -> None:
        moment, used = monotonic(), thread_time()
        taken = min(moment - self.due, used - self.used)
        if taken > BUDGET:
            LOOP.observe(taken)
            self.longest = max(self.longest, taken)
        if moment - self.changed > RECENT:
            self.before, self.longest, self.changed = self.longest, 0.0, moment
        self.wait(moment, used)

    def stop(self) -> None:
        self.timer.cancel()
