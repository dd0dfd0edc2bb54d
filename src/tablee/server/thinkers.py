"""Bots think in processes of their own. They are handed the words of a view, never a state."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from secrets import randbits
from time import perf_counter
from typing import Any

import msgspec

from tablee import bots
from tablee.bots.thinking import think
from tablee.contract import AnyGame, Seat
from tablee.server.metrics import THOUGHT
from tablee.workers import dependent

PATIENCE = 60.0  # seconds: a kernel that is compiled for the first time takes some; who takes longer has failed


class Thinkers:
    """A few worker processes, started when the first bot is asked."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self.pool: ProcessPoolExecutor | None = None

    async def think(self, game: AnyGame, level: str, state: Any, seat: Seat) -> str | None:
        """What the bot of this level does on this seat, as the notation has it; None: it lets it pass."""
        question = msgspec.json.encode({
            "game": game.name,
            "level": level,
            "view": game.view(state, seat),
            "legal": list(map(str, game.legal(state, seat))),
            "seed": randbits(62),
        })  # fmt: skip
        begun = perf_counter()
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.workers, get_context("spawn"), dependent)
        pool = self.pool
        try:
            answer = await asyncio.wait_for(asyncio.wrap_future(pool.submit(think, question)), PATIENCE)
        except (TimeoutError, BrokenProcessPool):
            self.stop(pool)
            raise
        THOUGHT.labels(game.name, level).observe(perf_counter() - begun)
        return answer

    def below(self, game: AnyGame, level: str) -> str:
        """The next weaker level; the weakest is its own."""
        levels = bots.levels(game)
        return levels[max(0, levels.index(level) - 1)] if level in levels else levels[0]

    def stop(self, pool: ProcessPoolExecutor | None = None) -> None:
        """Ends the workers; new ones are started when they are needed."""
        pool = pool or self.pool
        if pool is self.pool:
            self.pool = None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
