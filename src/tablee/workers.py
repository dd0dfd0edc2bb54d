"""Processes that work for another one, and do not outlive it."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from threading import Thread


def dependent() -> None:
    """What a worker does first: its parent hears Ctrl-C for it; should the parent be killed, it goes too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=follow, daemon=True).start()


def follow() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
