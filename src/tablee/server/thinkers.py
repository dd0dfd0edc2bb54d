"""Bots think in processes of their own. They are handed the words of a view, never a state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from secrets import randbits
from time import perf_counter
from typing import Any, TypeVar

import msgspec

from tablee import bots
from tablee.bots.thinking import Opinion, Question, think, weigh
from tablee.contract import AnyGame, Seat
from tablee.poll import Prompt
from tablee.server.clerk import Denied
from tablee.server.metrics import THOUGHT
from tablee.workers import dependent

T = TypeVar("T")

SOON = 1.0  # seconds: who helps is to answer sooner
PATIENCE = 60.0  # seconds: who takes longer has failed
FIRST = 300.0  # but a level that has not answered yet may have to compile its kernel, and others wait behind it


class Thinkers:
    """A few worker processes, started when the first bot is asked."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self.pool: ProcessPoolExecutor | None = None
        self.took: dict[tuple[str, str], tuple[int, float]] = {}  # opinions of a game's level, seconds of the quickest
        self.known: set[tuple[str, str]] = set()  # levels that have answered
        self.learning = 0  # questions under way to those that have not

    async def think(self, game: AnyGame, level: str, state: Any, asked: Prompt) -> str | None:
        """What the bot of this level does on this seat, as the notation has it; None: it lets it pass."""
        offers = tuple(None if action is None else str(action) for action in asked.offers)
        question = Question(game.name, level, seen(game, state, asked.seat), offers, randbits(62))
        return await self.ask(think, question)

    async def weigh(self, game: AnyGame, state: Any, seat: Seat, seed: int) -> Opinion:
        """What a strong player makes of this seat's view and of what it may do: asked again, it says the same."""
        level = self.adviser(game)
        question = Question(game.name, level, seen(game, state, seat), allowed(game, state, seat), seed)
        try:
            opinion = msgspec.json.decode(await self.ask(weigh, question), type=Opinion)
        except (TimeoutError, BrokenProcessPool) as error:
            raise Denied("busy", "no bot has an opinion just now: please try again") from error
        times, quickest = self.took.get((game.name, level), (0, opinion.seconds))
        self.took[game.name, level] = times + 1, min(quickest, opinion.seconds)
        return opinion

    def adviser(self, game: AnyGame) -> str:
        """The strongest level that answers soon; one is judged when asked twice, as the first time it may compile."""
        levels = bots.levels(game)
        slow = {level for (name, level), (times, quickest) in self.took.items()
                if name == game.name and times > 1 and quickest > SOON}  # fmt: skip
        return next((level for level in reversed(levels) if level not in slow), levels[0])

    async def ask(self, function: Callable[[bytes], T], question: Question) -> T:
        """A worker's answer; TimeoutError or BrokenProcessPool where there is none, and other workers come."""
        begun = perf_counter()
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.workers, get_context("spawn"), dependent)
        pool, asked = self.pool, (question.game, question.level)
        new = asked not in self.known
        self.learning += new
        try:
            work = pool.submit(function, msgspec.json.encode(question))
            answer = await asyncio.wait_for(asyncio.wrap_future(work), FIRST if self.learning else PATIENCE)
        except (TimeoutError, BrokenProcessPool):
            self.stop(pool)
            raise
        finally:
            self.learning -= new
        self.known.add(asked)
        THOUGHT.labels(question.game, question.level).observe(perf_counter() - begun)
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


def seen(game: AnyGame, state: Any, seat: Seat) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(game.view(state, seat)))


def allowed(game: AnyGame, state: Any, seat: Seat) -> tuple[str, ...]:
    return tuple(map(str, game.legal(state, seat)))
