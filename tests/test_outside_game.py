"""A game from outside the package joins the shelf through its entry point, and lacks nothing: docs/adding-a-game.md."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pearl
import pytest

from tablee.games import GAMES
from tablee.words import rules, words
from tests.installing import PEARL, environment, install_pearl

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
    """A folder in which Pearl is installed."""
    folder = tmp_path_factory.mktemp("installed")
    install_pearl(folder)
    return folder


def python(beside: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Another process, in which Pearl is installed."""
    return subprocess.run(
        [sys.executable, *args],
        capture_output=True,
        encoding="utf-8",
        cwd=beside,
        env=environment(beside),
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
    seats = [word for _ in range(3) for word in ("--seat", "bot:diver")]
    done = python(beside, "-m", "tablee", "play", "pearl", "--plain", *seats, "--seed", "7", "--record", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    again = python(beside, "-m", "tablee", "replay", str(file), "--json")
    assert json.loads(again.stdout)["awaits"]["kind"] == "over", again.stderr


def test_a_game_of_one_file_is_shown_as_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "pearl").mkdir()
    shutil.copy(PEARL / "pearl" / "__init__.py", tmp_path / "pearl")
    code = """
import pearl
from tablee import bots
from tablee.words import rules, words
about = words("fr", pearl.GAME)
assert (about.title, about.tagline) == ("Pearl", "")
assert about.move("guess 7", ["Ana", "Bo"]) == "guess 7"
assert about.line("0: guess ?", None, ["Ana", "Bo"]) == "0: guess ?"
assert rules(pearl.GAME, "fr") == pearl.__doc__
assert bots.levels(pearl.GAME) == ["random"]
print("ok")
"""
    done = python(tmp_path, "-c", code)
    assert done.stdout == "ok\n", done.stderr


def test_its_words_levels_presets_and_rules_are_its_own() -> None:
    about = words("fr", pearl.GAME)
    assert (about.title, about.level("diver"), about.bot("diver")) == ("Perle", "pêcheur de perles", "Pêcheur")
    assert (about.preset("duel"), about.preset("usual")) == ("Un duel rapide", "Comme dans la boîte")
    assert (about.level("club"), about.bot("moka"), about.level("oracle")) == ("joueur de club", "Moka", "oracle")
    assert about.line("0: guess ?", None, ["Ana", "Bo"]) == "Ana a fait son annonce"
    assert "**PRL-03**" in rules(pearl.GAME, "fr")


def test_the_server_sends_them_to_the_page(beside: Path) -> None:
    code = """
import json, msgspec
from tablee.games import GAMES
from tablee.server.protocol.catalogue import boxes
from tablee.server.protocol.games_api import cached_words
box = msgspec.to_builtins(boxes()[-1])
print(json.dumps([box, json.loads(cached_words(GAMES["pearl"], "fr").body)]))
"""
    done = python(beside, "-c", code)
    box, said = json.loads(done.stdout)
    assert box["levels"] == ["random", "diver"] and box["level_names"]["diver"]["fr"] == "pêcheur de perles"
    assert box["bot_names"]["diver"] == {"en": "Diver", "fr": "Pêcheur"}
    assert box["presets"] == {"duel": {"players": "2", "sides": "4"}}
    assert box["preset_names"]["duel"]["fr"] == "Un duel rapide" and not box["board"]
    assert said["moves"]["lift"] == "Lever le gobelet" and said["fields"]["dice"] == "Dés"
    assert said["seat_fields"] == ["lifted", "silent"]
