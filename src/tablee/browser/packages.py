"""Puts in place what a browser has not, before anything else is imported."""

from __future__ import annotations

import os
import sys
import time
from types import ModuleType


def prepare() -> None:
    """Arrays in NumPy's place; kernels that check nothing, as nobody calls them but our own bots."""
    from tablee.browser import array_functions, arrays

    os.environ["TABLEE_CHECKS"] = "off"
    if not hasattr(time, "thread_time"):
        time.thread_time = time.process_time  # there is one thread
    sys.modules["numpy"] = array_functions
    typing = ModuleType("numpy.typing")
    for name in ("ArrayLike", "DTypeLike", "NDArray"):
        setattr(typing, name, arrays.ndarray)
    sys.modules["numpy.typing"] = typing
