"""The examples of training are short and are checked; `make examples` also runs them for a few steps.

PyTorch and its kind are larger than all the rest together, so they have an environment of their own and no lock file.
Without it, what can be checked is: that the examples are short, and that all they use of Tablée is there.
"""

from __future__ import annotations

import ast
import os
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from tablee.__main__ import main

EXAMPLES = Path(__file__).parent.parent / "examples"
STEPS = {
    "sb3_maskable_ppo.py": ["--steps", "64", "--games", "2"],
    "torch_ppo.py": ["1"],
    "torchrl_ppo.py": ["--updates", "1", "--measured", "2"],
}


@pytest.mark.parametrize("name", STEPS)
def test_an_example_is_short_and_uses_what_is_there(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) < 60
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tablee"):
            assert all(hasattr(import_module(node.module), alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                assert not alias.name.startswith("tablee") or import_module(alias.name)


@pytest.mark.skipif("TABLEE_EXAMPLES" not in os.environ, reason="`make examples` runs them")
@pytest.mark.parametrize("name", STEPS)
def test_an_example_runs(name: str) -> None:
    done = subprocess.run(
        [os.environ["TABLEE_EXAMPLES"], str(EXAMPLES / name), *STEPS[name]], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("won 0.") + done.stdout.count("won 1.") == 2  # before and after


LOAD = """
import minari
found = minari.load_dataset("sixteen/random-v0")
assert {len(one.actions) + 1 for one in found} == {len(one.observations["observation"]) for one in found}, found
assert sum(float(one.rewards[-1]) for one in found) == 0 and sum(one.terminations.sum() for one in found) == len(found)
print(len(found))
"""


@pytest.mark.skipif("TABLEE_EXAMPLES" not in os.environ, reason="`make examples` runs them")
def test_games_are_loaded_by_minari_in_one_line(tmp_path: Path) -> None:
    few = ["--games", "3", "--bots", "random", "--jobs", "1", "--lang", "en", "--out", str(tmp_path / "games")]
    assert main(["lab", "games", "sixteen", *few]) == 0
    python, env = os.environ["TABLEE_EXAMPLES"], {**os.environ, "MINARI_DATASETS_PATH": str(tmp_path / "minari")}
    command = ["-m", "tablee.rl.minari", str(tmp_path / "games"), "sixteen/random-v0"]
    subprocess.run([python, *command], check=True, env=env, timeout=300)
    done = subprocess.run([python, "-c", LOAD], check=True, env=env, capture_output=True, text=True, timeout=300)
    assert done.stdout == "6\n"  # two seats in each game
