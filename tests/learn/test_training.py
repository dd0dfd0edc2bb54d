"""`tablee learn` for a few updates. `make examples` runs it, because it needs PyTorch."""

from __future__ import annotations

import csv
import json
import os
import subprocess
from pathlib import Path

import pytest

from tablee.__main__ import main

pytestmark = pytest.mark.skipif("TABLEE_EXAMPLES" not in os.environ, reason="`make examples` runs it")
FEW = ["--lanes", "24", "--seed", "5", "--every", "1", "--games", "4", "--against", "random"]


def learn(folder: Path, decisions: int, *more: str, game: str = "code21") -> subprocess.CompletedProcess[str]:
    command = [os.environ["TABLEE_EXAMPLES"], "-m", "tablee", "--lang", "en", "learn", game, "--out", str(folder)]
    return subprocess.run(
        [*command, "--decisions", str(decisions), *FEW, *more], capture_output=True, text=True, timeout=600
    )


def test_a_training_goes_on_where_it_was_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    done = learn(tmp_path / "whole", 1500)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the net wins") == 3
    # A training that was stopped after two updates: its folder, without the last one.
    stopped = learn(tmp_path / "parts", 1500, "--stop", "2")
    assert stopped.returncode == 0, stopped.stderr
    assert stopped.stdout.count("the net wins") == 2
    assert learn(tmp_path / "parts", 1500).stdout.count("the net wins") == 1
    whole, parts = ((tmp_path / name / "net.bin").read_bytes() for name in ("whole", "parts"))
    assert whole == parts
    rows = list(csv.DictReader((tmp_path / "parts" / "curve.csv").read_text().splitlines()))
    assert [int(row["updates"]) for row in rows] == [1, 2, 3]
    assert json.loads(whole.partition(b"\n")[0])["decisions"] == int(rows[-1]["decisions"]) >= 1500


def test_other_settings_are_refused_and_lose_nothing(tmp_path: Path) -> None:
    assert learn(tmp_path, 500).returncode == 0
    before = (tmp_path / "net.bin").read_bytes()
    refused = learn(tmp_path, 600)
    assert refused.returncode == 1
    assert "holds a training with other settings; use --fresh to start again" in refused.stderr
    assert (tmp_path / "net.bin").read_bytes() == before


@pytest.mark.parametrize("game", ["coda", "code777", "golden21", "sixteen"])
def test_it_learns_every_game_and_the_net_plays_without_pytorch(game: str, tmp_path: Path) -> None:
    done = learn(tmp_path, 500, game=game)
    assert done.returncode == 0, done.stderr
    few = ["--games", "4", "--bots", f"net:{tmp_path / 'net.bin'},random", "--journal", str(tmp_path / "journal")]
    assert main(["arena", game, *few]) == 0
