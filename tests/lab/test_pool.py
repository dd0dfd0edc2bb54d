"""Runs in several processes and on a cluster, all of which are killed: nothing is lost, and nothing is different.

They play interpreted, so that a process starts at once.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tablee.contract import OptionError
from tablee.lab import pool
from tests.processes import program
from tests.waiting import PATIENCE, wait_until

GAMES = 96  # six chunks
MANY = 1_000_000  # more than anybody waits for
PROCESSES = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="where processes are found in /proc")


@pytest.fixture(scope="module")
def plain(beside: Path) -> dict[str, str]:
    """The surroundings of all processes here."""
    path = os.pathsep.join(filter(None, [str(beside), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "TABLEE_TURBO": "off"}


@pytest.fixture(scope="module")
def alone(plain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What one process finds that nobody disturbs."""
    return found(plain, tmp_path_factory.mktemp("alone"), GAMES, "--jobs", "1")


def command(plain: dict[str, str], out: Path, games: int, *more: str) -> AbstractContextManager[subprocess.Popen[str]]:
    flags = ["--games", str(games), "--bots", "club,beginner,random", "--seed", "6", "--watch", "0", "--out", str(out)]
    return program("-m", "tablee", "--lang", "en", "lab", "run", "pearl", *flags, *more, env=plain)


def found(plain: dict[str, str], out: Path, games: int, *more: str) -> dict[str, Any]:
    """All that a run tells that is played to its end."""
    with command(plain, out, games, *more) as process:
        said, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert "Seat 1 (club) wins most" in said
    told: dict[str, Any] = json.loads((out / "figures.json").read_text(encoding="utf-8"))
    assert told["games"] == games
    return told


def finished(out: Path) -> list[Path]:
    return sorted((out / "chunks").glob("[0-9]*.json"))


def children(process: subprocess.Popen[str]) -> list[int]:
    """The processes that play for this one; the one that only keeps the books is not among them."""
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(pid) for pid in found if b"spawn_main" in command_line(pid)]


def command_line(pid: str) -> bytes:
    """Of a process; nothing if it is gone by now."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@PROCESSES
def test_killed_workers_and_a_killed_run_cost_no_more_than_the_chunks_in_hand(
    plain: dict[str, str], tmp_path: Path, alone: dict[str, Any]
) -> None:
    with command(plain, tmp_path, MANY, "--jobs", "2") as process:
        wait_until(lambda: len(finished(tmp_path)) >= 2, "finished jobs")
        first = children(process)
        os.kill(first[0], signal.SIGKILL)
        wait_until(lambda: (now := set(children(process))) and not now & set(first), "a new pool")
        before = len(finished(tmp_path))
        wait_until(lambda: len(finished(tmp_path)) >= before + 2, "finished jobs")
        second = children(process)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
    wait_until(lambda: not any(map(running, second)), "the end of all workers")
    kept = {path: path.read_bytes() for path in finished(tmp_path)}
    assert found(plain, tmp_path, GAMES, "--jobs", "1") == alone
    assert all(path.read_bytes() == content for path, content in kept.items())


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_after_ctrl_c_the_same_command_goes_on(plain: dict[str, str], tmp_path: Path, alone: dict[str, Any]) -> None:
    with command(plain, tmp_path, MANY, "--jobs", "2") as process:
        wait_until(lambda: len(finished(tmp_path)) >= 2, "finished jobs")
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "run the same command to resume" in err and "Traceback" not in err
    assert found(plain, tmp_path, GAMES, "--jobs", "1") == alone


# ---- a cluster ------------------------------------------------------------------------


@contextmanager
def dask(plain: dict[str, str], *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of a cluster; it goes with us."""
    with subprocess.Popen(
        [sys.executable, "-m", "dask", *words, "--no-dashboard"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=plain,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.untraced
def test_a_cluster_that_loses_a_worker_finds_what_one_machine_finds(
    plain: dict[str, str], tmp_path: Path, alone: dict[str, Any]
) -> None:
    address = tmp_path / "scheduler.json"
    out = tmp_path / "out"
    scheduler = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(address))
    worker = ("worker", "--scheduler-file", str(address), "--nthreads", "1", "--no-nanny")
    with ExitStack() as cluster:
        cluster.enter_context(dask(plain, *scheduler))
        workers = [cluster.enter_context(dask(plain, *worker)) for _ in range(2)]
        wait_until(lambda: address.exists() and address.read_text().rstrip().endswith("}"), "the scheduler")
        place = json.loads(address.read_text())["address"]
        with pool.dask_client(place) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        with command(plain, out, MANY, "--cluster", place) as process:
            wait_until(lambda: len(finished(out)) >= 3, "finished jobs")
            workers[0].kill()
            before = len(finished(out))
            wait_until(lambda: len(finished(out)) >= before + 8, "finished jobs")  # more than was in hand
            process.kill()
        assert found(plain, out, GAMES, "--jobs", "1") == alone


def test_a_cluster_that_is_not_there_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "TIMEOUT", 0.3)
    with pytest.raises(OptionError, match="no scheduler"):
        list(pool.run_jobs(deadly, {0: (0,)}, workers=1, cluster="tcp://127.0.0.1:9", threads=False))


def deadly(number: int) -> int:
    os._exit(9)


def test_work_that_kills_every_worker_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_TURBO", "off")
    monkeypatch.setattr(pool, "TRIES", 1)
    with pytest.raises(BrokenExecutor):
        list(pool.run_jobs(deadly, {0: (0,), 1: (1,)}, workers=2, cluster=None, threads=False))
