"""The kernels on a GPU play what they play on the CPU.

Every loop is compiled for one, which needs none, and Numba's simulator runs them all. The law itself needs a GPU.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablee import turbo
from tablee.contract import IllegalMove
from tablee.games import GAMES, parts
from tablee.testing import covering
from tablee.turbo import compiled, many
from tablee.turbo.vector import VectorEnv

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed")

pytestmark = [pytest.mark.slow, pytest.mark.untraced]
KERNELS = {name: game for name, game in GAMES.items() if parts.has_kernel(game)}
SETS = [(name, options) for name, game in KERNELS.items() for options in covering(game.options)]
IDS = [f"{name}{n}" for n, (name, _) in enumerate(SETS)]


def why_not() -> str | None:
    from tablee.turbo.cuda.device import missing

    return missing()


@pytest.fixture
def gpu() -> None:
    if (why := why_not()) is not None:
        pytest.skip(why)


# ---- without a GPU ------------------------------------------------------------------


@pytest.mark.skipif(not compiled.COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("name", KERNELS)
def test_every_loop_can_be_compiled_for_a_gpu(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tablee.turbo.cuda.course import DeviceCourse, build_device_course
    from tablee.turbo.cuda.device import cuda

    hopper = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", lambda: hopper)
    course = build_device_course(turbo.compiled_kernel(KERNELS[name]), lambda loop: loop)
    types = signatures(name)
    assert {field.name for field in fields(DeviceCourse)} == set(types)
    for loop, signature in types.items():
        code, _ = cuda.compile_ptx(getattr(course, loop), signature, cc=(9, 0))
        assert code.count(".visible .entry") == 1, loop


def signatures(name: str) -> dict[str, tuple[Any, ...]]:
    import numba
    from numba import types

    def array(kind: Any, dimensions: int = 1) -> Any:
        return types.Array(kind, dimensions, "C")

    lanes, whole, bits = array(numba.from_dtype(turbo.kernel(KERNELS[name]).record.dtype)), types.int64, types.uint32
    chosen, turns, fault = array(whole), array(types.int8), array(whole)
    return {
        "start": (lanes, lanes, whole, whole),
        "games": (lanes, whole, array(whole, 2), array(whole)),
        "reset": (lanes, turns),
        "check": (chosen, array(bits, 2), fault),
        "step": (lanes, chosen, fault, array(types.float32, 2), array(types.boolean), turns),
        "sample": (lanes, chosen),
        "observe": (lanes, turns, array(bits)),
        "mark": (lanes, array(bits, 2)),
    }


def test_simulated_they_play_the_same() -> None:
    code = "from tests.test_cuda import play_all; play_all()"
    env = {**os.environ, "TABLEE_TURBO": "off", "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def play_all() -> None:
    assert why_not() is None
    for name, game in KERNELS.items():
        compare_steps(name, game.options(), lanes=2, steps=4)
        compare_games(name, game.options(), lanes=2)


# ---- the law ----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), SETS, ids=IDS)
def test_on_a_gpu_they_play_the_same(name: str, options: Any, gpu: None) -> None:
    compare_steps(name, options, lanes=100, steps=100)
    compare_games(name, options, lanes=100)


def compare_steps(name: str, options: Any, lanes: int, steps: int) -> None:
    """Step by step, random actions and everything that is told are the same, and so are all records in the end."""
    from tablee.turbo.cuda.vector import DeviceVectorEnv

    game = KERNELS[name]
    ours, theirs = VectorEnv(game, options, lanes, seed=5), DeviceVectorEnv(game, options, lanes, seed=5)
    seen, shown = ours.reset(), theirs.reset()
    for _ in range(steps):
        for what in ("observations", "rewards", "done", "turns"):
            assert np.array_equal(getattr(seen, what), getattr(shown, what).numpy()), what
        assert np.array_equal(ours.action_masks(), theirs.action_masks())
        actions, chosen = ours.sample(), theirs.sample()
        assert np.array_equal(actions, chosen.numpy())
        ours.step(actions)
        theirs.step(chosen)
    compare_records(ours.records, theirs.records)
    assert np.array_equal(ours.state(), theirs.state())
    assert all(np.array_equal(cells, theirs.fields()[field]) for field, cells in ours.fields().items())
    again = pickle.loads(pickle.dumps(theirs))
    actions, chosen = ours.sample(), again.sample()
    assert ours.meaning(actions[0]) == again.meaning(chosen.numpy()[0])
    assert np.array_equal(ours.step(actions).observations, again.step(chosen).observations.numpy())
    compare_records(ours.records, again.records)


def compare_records(ours: Any, theirs: Any) -> None:
    """Field by field: what is between two fields is nothing, and NumPy does not copy it."""
    for field in ours.dtype.names:
        assert np.array_equal(ours[field], theirs[field]), field


def compare_games(name: str, options: Any, lanes: int) -> None:
    """Whole games: the same bytes, results and number of decisions."""
    from tablee.turbo.cuda.course import device_course, launch
    from tablee.turbo.cuda.device import cuda

    game = KERNELS[name]
    records = turbo.lanes(game, options, lanes, seed=777)
    ranks, shape = np.zeros((options.players, options.players), np.int64), (options.players, options.players)
    copied, counted = cuda.to_device(np.array(records, subok=False)), cuda.to_device(np.zeros(shape, np.int64))
    decisions = cuda.to_device(np.zeros(1, np.int64))
    launch(device_course(game).games, lanes, copied, 1, counted, decisions)
    assert turbo.course(game).games(records, 1, ranks) == decisions.copy_to_host()[0]
    assert np.array_equal(ranks, counted.copy_to_host())
    compare_records(records, copied.copy_to_host())


@pytest.mark.parametrize("name", KERNELS)
def test_many_games_have_the_figures_of_the_cpu(name: str, gpu: None) -> None:
    from tablee.turbo.cuda import many as on_gpu

    game = KERNELS[name]
    one, two = (play(game, game.options(), 2500, seed=3) for play in (many.play, on_gpu.play))
    assert (one.games, one.decisions) == (two.games, two.decisions) and np.array_equal(one.ranks, two.ranks)


def test_an_illegal_action_is_refused_and_nothing_has_changed(gpu: None) -> None:
    from tablee.turbo.cuda.vector import DeviceVectorEnv

    torch = pytest.importorskip("torch")
    game = KERNELS["sixteen"]
    env = DeviceVectorEnv(game, game.options(), 3)
    env.reset()
    actions = torch.from_dlpack(env.sample()).clone()
    actions[1], before = 57, env.records
    with pytest.raises(IllegalMove, match="lane 1"):
        env.step(actions)
    assert before.tobytes() == env.records.tobytes()


@pytest.mark.parametrize("library", ["torch", "jax.dlpack", "cupy"])
def test_other_libraries_share_the_memory(library: str, gpu: None) -> None:
    from tablee.turbo.cuda.vector import DeviceVectorEnv

    take: Callable[[Any], Any] = pytest.importorskip(library).from_dlpack
    game = KERNELS["code21"]
    seen = DeviceVectorEnv(game, game.options(), 64).reset()
    for what in ("observations", "masks", "rewards", "done", "turns"):
        array = getattr(seen, what)
        taken = take(array)
        assert tuple(taken.shape) == array.shape
        where = (
            taken.data_ptr()
            if library == "torch"
            else taken.unsafe_buffer_pointer()
            if "jax" in library
            else taken.data.ptr
        )
        assert where == array.__cuda_array_interface__["data"][0]
