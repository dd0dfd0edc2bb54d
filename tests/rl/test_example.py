"""The example that solves a small Code 21, on the last soldiers of it."""

from __future__ import annotations

import time
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "openspiel_code21.py"


def example() -> Any:
    spec = spec_from_file_location("openspiel_code21", EXAMPLE)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_exploitability_goes_down(capsys: pytest.CaptureFixture[str]) -> None:
    run = example()
    state = run.reduced((0, 9, 12)).new_initial_state().child(0)
    for text in ("play 9 down", "play 0 down", "play 0 down"):
        state = state.child(state.string_to_action(text))
    tree, known = run.read_out(state)
    assert tree.num_players() == 2 and tree.utility_sum() == 0 and known > 50
    solver = run.solve(tree, 64, time.perf_counter())
    gains = [float(line.split()[1]) for line in capsys.readouterr().out.splitlines()]
    assert len(gains) == 7 and gains[-1] < 0.05 < gains[0]
    opening = solver.average_policy().action_probabilities(tree.new_initial_state())
    assert sum(opening.values()) == pytest.approx(1)
