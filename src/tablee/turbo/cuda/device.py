"""numba-cuda, what is missing where there is no GPU, and how functions are compiled for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar

import numpy as np

from tablee.turbo.compiled import COMPILED

if not hasattr(np, "row_stack"):  # NumPy 2.5 has removed it, and numba-cuda 0.30 still names it
    setattr(np, "row_stack", np.vstack)  # noqa: B010  # neither of the two is typed

try:
    import_module("numba_cuda")  # Numba alone has a `numba.cuda` without it
    cuda: Any = import_module("numba.cuda")
    config: Any = import_module("numba.cuda.core.config")
except ImportError as error:
    raise ImportError("the GPU needs an extra: pip install 'tablee[cuda]'") from error

config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # that few lanes are slow is no news
F = TypeVar("F", bound=Callable[..., Any])

SIMULATED: Final = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"  # Numba interprets, without a GPU; it is for tests


def missing() -> str | None:
    """Why nothing can run on a GPU here; None: it can."""
    if SIMULATED:
        return None
    if not COMPILED:
        return "nothing is compiled for a GPU: TABLEE_TURBO=off"
    return None if cuda.is_available() else "no GPU with a CUDA driver was found"


def require_gpu() -> None:
    """RuntimeError where there is no GPU."""
    if (why := missing()) is not None:
        raise RuntimeError(why)


class DeviceCompiler:
    """Compiles functions that loops on the GPU call."""

    def __call__(self, function: F) -> F:
        result: Any = cuda.jit(device=True)(function)
        return result

    def inline(self, function: F) -> F:
        return self(function)
