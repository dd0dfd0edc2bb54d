"""Heavy work in processes with limits: what is over its budget is ended, what is too much is refused for now."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import AsyncIterator
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.server.fair_queue import FairQueue
from tablee.server.metering import METER, Meter
from tablee.server.refusals import TemporaryRefusal
from tablee.server.worker_pool import MIB, TooHeavy, WorkerPool, WorkLimits
from tablee.workers import TURN, JobFailed
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

LIMITS = WorkLimits(waiting=2, each=2, seconds=1.0, first=1.0, memory=128 * MIB)


# ---- jobs ------------------------------------------------------------------------------------


def pid() -> int:
    return os.getpid()


def spin() -> None:
    while True:
        pass


def hog() -> int:
    return len(bytearray(1024 * MIB))


def rest(seconds: float) -> None:
    time.sleep(seconds)


def die() -> None:
    os._exit(1)


def fail(secret: str) -> None:
    raise ValueError(secret)


# ---- the tests -------------------------------------------------------------------------------


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    made = WorkerPool("test", LIMITS)
    yield made
    made.stop()


async def use(pool: WorkerPool, limits: WorkLimits) -> None:
    """The pool gets other limits before anything is done."""
    pool.__init__(pool.name, limits)  # type: ignore[misc]


def turn(process: int | str) -> int:
    """Nanoseconds for which a process computes at a time; 0 where the system does not say."""
    try:
        found = re.search(r"^se\.slice\s+:\s+(\d+)", Path(f"/proc/{process}/sched").read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) if found else 0


def alive(process: int) -> bool:
    """Whether this process runs, and has not only not been waited for."""
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.parametrize("job", [spin, hog])
async def test_a_job_over_its_budget_is_ended_and_the_others_are_not(pool: WorkerPool, job: object) -> None:
    before = await pool.run(pid)
    heavy, other = await asyncio.gather(pool.run(job), pool.run(pid), return_exceptions=True)  # type: ignore[arg-type]
    assert isinstance(heavy, TooHeavy) and heavy.code == "heavy"
    assert isinstance(other, int) and other != before
    assert not alive(before) and alive(other) and len(pool.workers) == 1


async def test_whatever_wakes_up_in_the_server_interrupts_its_workers_at_once(pool: WorkerPool) -> None:
    """They have less priority, and where the system knows that (Linux 6.12), longer turns."""
    worker = await pool.run(pid)
    assert os.getpriority(os.PRIO_PROCESS, worker) > os.getpriority(os.PRIO_PROCESS, 0)
    if turn("self"):
        assert turn(worker) == TURN > turn("self")


async def test_time_asleep_is_no_time_of_the_processor_but_does_not_last_for_ever(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pool.run(rest, 1.5)
    monkeypatch.setattr("tablee.server.worker_pool.STARTING", 0.0)
    with pytest.raises(TooHeavy):
        await pool.run(rest, 600.0)
    assert await pool.run(pid)


async def test_the_first_job_of_its_kind_may_take_longer(pool: WorkerPool) -> None:
    await use(pool, replace(LIMITS, seconds=0.0, first=600.0))
    monkey = await pool.run(pid, kind="compiled")
    with pytest.raises(TooHeavy):
        await pool.run(spin, kind="compiled")
    assert await pool.run(pid, kind="compiled") != monkey  # another worker, for which it is the first again


async def test_who_comes_when_the_queue_is_full_is_refused_for_now(pool: WorkerPool) -> None:
    await use(pool, replace(LIMITS, seconds=600.0, first=600.0))
    running = [asyncio.create_task(pool.run(rest, 600.0)) for _ in range(3)]
    await eventually(lambda: pool.queued == 3, "three jobs")
    with pytest.raises(TemporaryRefusal) as refused:
        await pool.run(pid)
    assert refused.value.code == "busy" and refused.value.seconds >= 1
    running.pop().cancel()
    await eventually(lambda: pool.queued == 2, "a place in the queue")
    waiting = asyncio.create_task(pool.run(pid))
    for task in running:
        task.cancel()
    assert await waiting
    assert pool.queued == 0


async def test_nobody_fills_the_queue_alone(pool: WorkerPool) -> None:
    await use(pool, replace(LIMITS, seconds=600.0, first=600.0))
    running = [asyncio.create_task(pool.run(rest, 600.0, owner="mallory")) for _ in range(2)]
    await eventually(lambda: pool.queued == 2, "two jobs")
    with pytest.raises(TemporaryRefusal, match="of yours"):
        await pool.run(pid, owner="mallory")
    waiting = asyncio.create_task(pool.run(pid, owner="ann"))
    await eventually(lambda: pool.queued == 3, "Ann's job")
    for task in running:
        task.cancel()
    assert await waiting
    assert await pool.run(pid, owner="mallory") and not pool.owned


def asked_from(address: str, pool: WorkerPool, *job: object) -> asyncio.Task[Any]:
    """A job for this address, under way."""
    context = copy_context()
    context.run(METER.set, Meter(address))
    return asyncio.get_running_loop().create_task(pool.run(*job), context=context)  # type: ignore[arg-type]


def note(done: list[str], address: str, _: asyncio.Task[Any]) -> None:
    done.append(address)


async def test_addresses_take_turns_however_much_one_of_them_asks_for(pool: WorkerPool) -> None:
    await use(pool, replace(LIMITS, waiting=50))
    done: list[str] = []
    tasks = []
    for address, times in (("mallory", 20), ("ann", 2), ("ben", 1)):
        for _ in range(times):
            tasks.append(task := asked_from(address, pool, pid))
            task.add_done_callback(partial(note, done, address))
            await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert set(done[:4]) == {"mallory", "ann", "ben"} and "ann" in done[3:7] and done[7:] == ["mallory"] * 16
    assert not (pool.queued or pool.turns.waiting) and pool.turns.free == 1


async def test_when_the_queue_is_full_the_address_that_has_filled_it_makes_room(pool: WorkerPool) -> None:
    await use(pool, replace(LIMITS, seconds=600.0, first=600.0, waiting=6))
    mallory = [asked_from("mallory", pool, rest, 600.0) for _ in range(7)]
    await eventually(lambda: pool.queued == 7, "a full queue")
    others = [asked_from(address, pool, pid) for address in ("ann", "ann", "ben")]
    await eventually(lambda: sum(task.done() for task in mallory) == 3, "room for three")
    for task in mallory[-3:]:  # the last ones
        with pytest.raises(TemporaryRefusal, match="6 jobs") as refused:
            task.result()
        assert refused.value.code == "busy"
    with pytest.raises(TemporaryRefusal, match="6 jobs"):
        await asked_from("mallory", pool, pid)
    for task in mallory[:-3]:
        task.cancel()
    assert all(await asyncio.gather(*others))
    assert not (pool.queued or pool.turns.waiting) and pool.turns.free == 1


async def test_turns_that_are_given_up_are_nobodys() -> None:
    """While they are waited for, at the moment when they begin, and at the moment when they are refused."""
    turns = FairQueue(1)
    await turns.wait("ann")
    one, two, three, ben = (asyncio.create_task(turns.wait(address)) for address in ("ann", "ann", "ann", "ben"))
    await asyncio.sleep(0)
    two.cancel()
    await asyncio.wait([two])
    turns.end()
    one.cancel()  # its turn has just begun
    await asyncio.wait([one, ben])
    assert one.cancelled() and not ben.cancelled() and not three.done()
    more = asyncio.create_task(turns.wait("ann"))
    await asyncio.sleep(0)
    assert turns.send_away("cleo", ValueError())
    more.cancel()  # it has just been sent away
    turns.end()
    await asyncio.wait([three, more])
    assert not three.cancelled() and not turns.free
    turns.end()
    assert (turns.free, turns.waiting) == (1, {})


async def test_a_job_that_nobody_waits_for_any_more_is_ended(pool: WorkerPool) -> None:
    await use(pool, replace(LIMITS, seconds=600.0, first=600.0))
    before = await pool.run(pid)
    job = asyncio.create_task(pool.run(spin))
    await eventually(lambda: not pool.free, "the worker, busy")
    job.cancel()
    await asyncio.wait([job])
    await eventually(lambda: not alive(before), "the end of the worker")
    assert await pool.run(pid) != before


async def test_a_worker_that_is_lost_is_replaced_and_its_job_done_again(pool: WorkerPool) -> None:
    before = await pool.run(pid)
    os.kill(before, signal.SIGKILL)
    assert await pool.run(pid) != before


async def test_only_the_job_by_which_two_workers_were_lost_has_failed(pool: WorkerPool) -> None:
    await use(pool, replace(LIMITS, waiting=10))
    *others, killer = await asyncio.gather(pool.run(pid), pool.run(pid), pool.run(die), return_exceptions=True)
    assert all(isinstance(other, int) for other in others) and isinstance(killer, TooHeavy)
    assert await pool.run(pid)


async def test_what_a_job_raises_is_told_without_its_text(pool: WorkerPool) -> None:
    before = await pool.run(pid)
    with pytest.raises(JobFailed) as failed:
        await pool.run(fail, "a hidden card")
    assert "ValueError" in str(failed.value) and "hidden" not in str(failed.value)
    assert await pool.run(pid) == before  # the worker is as good as before


async def test_a_worker_ends_after_some_jobs_and_after_a_while_without_any(pool: WorkerPool) -> None:
    await use(pool, replace(LIMITS, jobs=3))
    seen = [await pool.run(pid) for _ in range(6)]
    assert len(set(seen[:3])) == len(set(seen[3:])) == 1 and seen[0] != seen[3]
    await use(pool, replace(LIMITS, idle=0.05))
    last = await pool.run(pid)
    await eventually(lambda: not pool.workers and not alive(last), "the end of an idle worker")
    assert not (pool.known or pool.done or pool.free)
    assert await pool.run(pid) != last


async def test_some_workers_may_stay_however_long_they_are_idle(pool: WorkerPool) -> None:
    await use(pool, replace(LIMITS, workers=2, idle=0.05, keep=1))
    await asyncio.gather(pool.run(rest, 0.1), pool.run(rest, 0.1))
    await eventually(lambda: len(pool.workers) == 1, "the end of one idle worker")
    (kept,) = pool.free
    pool.retire(kept, pool.done[kept])
    assert pool.free == [kept]
    assert await pool.run(pid) == kept.process.pid


async def test_a_pool_that_is_stopped_ends_its_workers(pool: WorkerPool) -> None:
    last = await pool.run(pid)
    pool.stop()
    await eventually(lambda: not alive(last), "the end of the worker")
