"""The log: all JSON or all text, with starts, stops and failed log-ins, and nobody's name in it."""

from __future__ import annotations

import json
import signal
import socket
from pathlib import Path

import pytest
import structlog

from tablee.server.log import RepeatFilter
from tests.server.serving import Served
from tests.waiting import wait_until

PASSWORD = "correct horse battery"


def failed_login(served: Served, password: str) -> None:
    assert served.answer("POST", "/api/login", {"login": "margaux", "password": password})[0] == 401


def send_nonsense(served: Served) -> None:
    """uvicorn warns of it by itself."""
    with socket.create_connection(("127.0.0.1", int(served.flags["port"]))) as line:
        line.sendall(b"GET / HTTP/1.1\r\n: nonsense\r\n\x00\r\n\r\n")
        assert b"400" in line.recv(1000)


@pytest.mark.parametrize("form", ["json", "text"])
def test_everything_is_in_one_form(form: str, tmp_path: Path) -> None:
    with Served(tmp_path, log=form) as served:
        token = served.guest("Margaux")
        assert served.answer("POST", "/api/account", {"login": "margaux", "password": PASSWORD}, token)[0] == 200
        failed_login(served, "wrong horse battery")
        send_nonsense(served)
        wait_until(lambda: "Invalid HTTP request" in served.log.read_text(), "uvicorn's line")
        assert served.stop() in (0, -signal.SIGTERM)
        text = served.log.read_text()
        served.start()
    lines = text.splitlines()
    for event in ("started", "login_failed", "Invalid HTTP request", "stopped"):
        assert sum(event in line for line in lines) == 1, text
    for private in ("margaux", "Margaux", "horse", '127.0.0.1"}', "client=127"):
        assert private not in text
    if form == "text":
        assert not any(line.startswith("{") for line in lines)
        return
    found = [json.loads(line) for line in lines]
    assert all({"event", "level", "timestamp"} <= line.keys() for line in found)
    (failed,) = (line for line in found if line["event"] == "login_failed")
    assert len(failed["account"]) == len(failed["client"]) == 8 and failed["why"] == "login"


def test_the_same_line_is_not_written_twice_in_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("tablee.server.log.monotonic", lambda: now[0])
    drop = RepeatFilter()
    assert drop(None, "info", {"event": "a", "n": 1}) == {"event": "a", "n": 1}
    for _ in range(3):
        with pytest.raises(structlog.DropEvent):
            drop(None, "info", {"event": "a", "n": 1})
    assert drop(None, "info", {"event": "a", "n": 2}) == {"event": "a", "n": 2}
    now[0] += 1.0
    assert drop(None, "info", {"event": "a", "n": 1}) == {"event": "a", "n": 1, "repeated": 3}
    now[0] += 1.0
    assert drop(None, "info", {"event": "a", "n": 1}) == {"event": "a", "n": 1}


def test_lines_that_are_old_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("tablee.server.log.monotonic", lambda: now[0])
    drop = RepeatFilter()
    for n in range(5000):
        now[0] += 0.01
        drop(None, "info", {"event": "a", "n": n})
    assert len(drop.written) <= 1000
