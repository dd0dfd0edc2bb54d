"""One worker pool for everything the laboratory plays: this process, its threads, processes of this machine, or the
workers of a Dask cluster. Compiled play holds no lock, so threads are enough for it, and they start at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent import futures
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any, Final, Protocol, TypeVar

from tablee.contract import OptionError
from tablee.workers import dependent

AHEAD: Final = 3  # jobs submitted for each worker, so that none waits for the next
TIMEOUT: Final = 10  # seconds in which a scheduler must answer
LOOK: Final = 5  # seconds without a result, after which one looks whether a cluster still has workers
TRIES: Final = 3  # pools that may break one after another without a finished job
T = TypeVar("T")


class Notice(Protocol):
    """Told the key of a sentence and its facts."""

    def __call__(self, key: str, /, **facts: object) -> None: ...


def say_nothing(key: str, /, **facts: object) -> None:
    """A notice that nobody reads."""


def run_jobs(
    work: Callable[..., T],
    jobs: Mapping[int, tuple[Any, ...]],
    *,
    workers: int,
    cluster: str | None = None,
    threads: bool = False,
    notice: Notice = say_nothing,
) -> Iterator[tuple[int, T]]:
    """Calls `work` with the arguments of each job and yields job numbers and results as they are finished.

    A worker that dies loses only the jobs it was working on: others do them again. `notice` is told what somebody who
    waits should know, by the key of a sentence.
    """
    if workers == 1 and not cluster:
        yield from ((number, work(*arguments)) for number, arguments in jobs.items())
        return
    left = dict(jobs)
    tries = 0
    while left:
        before = len(left)
        try:
            with open_pool(workers, cluster, threads, notice) as (pool, ahead, look):
                for number, result in submit_jobs(pool, ahead, work, list(left.items()), look):
                    yield number, result
                    del left[number]
        except BrokenExecutor:
            tries = tries + 1 if len(left) == before else 0
            if tries == TRIES:
                raise


def worker_count(wanted: int | None, jobs: int) -> int:
    """As many workers as are wanted, or as there are cores, but none that would have nothing to do."""
    return max(1, min(wanted or os.cpu_count() or 1, jobs))


@contextmanager
def open_pool(
    workers: int, cluster: str | None, threads: bool, notice: Notice = say_nothing
) -> Iterator[tuple[Executor, int, Callable[[], None] | None]]:
    """A pool, how many jobs are submitted to it at a time, and what is done now and then while one waits for them."""
    if cluster:
        with dask_client(cluster) as dask, explain_cluster_errors(cluster):
            watch = WorkerWatch(dask, cluster, notice)
            watch.wait()
            yield dask.get_executor(pure=False), AHEAD * max(1, sum(dask.nthreads().values())), watch.look
        return
    if threads:
        with ThreadPoolExecutor(workers) as pool:
            try:
                yield pool, AHEAD * workers, None
            finally:
                pool.shutdown(cancel_futures=True)
        return
    others = set(active_children())
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=dependent) as processes:
        try:
            yield processes, AHEAD * workers, None
        except BaseException:
            for child in set(active_children()) - others:  # nobody waits for jobs that are half done
                child.kill()
            raise


def dask_client(address: str) -> Any:
    """A client of this Dask scheduler. Dask is an extra."""
    try:
        from distributed import Client
    except ImportError as error:
        raise OptionError("cluster", "this needs an extra: pip install 'tablee[{extra}]'", extra="cluster") from error
    try:
        make: Any = Client
        return make(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise OptionError("cluster", "there is no scheduler at {address}", address=address) from error


class WorkerWatch:
    """Says when there is no worker of a cluster, when one was lost, and when there are some again."""

    def __init__(self, dask: Any, address: str, notice: Notice) -> None:
        self.dask, self.address, self.notice = dask, address, notice
        self.known: set[str] = set()  # addresses of workers

    def wait(self) -> None:
        """Returns as soon as there is a worker."""
        self.known = set(self.dask.nthreads())
        if not self.known:
            self.notice("lab_no_workers", address=self.address)
            self.dask.wait_for_workers(1)
            self.look()

    def look(self) -> None:
        """Says what has changed since the last look."""
        now, before = set(self.dask.nthreads()), self.known
        self.known = now
        if lost := len(before - now):
            key = "lab_lost_workers" if now else "lab_no_workers_left"
            self.notice(key, lost=lost, workers=len(now), address=self.address)
        elif now and not before:
            self.notice("lab_workers", workers=len(now), address=self.address)


@contextmanager
def explain_cluster_errors(address: str) -> Iterator[None]:
    """What goes wrong on a cluster, in plain sentences."""
    from asyncio import CancelledError

    from distributed import KilledWorker
    from distributed.comm.core import CommClosedError

    try:
        yield
    except (CancelledError, futures.CancelledError, CommClosedError) as error:
        raise OptionError(
            "cluster", "the scheduler at {address} cannot be reached any more: run the same command to resume",
            address=address,
        ) from error  # fmt: skip
    except KilledWorker as error:
        raise OptionError(
            "cluster", "the cluster lost its workers again and again over the same games: they may need more memory"
        ) from error
    except ImportError as error:
        raise OptionError(
            "cluster", "a worker cannot load Tablée: install the same version there ({why})", why=str(error)
        ) from error


def check_worker_code(found: str, expected: str) -> None:
    """OptionError if a worker has played with other code than this machine has."""
    if found != expected:
        raise OptionError("cluster", "a worker runs another version than this machine: install the same one")


def submit_jobs(
    pool: Executor,
    ahead: int,
    work: Callable[..., T],
    jobs: Iterable[tuple[int, tuple[Any, ...]]],
    look: Callable[[], None] | None = None,
) -> Iterator[tuple[int, T]]:
    """Keeps only `ahead` jobs in the pool at a time, so that memory does not grow with their number.

    `look` is called when LOOK seconds pass and no job is finished.
    """
    left = iter(jobs)
    waiting: dict[Future[T], int] = {}
    while True:
        for number, arguments in islice(left, ahead - len(waiting)):
            waiting[pool.submit(work, *arguments)] = number
        if not waiting:
            return
        done, _ = wait(waiting, timeout=LOOK if look else None, return_when=FIRST_COMPLETED)
        if look and not done:
            look()
        for future in done:
            yield waiting.pop(future), future.result()
