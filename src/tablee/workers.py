"""Worker processes that end with their parent process."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from threading import Thread


def dependent() -> None:
    """Called first in a worker. Ctrl-C is left to the parent, and the worker ends when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=follow, daemon=True).start()


def follow() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
