"""Rate limits: a bucket of tokens for each person (or address) and each kind of request."""

from __future__ import annotations

from time import monotonic
from typing import Final

from tablee.server.refusals import TemporaryRefusal

RATES: Final = {  # kind: (how many at once, how many a second)
    "move": (60, 20.0),
    "say": (8, 0.5),
    "seat": (20, 1.0),
    "table": (20, 0.5),
    "guest": (60, 1.0),
    "login": (8, 0.1),
    "read": (200, 50.0),
    "help": (10, 0.5),
    "study": (20, 1.0),
    "review": (4, 0.05),
}
MANY = 20_000  # buckets, before all of them are dropped


class Limits:
    def __init__(self, on: bool = True) -> None:
        self.on = on
        self.buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def spend(self, kind: str, who: str) -> None:
        """Takes one token; ServerRefusal where none is left."""
        if not self.on:
            return
        most, rate = RATES[kind]
        moment = monotonic()
        left, then = self.buckets.get((kind, who), (most, moment))
        left = min(most, left + (moment - then) * rate)
        if left < 1:
            raise TemporaryRefusal("fast", "too fast: wait {seconds} s", (1 - left) / rate)
        if len(self.buckets) > MANY:
            self.buckets.clear()
        self.buckets[kind, who] = (left - 1, moment)
