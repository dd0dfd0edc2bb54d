"""What other systems lack or do otherwise, tried on this one. Nothing here replaces a run on Windows or macOS."""

from __future__ import annotations

import os
import signal
import socket

import pytest

from tablee import workers
from tablee.server.serve import bind_socket
from tablee.workers import OverBudget, Worker, WorkerLost

MEMORY = 1 << 30


def end_by(number: int) -> None:
    """A job of a worker, which ends its process with this signal."""
    os.kill(os.getpid(), number)


def lost(number: int) -> type[Exception]:
    """How a worker is said to have ended that this signal has ended."""
    worker = Worker(MEMORY)
    try:
        worker.call(end_by, (number,), 60)
    except (OverBudget, WorkerLost) as error:
        return type(error)
    finally:
        worker.stop()
    raise AssertionError("the worker has not ended")


def test_a_worker_over_its_time_is_told_apart_from_one_that_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lost(signal.SIGXCPU) is OverBudget
    assert lost(signal.SIGKILL) is WorkerLost
    monkeypatch.setattr(workers, "OVERTIME", None)  # as on Windows, which has no such signal
    assert lost(signal.SIGXCPU) is WorkerLost


def test_a_port_belongs_to_one_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has an option for that, and the usual one would do the opposite there."""
    with bind_socket("127.0.0.1", 0) as usual:
        assert usual.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
        with pytest.raises(OSError):
            bind_socket("127.0.0.1", usual.getsockname()[1])
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with bind_socket("127.0.0.1", 0) as exclusive:
        assert not exclusive.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
        assert exclusive.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
