"""A cache on disk for compiled closures.

Numba's own cache recognises a closure by the contents of its free variables. Compiled functions among them look
different in every process, so it would never find anything. This cache recognises a closure by its name and by a digest
of all sources that it depends on.
"""

from __future__ import annotations

from typing import Any

from numba.core.caching import FunctionCache


class ClosureCache(FunctionCache):
    def __init__(self, function: Any, digest: str) -> None:
        self.digest = digest
        super().__init__(function)  # type: ignore[no-untyped-call]

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), self.digest


def cache_closure(dispatcher: Any, digest: str) -> None:
    """Does what `numba.njit(cache=True)` does, with this cache."""
    dispatcher._cache = ClosureCache(dispatcher.py_func, digest)
