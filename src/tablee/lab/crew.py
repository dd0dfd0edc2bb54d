"""Who plays: this process, its threads, processes of this machine, or the workers of a Dask cluster: the same code.

Compiled play holds no lock, so threads are enough for it, and start at once.
"""

from __future__ import annotations

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
from typing import Any, Final, TypeVar

from tablee.contract import OptionError
from tablee.workers import dependent

AHEAD: Final = 3  # pieces handed out for each worker, so that none waits for the next
PATIENCE: Final = 10  # seconds in which a scheduler must answer
TRIES: Final = 3  # pools that may break one after another without any piece done
T = TypeVar("T")


def worked(
    work: Callable[..., T], asked: Mapping[int, tuple[Any, ...]], *, jobs: int, cluster: str | None, threads: bool
) -> Iterator[tuple[int, T]]:
    """`work` with each of these arguments, by number, as they are done. A worker that dies costs what it had in hand:
    that is done again by others."""
    if jobs == 1 and not cluster:
        yield from ((number, work(*arguments)) for number, arguments in asked.items())
        return
    left = dict(asked)
    tries = 0
    while left:
        before = len(left)
        try:
            with hired(jobs, cluster, threads) as (pool, ahead):
                for number, result in handed(pool, ahead, work, left.items()):
                    yield number, result
                    del left[number]
        except BrokenExecutor:
            tries = tries + 1 if len(left) == before else 0
            if tries == TRIES:
                raise


@contextmanager
def hired(jobs: int, cluster: str | None, threads: bool) -> Iterator[tuple[Executor, int]]:
    """Workers, and how many pieces are handed to them at a time."""
    if cluster:
        with client(cluster) as dask:
            yield dask.get_executor(pure=False), AHEAD * max(1, sum(dask.nthreads().values()))
        return
    if threads:
        with ThreadPoolExecutor(jobs) as pool:
            try:
                yield pool, AHEAD * jobs
            finally:
                pool.shutdown(cancel_futures=True)
        return
    others = set(active_children())
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=dependent) as processes:
        try:
            yield processes, AHEAD * jobs
        except BaseException:
            for child in set(active_children()) - others:  # nobody waits for what is half played
                child.terminate()
            raise


def client(address: str) -> Any:
    """A client of this Dask scheduler; Dask is an extra."""
    try:
        from distributed import Client
    except ImportError as error:
        raise OptionError("cluster", "this needs an extra: pip install 'tablee[{extra}]'", extra="cluster") from error
    try:
        made: Any = Client
        return made(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise OptionError("cluster", "there is no scheduler at {address}", address=address) from error


def handed(
    pool: Executor, ahead: int, work: Callable[..., T], asked: Iterable[tuple[int, tuple[Any, ...]]]
) -> Iterator[tuple[int, T]]:
    """Only a few at a time, however many are asked for."""
    left = iter(list(asked))
    waiting: dict[Future[T], int] = {}
    while True:
        for number, arguments in islice(left, ahead - len(waiting)):
            waiting[pool.submit(work, *arguments)] = number
        if not waiting:
            return
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield waiting.pop(future), future.result()
