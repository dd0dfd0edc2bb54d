"""Jobs in a browser: where a server has other processes, everything is done here, one job after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from tablee.server.tables.bot_pool import BotPool
from tablee.server.worker_pool import WorkerPool, WorkLimits

T = TypeVar("T")


class JobsHere(WorkerPool):
    """A pool without workers. Before each job whatever else waits has its turn."""

    async def run(self, job: Callable[..., T], *arguments: Any, kind: Hashable = None, owner: str = "") -> T:
        await asyncio.sleep(0)
        return job(*arguments)

    def knows(self, kind: Hashable) -> bool:
        return True


def bots_here() -> BotPool:
    pool = BotPool()
    pool.moves = pool.hints = pool.reviews = pool.interpreted_moves = pool.interpreted_hints = here("bots")
    return pool


def here(name: str) -> JobsHere:
    return JobsHere(name, WorkLimits())
