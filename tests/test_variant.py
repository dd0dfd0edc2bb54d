"""A variant of one of our games as an outside package, made of values, without a copy of its rules: Sixteen to 21."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installing import PEARL, environment, install_package
from tests.processes import program
from tests.terminal.test_plain import first_legal
from tests.waiting import PATIENCE

SOURCE = PEARL.parent / "sixteen21"

PLAYED = """
from random import Random
from tablee.games import GAMES, parts
from tablee.bots import bots
from tablee.testing import check, playout
GAME = GAMES["sixteen21"]
assert list(bots(GAME)) == ["random"] and parts.face(GAME) is not None
totals = set()
for seed in range(20):
    for before, move, after in playout(GAME, GAME.options(), Random(seed)):
        if len(after.series) > len(before.series) and after.series[-1].kind == "sixteen":
            totals.add(sum(card.value for card in after.series[-1].cards))
print(totals)
check(GAME, games=1)
import pickle
assert pickle.loads(pickle.dumps(GAME)) is GAME
"""

READ = """
import msgspec
from tablee.bots.thinking import read_view
from tablee.games import GAMES
game = GAMES["sixteen21"]
view = game.view(game.start(game.options(first=0)), 0)
print(read_view(game, msgspec.Raw(msgspec.json.encode(view))).options.goal)
"""


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    install_package(SOURCE, folder)
    return folder


def python(beside: Path, *args: str) -> str:
    done = subprocess.run(
        [sys.executable, *args], capture_output=True, encoding="utf-8", cwd=beside, env=environment(beside), check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_short() -> None:
    assert len((SOURCE / "sixteen21" / "__init__.py").read_text(encoding="utf-8").splitlines()) < 30


def test_it_has_its_own_goal_and_obeys_the_laws(beside: Path) -> None:
    assert python(beside, "-c", PLAYED).strip() == "{21}"


def test_it_has_its_own_words_and_those_of_sixteen(beside: Path) -> None:
    assert "Sixteen with another goal: exactly 21" in python(beside, "-m", "tablee", "--lang", "en", "games")
    assert "V21-01" in python(beside, "-m", "tablee", "--lang", "fr", "rules", "sixteen21")
    code = (
        "from tablee.words import words; from tablee.games import GAMES; print(words('fr', GAMES['sixteen21']).title)"
    )
    assert python(beside, "-c", code).strip() == "Sixteen à 21"
    code = code.replace(".title", ".option('jokers')")
    assert python(beside, "-c", code).strip() == "Jokers"


def test_it_is_played_by_bots_and_measured(beside: Path, tmp_path: Path) -> None:
    flags = ["--games", "12", "--jobs", "1", "--out", str(tmp_path / "run"), "--json", str(tmp_path / "figures.json")]
    python(beside, "-m", "tablee", "lab", "run", "sixteen21", *flags)
    assert json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))["games"] == 12
    python(beside, "-m", "tablee", "arena", "sixteen21", "--games", "4", "--journal", str(tmp_path / "journal"))
    assert python(beside, "-c", READ).strip() == "21"


def test_it_is_played_to_its_end_in_the_terminal(beside: Path, tmp_path: Path) -> None:
    record = tmp_path / "a.game"
    command = ["-m", "tablee", "--lang", "en", "play", "sixteen21", "--seat", "human", "--seat", "bot:random"]
    with program(
        *command, "--record", str(record), "--seed", "4", stdin=subprocess.PIPE, stderr=None, env=environment(beside)
    ) as process:
        heard = first_legal(process)
        assert process.wait(PATIENCE) == 0
    assert record.read_text(encoding="utf-8").splitlines()[1] == "game: sixteen21 1"
    assert any("(S16-42)" in line for line in heard)
