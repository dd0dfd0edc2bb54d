"""What somebody is told who waits for a cluster, or whose cluster fails: with a real scheduler in this process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent import futures
from itertools import count
from typing import Any

import pytest
from distributed import KilledWorker, LocalCluster

from tablee.contract import OptionError
from tablee.lab import pool
from tablee.lab.errors import make_notice
from tablee.lab.progress import ProgressDisplay
from tablee.words import words
from tests.waiting import wait_until


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A scheduler without a worker."""
    make: Any = LocalCluster
    with make(n_workers=0, processes=False, dashboard_address=None, threads_per_worker=1) as made:
        yield made


def test_a_run_says_that_it_waits_for_workers_and_goes_on_with_the_first(
    cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    print_notice = make_notice(words("en"))

    def notice(key: str, /, **facts: object) -> None:
        said.append(key)
        print_notice(key, **facts)
        if key == "lab_no_workers":
            cluster.scale(1)

    dask = pool.dask_client(cluster.scheduler_address)
    try:
        watch = pool.WorkerWatch(dask, cluster.scheduler_address, notice)
        watch.wait()
        assert said == ["lab_no_workers", "lab_workers"]
        assert cluster.scheduler_address in capsys.readouterr().err
        watch.wait()
        watch.look()
        assert said == ["lab_no_workers", "lab_workers"]  # now there is one, and nothing is said
        cluster.scale(0)
        wait_until(lambda: not dask.nthreads(), "the worker to go")
        watch.look()
        watch.look()
        assert said == ["lab_no_workers", "lab_workers", "lab_no_workers_left"]
        assert "No worker is left" in capsys.readouterr().err
        cluster.scale(1)
        dask.wait_for_workers(1)
        watch.look()
        assert said[3:] == ["lab_workers"]
    finally:
        dask.close()


anything: Any = None  # Dask's types want a worker's whole state
killed = KilledWorker("job", anything, 3)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (killed, "more memory"),
        (ImportError("no module tablee"), "no module tablee"),
        (futures.CancelledError(), "cannot be reached any more"),
    ],
)
def test_a_cluster_that_fails_says_why(error: Exception, why: str) -> None:
    with pytest.raises(OptionError, match=why), pool.explain_cluster_errors("tcp://here"):
        raise error


def test_a_worker_with_another_version_is_named() -> None:
    pool.check_worker_code("same", "same")
    with pytest.raises(OptionError, match="another version"):
        pool.check_worker_code("theirs", "ours")


@pytest.mark.parametrize("screen", [True, False])
def test_a_run_shows_how_far_it_is(
    screen: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count(0, 60)
    monkeypatch.setattr("tablee.lab.progress.monotonic", lambda: next(ticks))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: screen)
    display = ProgressDisplay(10, 100, words("en"))
    display.update(2)
    display.update(5)
    line = display.line(5)
    display.stop()
    assert (display.bar is not None) == screen
    assert line.startswith("500 of 1,000 games · ")
    assert screen or "500 of 1,000 games" in capsys.readouterr().err
