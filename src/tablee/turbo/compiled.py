"""Compiles functions where Numba is installed. Without it, or with TABLEE_TURBO=off, they are interpreted.

A kernel is plain functions over a record: one element of a NumPy structured array with named fields, whole numbers and
fixed sizes only. The same source runs both ways and gives the same bytes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from time import time
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

UNUSED: Final = 30 * 24 * 3600  # seconds after which compiled code of other sources is deleted

BROWSER: Final = sys.platform == "emscripten"  # compiled in advance: `tablee.turbo.browser`
HERE = Path(__file__).parent
SOURCES = sorted(
    [*HERE.glob("*.py"), *HERE.parent.glob("games/*/**/*.py")]
)  # kernels take tables from anywhere in a game


def kept_in() -> Path:
    """The folder for compiled code of exactly these sources.

    Numba checks only the file that a function is in. If that function calls into another file which has changed, Numba
    would use the old code.
    """
    from platformdirs import user_cache_path

    digest = sha256(b"".join(source.read_bytes() for source in SOURCES)).hexdigest()[:16]
    return user_cache_path("tablee") / f"compiled-{digest}"


def use(folder: Path) -> None:
    """Marks this folder as used. A new folder deletes those that were not used for 30 days. This never fails."""
    try:
        new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if new:
            for other in folder.parent.glob("compiled-*"):
                if other.stat().st_mtime < time() - UNUSED:
                    rmtree(other, ignore_errors=True)
    except OSError:
        return  # read-only, or another program was faster


def compiler() -> Any:
    """Numba, if there is one and it is wanted."""
    if os.environ.get("TABLEE_TURBO") == "off" or BROWSER:
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
COMPILED = NUMBA is not None or BROWSER


def kernel(function: F) -> F:
    """Compiled once, cached on disk, and free of the interpreter's lock."""
    return compile_function(function, keep=True)


def passing(function: F) -> F:
    """Compiled, but not cached: for functions that call code which may change unnoticed."""
    return compile_function(function, keep=False)


def compile_function(function: F, keep: bool) -> F:
    result: Any
    if BROWSER:
        from tablee.turbo.browser.library import bind

        result = bind(function)
        return result
    if NUMBA is None:
        return function
    # no wrapper for callers in C: there are none, and it takes a tenth of the compile time
    result = NUMBA.njit(cache=keep, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    return result


@dataclass(frozen=True)
class ClosureCompiler:
    """Compiles closures: functions that a factory builds around other compiled functions, as `turbo.course` does.

    `name` sets apart what the same factory builds for different games; it becomes part of the compiled names. `digest`
    stands for all sources that the closures depend on. Without it nothing is cached.
    """

    name: str
    digest: str | None = None

    def __call__(self, function: F) -> F:
        if NUMBA is None:
            return function
        result: Any = passing(self.rename(function))
        if self.digest:
            from tablee.turbo.closure_cache import cache_closure

            cache_closure(result, self.digest)
        return result

    def inline(self, function: F) -> F:
        """Compiled into its callers: for a function that holds the whole game and would be optimised twice."""
        result: Any = NUMBA.njit(inline="always")(self.rename(function)) if NUMBA else function
        return result

    def rename(self, function: F) -> F:
        function.__qualname__ = f"{self.name}.{function.__name__}"
        return function
