"""One worker pool for everything the laboratory plays: this process, its threads, processes of this machine, or the
workers of a Dask cluster. Compiled play holds no lock, so threads are enough for it, and they start at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
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
            with open_pool(workers, cluster, threads, notice) as (pool, ahead):
                for number, result in submit_jobs(pool, ahead, work, list(left.items())):
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
) -> Iterator[tuple[Executor, int]]:
    """A pool, and how many jobs are submitted to it at a time."""
    if cluster:
        with dask_client(cluster) as dask, explain_cluster_errors():
            wait_for_workers(dask, cluster, notice)
            yield dask.get_executor(pure=False), AHEAD * max(1, sum(dask.nthreads().values()))
        return
    if threads:
        with ThreadPoolExecutor(workers) as pool:
            try:
                yield pool, AHEAD * workers
            finally:
                pool.shutdown(cancel_futures=True)
        return
    others = set(active_children())
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=dependent) as processes:
        try:
            yield processes, AHEAD * workers
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


def wait_for_workers(dask: Any, address: str, notice: Notice) -> None:
    """Returns as soon as there is a worker, and says so if that takes a while."""
    if dask.nthreads():
        return
    notice("lab_no_workers", address=address)
    dask.wait_for_workers(1)
    notice("lab_workers", workers=len(dask.nthreads()), address=address)


@contextmanager
def explain_cluster_errors() -> Iterator[None]:
    """What goes wrong on a cluster, in plain sentences."""
    from distributed import KilledWorker

    try:
        yield
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
    pool: Executor, ahead: int, work: Callable[..., T], jobs: Iterable[tuple[int, tuple[Any, ...]]]
) -> Iterator[tuple[int, T]]:
    """Keeps only `ahead` jobs in the pool at a time, so that memory does not grow with their number."""
    left = iter(jobs)
    waiting: dict[Future[T], int] = {}
    while True:
        for number, arguments in islice(left, ahead - len(waiting)):
            waiting[pool.submit(work, *arguments)] = number
        if not waiting:
            return
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield waiting.pop(future), future.result()
