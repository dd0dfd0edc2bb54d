"""A pool of processes in which bots think. They are given the text of a view, never a state.

Each worker has one question at a time. The others wait, and their time begins when a worker gets them. So a worker that
dies or is given up affects no question but its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from secrets import randbits
from time import perf_counter
from typing import Any, TypeVar

import msgspec

from tablee import bots
from tablee.bots.thinking import Opinion, Question, think, weigh
from tablee.contract import AnyGame, Seat
from tablee.poll import Prompt
from tablee.server.metrics import THOUGHT
from tablee.server.refusals import TemporaryRefusal
from tablee.workers import dependent

T = TypeVar("T")

SOON = 1.0  # seconds: an adviser has to answer within this time
PATIENCE = 60.0  # seconds: a bot that takes longer has failed
FIRST = 300.0  # but a level that this worker has not been asked yet may have to compile its kernel


class Worker:
    """One process, and the levels of games that have answered there."""

    def __init__(self) -> None:
        self.pool = ProcessPoolExecutor(1, get_context("spawn"), dependent)
        self.processes: set[BaseProcess] = set()  # one, once it is started
        self.known: set[tuple[str, str]] = set()

    async def ask(self, function: Callable[[bytes], T], question: Question) -> T:
        """The answer; TimeoutError or BrokenProcessPool where there is none, and then this worker is of no use."""
        begun, asked = perf_counter(), (question.game, question.level)
        others = set(active_children())
        work = self.pool.submit(function, msgspec.json.encode(question))
        self.processes |= set(active_children()) - others
        answer = await asyncio.wait_for(asyncio.wrap_future(work), PATIENCE if asked in self.known else FIRST)
        self.known.add(asked)
        THOUGHT.labels(*asked).observe(perf_counter() - begun)
        return answer

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
        self.pool.shutdown(wait=False, cancel_futures=True)


class BotPool:
    """A few workers, each started when a bot is asked and no other is free."""

    def __init__(self, workers: int = 1) -> None:
        self.workers: set[Worker] = set()
        self.free: list[Worker] = []
        self.stopped = False
        self.places = asyncio.Semaphore(workers)
        self.took: dict[tuple[str, str], tuple[int, float]] = {}  # opinions of a game's level, seconds of the quickest

    async def think(self, game: AnyGame, level: str, state: Any, asked: Prompt) -> str | None:
        """What the bot of this level does on this seat, as the notation has it; None: it lets it pass."""
        offers = tuple(None if action is None else str(action) for action in asked.offers)
        question = Question(game.name, level, encode_view(game, state, asked.seat), offers, randbits(62))
        return await self.ask(think, question)

    async def weigh(self, game: AnyGame, state: Any, seat: Seat, seed: int) -> Opinion:
        """A strong player's opinion of what this seat may do. The same question has the same answer."""
        level = self.adviser(game)
        question = Question(game.name, level, encode_view(game, state, seat), legal_texts(game, state, seat), seed)
        try:
            opinion = msgspec.json.decode(await self.ask(weigh, question), type=Opinion)
        except (TimeoutError, BrokenProcessPool) as error:
            raise TemporaryRefusal("busy", "no hint is available just now: please try again") from error
        times, quickest = self.took.get((game.name, level), (0, opinion.seconds))
        self.took[game.name, level] = times + 1, min(quickest, opinion.seconds)
        return opinion

    def adviser(self, game: AnyGame) -> str:
        """The strongest level that answers soon. It is judged by its second answer: for the first it may compile."""
        levels = bots.levels(game)
        slow = {level for (name, level), (times, quickest) in self.took.items()
                if name == game.name and times > 1 and quickest > SOON}  # fmt: skip
        return next((level for level in reversed(levels) if level not in slow), levels[0])

    async def ask(self, function: Callable[[bytes], T], question: Question) -> T:
        """A worker's answer, as soon as one is free; TimeoutError or BrokenProcessPool where there is none."""
        await self.places.acquire()
        asking = asyncio.create_task(self.put(function, question))
        asking.add_done_callback(lambda _: self.places.release())
        return await asyncio.shield(asking)  # the worker thinks on and is not free, even if nobody waits any more

    async def put(self, function: Callable[[bytes], T], question: Question) -> T:
        """A worker may die for any reason. A question is to blame only if a second worker dies of it."""
        try:
            return await self.put_once(function, question)
        except BrokenProcessPool:
            return await self.put_once(function, question)

    async def put_once(self, function: Callable[[bytes], T], question: Question) -> T:
        if self.stopped:
            raise asyncio.CancelledError
        worker = self.free.pop() if self.free else Worker()
        self.workers.add(worker)
        try:
            answer = await worker.ask(function, question)
        except (TimeoutError, BrokenProcessPool):
            self.workers.discard(worker)
            worker.stop()
            raise
        except Exception:  # the bot has failed, not the worker
            self.free.append(worker)
            raise
        self.free.append(worker)
        return answer

    def below(self, game: AnyGame, level: str) -> str:
        """The next weaker level; the weakest is its own."""
        levels = bots.levels(game)
        return levels[max(0, levels.index(level) - 1)] if level in levels else levels[0]

    def stop(self) -> None:
        """Ends the workers: no question is answered any more."""
        self.stopped = True
        for worker in self.workers:
            worker.stop()


def encode_view(game: AnyGame, state: Any, seat: Seat) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(game.view(state, seat)))


def legal_texts(game: AnyGame, state: Any, seat: Seat) -> tuple[str, ...]:
    return tuple(map(str, game.legal(state, seat)))
