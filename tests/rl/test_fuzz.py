"""Nothing that Python can pass to `turbo` and `rl` makes them write outside an array, or hang."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tablee.games import GAMES
from tablee.games.parts import has_kernel

KERNELS = [name for name, game in GAMES.items() if has_kernel(game)]
pytestmark = pytest.mark.slow


def fuzz(name: str, what: str, **environment: str) -> tuple[int, int]:
    """Calls made, and how many of them were refused."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "tests.rl.fuzzing", name, what],
        capture_output=True, text=True, timeout=600, env={**os.environ, "PYTHONMALLOC": "debug", **environment},
    )  # fmt: skip
    assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr[-3000:]}"
    calls, refused = map(int, done.stdout.split())
    return calls, refused


@pytest.mark.parametrize("name", KERNELS)
def test_compiled_play_refuses_wrong_buffers_and_actions(name: str) -> None:
    calls, refused = fuzz(name, "turbo")
    assert calls > 1000 and refused > calls / 2


@pytest.mark.parametrize("compiled", ["on", "off"])
def test_a_policy_that_chooses_what_is_not_legal_is_named(compiled: str) -> None:
    assert fuzz("sixteen", "policies", TABLEE_TURBO=compiled) == (3, 3)


@pytest.mark.parametrize("name", KERNELS)
def test_environments_refuse_wrong_values(name: str) -> None:
    calls, refused = fuzz(name, "environments", TABLEE_TURBO="off")
    assert calls > 500 and refused > calls / 3


def test_trees_refuse_wrong_values() -> None:
    calls, refused = fuzz("code21", "openspiel", TABLEE_TURBO="off")
    assert calls > 500 and refused > calls / 3


def test_lanes_on_a_gpu_refuse_wrong_actions() -> None:
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed")
    calls, refused = fuzz("sixteen", "gpu", TABLEE_TURBO="off", NUMBA_ENABLE_CUDASIM="1")
    assert calls > 100 and refused > calls / 2
