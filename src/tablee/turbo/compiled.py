"""Compiled where Numba is installed, interpreted where it is not (or where TABLEE_TURBO=off says so).

A kernel is plain functions over a record: one element of a NumPy structured array with named fields. Only whole
numbers, only fixed sizes; the same source runs both ways and gives the same bytes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from time import time
from typing import Any, Final, TypeVar

from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

UNUSED: Final = 30 * 24 * 3600  # seconds after which the code of other sources is no longer kept

HERE = Path(__file__).parent
SOURCES = sorted(
    [*HERE.glob("*.py"), *HERE.parent.glob("games/*/**/*.py")]
)  # kernels take tables from anywhere in a game


def kept_in() -> Path:
    """Where compiled code is kept: a folder for exactly these sources.

    Numba looks only at the file a function stands in: one that calls into another, changed file would go on with the
    old code.
    """
    digest = sha256(b"".join(source.read_bytes() for source in SOURCES)).hexdigest()[:16]
    return user_cache_path("tablee") / f"compiled-{digest}"


def use(folder: Path) -> None:
    """Notes that this folder is in use. Where it is new, those go that were not for 30 days. This never fails."""
    try:
        new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if new:
            for other in folder.parent.glob("compiled-*"):
                if other.stat().st_mtime < time() - UNUSED:
                    rmtree(other, ignore_errors=True)
    except OSError:
        return  # read-only, or another program was quicker


def compiler() -> Any:
    """Numba, if there is one and it is wanted."""
    if os.environ.get("TABLEE_TURBO") == "off":
        return None
    folder = kept_in()
    os.environ.setdefault("NUMBA_CACHE_DIR", str(folder))
    try:
        numba = import_module("numba")
    except ImportError:
        return None
    if os.environ["NUMBA_CACHE_DIR"] == str(folder):
        use(folder)
    return numba


NUMBA: Any = compiler()
COMPILED = NUMBA is not None


def kernel(function: F) -> F:
    """Compiled once, kept on disk, free of the interpreter's lock."""
    return compiled(function, keep=True)


def passing(function: F) -> F:
    """Compiled, but not kept: what it calls may change without our knowing."""
    return compiled(function, keep=False)


def joined(function: F) -> F:
    """Compiled into its callers, never by itself: for what holds the whole game, and would be optimised twice."""
    result: Any = NUMBA.njit(inline="always")(function) if NUMBA else function
    return result


def compiled(function: F, keep: bool) -> F:
    if NUMBA is None:
        return function
    # no wrapper for callers in C: there are none, and it is a tenth of the time that compiling takes
    result: Any = NUMBA.njit(cache=keep, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    return result
