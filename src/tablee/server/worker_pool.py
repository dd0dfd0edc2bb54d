"""Heavy work, away from the process that serves everybody: a few workers with limits, and a queue that is never long.

Each kind of work has a pool of its own, so that none delays another. Addresses take turns: one that asks for much waits
for itself. When the queue is full, the newest job of the address that has most jobs in it is refused for now. A job
that nobody waits for any more is ended, and so is one that is over its budget: with its worker, which is replaced.
Workers end after some jobs, and after some time without any, so that memory is given back.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any, Final, TypeVar

from msgspec import Struct

from tablee.server.fair_queue import FairQueue
from tablee.server.metering import add_cost, client_address
from tablee.server.metrics import JOBS, WAITING_JOBS
from tablee.server.refusals import ServerRefusal, TemporaryRefusal
from tablee.workers import JobFailed as JobFailed
from tablee.workers import OverBudget, Worker, WorkerLost

T = TypeVar("T")

MIB: Final = 1024 * 1024
SLACK: Final = 5.0  # a busy machine gives a worker no more than a part of a processor
SHARE: Final = 0.05  # of a worker's time is charged to whoever caused it: it is taken from nobody else's moves
STARTING: Final = 30.0  # seconds more, as the process may have to be started


class WorkLimits(Struct, frozen=True, kw_only=True):
    """What one kind of work may cost."""

    workers: int = 1
    waiting: int = 16  # jobs that wait for a worker; more are refused
    each: int = 3  # jobs of one client, whether they wait or are under way; more are refused
    seconds: float = 5.0  # of the processor, for one job
    first: float = 60.0  # the same for a kind of job that the worker has not done yet: it imports, and may compile
    memory: int = 512 * MIB  # beyond what an idle worker has
    nice: int = 15  # how far other processes go first: that which serves everybody, above all
    jobs: int = 500  # after so many a worker is replaced
    idle: float = 60.0  # seconds without work after which a worker ends
    keep: int = 0  # workers that stay, however long they have no work
    environment: Mapping[str, str] = {}  # variables of the workers' processes


class TooHeavy(ServerRefusal):
    """A job was ended because it was over its budget."""

    def __init__(self) -> None:
        super().__init__("heavy", "this takes more time or memory than the server allows: try something shorter")


class QueueFull(TemporaryRefusal):
    """So many jobs wait already."""

    def __init__(self, waiting: int) -> None:
        super().__init__("busy", "the server is busy, and {waiting} jobs are waiting already: wait {seconds} s", 3,
                         waiting=waiting)  # fmt: skip


class WorkerPool:
    def __init__(self, name: str, limits: WorkLimits) -> None:
        self.name, self.limits = name, limits
        self.turns = FairQueue(limits.workers)
        self.threads = ThreadPoolExecutor(2 * limits.workers, f"{name}-worker")  # they wait for the processes
        self.workers: set[Worker] = set()
        self.free: list[Worker] = []
        self.known: dict[Worker, set[Hashable]] = {}  # the kinds of jobs that each has done
        self.done: Counter[Worker] = Counter()
        self.queued = 0  # jobs that wait, or are under way
        self.owned: Counter[str] = Counter()
        self.stopped = False
        self.on_replaced: Callable[[], None] = lambda: None  # a worker has ended, and the next one knows nothing yet

    async def run(self, job: Callable[..., T], *arguments: Any, kind: Hashable = None, owner: str = "") -> T:
        """What the job returns. TemporaryRefusal: the queue is full; TooHeavy: it was over its budget; JobFailed.

        `owner` is the client for whom it is done. If this is cancelled, the job is ended.
        """
        address = client_address()
        self.admit(owner, address)
        try:
            await self.turns.wait(address)
            try:
                return await self.try_twice(job, arguments, kind or job)
            finally:
                self.turns.end()
        finally:
            self.leave(owner)

    def admit(self, owner: str, address: str) -> None:
        limits = self.limits
        if owner and self.owned[owner] >= limits.each:
            JOBS.labels(self.name, "refused").inc()
            raise TemporaryRefusal(
                "busy", "the server is still working on {jobs} requests of yours: wait {seconds} s", jobs=limits.each
            )
        if self.queued >= limits.workers + limits.waiting:
            JOBS.labels(self.name, "refused").inc()
            full = QueueFull(limits.waiting)
            if not self.turns.send_away(address, full):
                raise full
        self.queued += 1
        self.owned[owner] += 1
        WAITING_JOBS.labels(self.name).set(self.queued)

    def leave(self, owner: str) -> None:
        self.queued -= 1
        self.owned[owner] -= 1
        if not self.owned[owner]:
            del self.owned[owner]
        WAITING_JOBS.labels(self.name).set(self.queued)

    async def try_twice(self, job: Callable[..., T], arguments: tuple[Any, ...], kind: Hashable) -> T:
        """A worker may be lost for any reason. A job is to blame only if a second worker is lost by it."""
        try:
            return await self.attempt(job, arguments, kind)
        except WorkerLost:
            pass
        try:
            return await self.attempt(job, arguments, kind)
        except WorkerLost:
            raise TooHeavy from None

    async def attempt(self, job: Callable[..., T], arguments: tuple[Any, ...], kind: Hashable) -> T:
        if self.stopped:
            raise asyncio.CancelledError
        worker = self.free.pop() if self.free else self.add_worker()
        seconds = self.limits.seconds if kind in self.known[worker] else self.limits.first
        outcome, begun = "cancelled", perf_counter()
        try:
            calling = asyncio.get_running_loop().run_in_executor(self.threads, worker.call, job, arguments, seconds)
            answer = await asyncio.wait_for(calling, STARTING + SLACK * seconds)
            outcome = "done"
            self.known[worker].add(kind)
            return answer
        except (OverBudget, TimeoutError):
            outcome = "heavy"
            raise TooHeavy from None
        except WorkerLost:
            outcome = "lost"
            raise
        except JobFailed:
            outcome = "failed"
            raise
        finally:
            JOBS.labels(self.name, outcome).inc()
            add_cost(SHARE * (perf_counter() - begun))
            self.done[worker] += 1
            if outcome in ("done", "failed") and self.done[worker] < self.limits.jobs and not self.stopped:
                self.free.append(worker)
                asyncio.get_running_loop().call_later(self.limits.idle, self.retire, worker, self.done[worker])
            else:
                self.drop(worker)
                if not self.stopped:
                    self.on_replaced()

    def knows(self, kind: Hashable) -> bool:
        """Whether a worker has done this kind of job, so that it need not import or compile anything."""
        return any(kind in kinds for kinds in self.known.values())

    def add_worker(self) -> Worker:
        worker = Worker(self.limits.memory, self.limits.nice, self.limits.environment)
        self.workers.add(worker)
        self.known[worker] = set()
        return worker

    def retire(self, worker: Worker, done: int) -> None:
        """Ends a worker that has done nothing since it had done this many jobs."""
        if worker in self.free and self.done[worker] == done and len(self.workers) > self.limits.keep:
            self.free.remove(worker)
            self.drop(worker)

    def drop(self, worker: Worker) -> None:
        worker.stop()
        self.workers.discard(worker)
        self.known.pop(worker, None)
        self.done.pop(worker, None)

    def stop(self) -> None:
        """Ends all workers: nothing is worked on any more."""
        self.stopped = True
        for worker in list(self.workers):
            worker.stop()
        self.threads.shutdown(wait=False, cancel_futures=True)
