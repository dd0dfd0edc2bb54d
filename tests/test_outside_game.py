"""A game from outside the package joins the shelf through its entry point, and lacks nothing: docs/adding-a-game.md."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pearl
import pytest

from tablee.games import GAMES
from tablee.words import rules, words

PEARL = Path(__file__).parent / "outside" / "pearl"

RECORD = """\
tablee: 1
game: pearl 1
options: players=3
seats: Ana; Bo; Cyd

*: rolled 3
*: rolled 4
*: rolled 6
1: lift
0: guess 17
"""


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Pearl is installed, as an installer would leave it: the package, and what it declares."""
    folder = tmp_path_factory.mktemp("installed")
    shutil.copytree(PEARL / "pearl", folder / "pearl", ignore=shutil.ignore_patterns("__pycache__"))
    project = tomllib.loads((PEARL / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    (info / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items())
            for group, entries in project["entry-points"].items()
        )
    )
    return folder


def python(beside: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Another process, in which Pearl is installed."""
    path = os.pathsep.join(filter(None, [str(beside), os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, *args],
        capture_output=True,
        encoding="utf-8",
        cwd=beside,
        env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
        check=False,
    )


def test_it_is_not_on_the_shelf_unless_it_is_installed() -> None:
    assert "pearl" not in GAMES


def test_once_installed_it_stands_on_the_shelf_after_the_games_of_the_house(beside: Path) -> None:
    done = python(beside, "-c", "from tablee.games import GAMES; print(*GAMES)")
    assert done.stdout.split() == [*GAMES, "pearl"], done.stderr


def test_it_obeys_the_laws_like_any_other(beside: Path) -> None:
    code = (
        "from tablee.games import GAMES; from tablee.testing import check; check(GAMES['pearl'], games=3); print('ok')"
    )
    done = python(beside, "-c", code)
    assert done.stdout == "ok\n", done.stderr


def test_the_command_lists_it(beside: Path) -> None:
    done = python(beside, "-m", "tablee", "games", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("pearl ")


def test_the_command_shows_its_rules(beside: Path) -> None:
    done = python(beside, "-m", "tablee", "rules", "pearl", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "guess the sum of everyone's hidden dice" in done.stdout


def test_the_command_replays_its_record(beside: Path, tmp_path: Path) -> None:
    file = tmp_path / "pearl.game"
    file.write_text(RECORD, encoding="utf-8")
    done = python(beside, "-m", "tablee", "replay", str(file), "--seat", "0", "--json")
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    assert (shown["game"], shown["moves"]) == ("pearl", 5)
    assert shown["awaits"] == {"kind": "choice", "seats": [1, 2], "free": [0]}
    assert shown["views"]["0"]["dice"] == [3, 4, None]
    assert shown["legal"]["0"] == ["lift"]


def test_the_command_plays_it_to_its_end_and_keeps_a_record_that_replays(beside: Path, tmp_path: Path) -> None:
    file = tmp_path / "played.game"
    seats = [word for _ in range(3) for word in ("--seat", "bot")]
    done = python(beside, "-m", "tablee", "play", "pearl", "--plain", *seats, "--seed", "7", "--record", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    again = python(beside, "-m", "tablee", "replay", str(file), "--json")
    assert json.loads(again.stdout)["awaits"]["kind"] == "over", again.stderr


def test_without_words_of_its_own_it_is_shown_as_it_is_written() -> None:
    about = words("fr", pearl.GAME)
    assert (about.title, about.tagline) == ("Pearl", "")
    assert about.move("guess 7", ["Ana", "Bo"]) == "guess 7"
    assert about.line("0: guess ?", None, ["Ana", "Bo"]) == "0: guess ?"
    assert rules(pearl.GAME, "fr") == pearl.__doc__
