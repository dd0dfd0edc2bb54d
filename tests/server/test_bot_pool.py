"""Workers that think: how long they may, and what becomes of the others where one dies."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool

import msgspec
import pytest

from tablee.bots.thinking import Question
from tablee.contract import Seat
from tablee.games import GAMES
from tablee.poll import Prompt
from tablee.server.tables import bot_pool
from tablee.server.tables.bot_pool import BotPool
from tests.server.tables_without_node import begun
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

TABLE = begun(None, 0)
SEAT = Seat(TABLE.waiting[0])
ASKED = Prompt(SEAT, tuple(TABLE.game.legal(TABLE.state, SEAT)))
ANY = Question("sixteen", "random", msgspec.Raw(b"0"), (), 0)


@pytest.fixture
def pool() -> Iterator[BotPool]:
    made = BotPool()
    yield made
    made.stop()


async def think(pool: BotPool) -> None:
    """A bot is asked, and answers."""
    answer = await pool.think(GAMES["sixteen"], "random", TABLE.state, ASKED)
    assert answer in [str(action) for action in ASKED.offers]


def die(question: bytes) -> None:
    os._exit(1)


def dawdle(question: bytes) -> None:
    time.sleep(1.0)


async def test_who_has_not_answered_yet_may_have_to_compile(pool: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With no patience at all the first answer of a level is waited for, and its second is not."""
    monkeypatch.setattr(bot_pool, "PATIENCE", 0.0)
    await think(pool)
    with pytest.raises(TimeoutError):
        await think(pool)
    await think(pool)  # a new worker, who has not answered yet


async def test_the_time_that_a_question_waits_for_a_worker_is_not_its_own(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pool.ask(dawdle, ANY)
    monkeypatch.setattr(bot_pool, "PATIENCE", 7.0)  # far more than one of them takes, even on a busy machine
    await asyncio.gather(*(pool.ask(dawdle, ANY) for _ in range(8)))  # one after the other, that takes longer


async def test_whoever_asked_a_worker_that_died_asks_another(pool: BotPool) -> None:
    await think(pool)
    (worker,) = pool.workers
    (process,) = worker.processes
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    asking = [asyncio.create_task(think(pool)) for _ in range(8)]
    await eventually(lambda: not pool.free, "the worker, asked")
    os.kill(process.pid, signal.SIGKILL)
    await asyncio.gather(*asking)


async def test_only_the_question_of_which_two_workers_died_has_failed(pool: BotPool) -> None:
    *others, killer = await asyncio.gather(think(pool), think(pool), pool.ask(die, ANY), return_exceptions=True)
    assert others == [None, None] and isinstance(killer, BrokenProcessPool)
    await think(pool)


async def test_a_worker_is_not_free_before_it_has_thought_even_if_nobody_waits_for_it(pool: BotPool) -> None:
    await think(pool)
    gone = asyncio.create_task(pool.ask(dawdle, ANY))
    await eventually(lambda: not pool.free, "the worker, busy")
    gone.cancel()
    await asyncio.wait([gone])
    assert gone.cancelled() and not pool.free
    await think(pool)
    assert len(pool.free) == len(pool.workers) == 1
