"""Arenas in several processes, stopped at any moment: an outside game with its own bots, installed beside the house."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.processes import program
from tests.waiting import PATIENCE, wait_until


def arena(beside: Path, journal: str, *args: str) -> AbstractContextManager[subprocess.Popen[str]]:
    path = os.pathsep.join(filter(None, [str(beside), os.environ.get("PYTHONPATH")]))
    asked = ["--bots", "club,beginner,random", "--seed", "3", "--journal", str(beside / journal)]
    env = {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}
    return program("-m", "tablee", "--lang", "en", "arena", "pearl", *asked, *args, env=env)


def found(beside: Path, journal: str, *args: str) -> dict[str, Any]:
    out = beside / f"{journal}.json"
    with arena(beside, journal, "--json", str(out), *args) as process:
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    told: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return told


def figures(told: dict[str, Any]) -> list[dict[str, Any]]:
    """All that does not depend on the machine."""
    return [{key: row[key] for key in row if key != "timed" and not key.startswith("ms_")} for row in told["rows"]]


def noted(path: Path, lines: int) -> None:
    """Waits until the journal has as many lines."""
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") >= lines, f"{lines} lines in the journal")


def whole_lines(path: Path) -> list[bytes]:
    return path.read_bytes().split(b"\n")[:-1]


@pytest.fixture(scope="module")
def alone(beside: Path) -> list[dict[str, Any]]:
    """The figures of 150 games, played at once in one process."""
    return figures(found(beside, "alone", "--games", "150", "--jobs", "1"))


@pytest.mark.untraced
def test_two_processes_find_what_one_finds(beside: Path, alone: list[dict[str, Any]]) -> None:
    assert figures(found(beside, "two", "--games", "150", "--jobs", "2")) == alone
    assert [row["bot"] for row in alone][-1] == "random" and alone[0]["win_rate"] > 1 / 3


def workers_ignore_ctrl_c(pid: int) -> bool:
    """Whether both workers, and multiprocessing's own helper, have begun and leave Ctrl-C to their parent."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        statuses = [Path(f"/proc/{child}/status").read_text() for child in children]
    except OSError:  # one of them has just ended
        return False
    ignored = [int(status.split("SigIgn:")[1].split()[0], 16) for status in statuses]
    return len(ignored) >= 3 and all(mask >> signal.SIGINT - 1 & 1 for mask in ignored)


@pytest.mark.untraced
def test_after_ctrl_c_it_goes_on_where_it_was(beside: Path, alone: list[dict[str, Any]]) -> None:
    path = beside / "stopped"
    with arena(beside, "stopped", "--games", "1000000", "--jobs", "2") as process:
        noted(path, 12)
        wait_until(lambda: workers_ignore_ctrl_c(process.pid), "both workers at work")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "run the same command to resume" in err and "Traceback" not in err
    before = whole_lines(path)
    assert figures(found(beside, "stopped", "--games", "150")) == alone
    assert whole_lines(path)[: len(before)] == before


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="where processes are found in /proc")
def test_killed_with_two_processes_nothing_is_lost_and_nobody_stays_behind(
    beside: Path, alone: list[dict[str, Any]]
) -> None:
    path = beside / "killed"
    with arena(beside, "killed", "--games", "1000000", "--jobs", "2") as process:
        noted(path, 12)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        assert len(children) >= 2
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
        wait_until(lambda: not any(alive(child) for child in children), "the end of all workers")
    before = whole_lines(path)
    assert figures(found(beside, "killed", "--games", "150")) == alone
    assert whole_lines(path)[: len(before)] == before


def alive(pid: str) -> bool:
    """Whether this process still runs; one that only waits to be forgotten does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_fault_in_another_process_is_told_with_its_record(beside: Path) -> None:
    with arena(beside, "faulty", "--bots", "club,broken", "--games", "6", "--jobs", "2") as process:
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "bot broken failed" in err and "RuntimeError: out of order (bots.py:" in err
    kept = Path(err.strip().rpartition(" — ")[2])
    assert kept.parent == beside / "faults" and kept.read_text(encoding="utf-8").startswith("tablee: 1\ngame: pearl 1")


@pytest.mark.untraced
def test_a_bot_that_takes_its_process_with_it_is_no_mystery(beside: Path) -> None:
    with arena(beside, "deadly", "--bots", "club,deadly", "--games", "6", "--jobs", "2") as process:
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "A process was killed." in err and "Traceback" not in err
