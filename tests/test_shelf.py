"""Games from outside that cannot be loaded are named and left out; they never stop the program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.games import GAMES
from tests.installing import PEARL, environment, install


def add_game(folder: Path, distribution: str, entry: str, code: str = "", **files: str) -> None:
    """Installs a distribution with one package: `bots__py` is its bots.py."""
    package = folder / distribution
    package.mkdir()
    (package / "__init__.py").write_text(code, encoding="utf-8")
    for name, text in files.items():
        (package / name.replace("__", ".")).write_text(text, encoding="utf-8")
    install(folder, distribution, entry)


def copy_of_pearl(name: str) -> str:
    code = (PEARL / "pearl" / "__init__.py").read_text(encoding="utf-8")
    return code.replace('name="pearl"', f'name="{name}"')


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=folder,
        env={**environment(folder), "TABLEE_TURBO": "off"},
    )


def listed(folder: Path) -> tuple[list[str], str]:
    """What `tablee games` prints, and what it says on standard error."""
    done = run(folder, "-m", "tablee", "games", "--lang", "en")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize(
    ("entry", "code", "why"),
    [
        ("broken = broken.missing:GAME", "", "ModuleNotFoundError: No module named 'broken.missing'"),
        ("broken = broken:GAME", "", "AttributeError: module 'broken' has no attribute 'GAME'"),
        ("broken = broken:GAME", "1 / 0", "ZeroDivisionError: division by zero"),
        ("broken = broken:GAME", "raise SystemExit(3)", "SystemExit: 3"),
        ("broken = broken:GAME", "GAME = 'a game'", "broken:GAME is no Game"),
        ("broken = broken:GAME", copy_of_pearl("My Game"), "'My Game' is no name for a game"),
    ],
)
def test_a_game_that_fails_to_load_is_named_and_left_out(tmp_path: Path, entry: str, code: str, why: str) -> None:
    add_game(tmp_path, "broken", entry, code)
    lines, errors = listed(tmp_path)
    assert [line.split()[0] for line in lines[: len(GAMES)]] == list(GAMES)
    assert lines[len(GAMES) :][0].startswith("Not loaded: broken (from broken): ") and why in lines[-1]
    assert "the game broken of broken is left out" in errors and why in errors


def test_words_that_are_no_words_keep_a_game_from_the_shelf(tmp_path: Path) -> None:
    add_game(tmp_path, "gem", "gem = gem:GAME", copy_of_pearl("gem"), words__fr__json='{"title": "Gemme"}')
    lines, _ = listed(tmp_path)
    assert lines[-1] == "Not loaded: gem (from gem): words.fr.json does not hold a title and a tagline"


def test_a_name_of_ours_is_taken(tmp_path: Path) -> None:
    add_game(tmp_path, "fake", "sixteen = fake:GAME", copy_of_pearl("sixteen"))
    lines, errors = listed(tmp_path)
    assert lines[-1] == "Not loaded: sixteen (from fake): the name sixteen is already taken by tablee"
    assert "already taken by tablee" in errors
    done = run(tmp_path, "-c", "from tablee.games import GAMES; print(GAMES['sixteen'].package)")
    assert done.stdout == "tablee.games.sixteen\n"


def test_a_name_that_another_distribution_took_first_is_taken_by_it(tmp_path: Path) -> None:
    add_game(tmp_path, "first", "gem = first:GAME", copy_of_pearl("gem"))
    add_game(tmp_path, "second", "gem = second:GAME", copy_of_pearl("gem"))
    lines, _ = listed(tmp_path)
    assert lines[len(GAMES)].startswith("gem ")
    both = {"Not loaded: gem (from first): the name gem is already taken by second",
            "Not loaded: gem (from second): the name gem is already taken by first"}  # fmt: skip
    assert lines[-1] in both


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("BOTS = 3", "game gem: bots.py has no BOTS"),
        ("BOTS = ('club',)", "game gem: bots has something in BOTS that is no Bot: 'club'"),
        ("import nothing_like_this", "game gem: bots cannot be imported: ModuleNotFoundError"),
    ],
)
def test_bots_that_are_no_bots_are_named_and_the_game_is_played_with_random(
    tmp_path: Path, code: str, why: str
) -> None:
    add_game(tmp_path, "gem", "gem = gem:GAME", copy_of_pearl("gem"), bots__py=code)
    done = run(
        tmp_path, "-c", "from tablee import bots; from tablee.games import GAMES; print(bots.levels(GAMES['gem']))"
    )
    assert done.stdout == "['random']\n" and why in done.stderr
    seats = [word for _ in range(3) for word in ("--seat", "bot")]
    played = run(tmp_path, "-m", "tablee", "play", "gem", "--plain", *seats, "--record", str(tmp_path / "gem.game"))
    assert played.returncode == 0, played.stderr


def test_the_shelf_that_the_server_sends_leaves_out_what_is_faulty(tmp_path: Path) -> None:
    add_game(tmp_path, "gem", "gem = gem:GAME", copy_of_pearl("gem"), bots__py="BOTS = 3", presets__json='{"a": 1}')
    code = (
        "import msgspec; from tablee.server.protocol.catalogue import boxes;"
        "print(msgspec.json.encode(boxes()[-1]).decode())"
    )
    done = run(tmp_path, "-c", code)
    box = json.loads(done.stdout)
    assert (box["name"], box["levels"], box["presets"], box["claims"]) == ("gem", ["random"], {}, False)
    assert "game gem: bots.py has no BOTS" in done.stderr and "game gem: presets.json" in done.stderr


USES = """
from random import Random
from tablee import bots, record
from tablee.box import label
from tablee.games import GAMES
from tablee.server.protocol.study_jobs import study_record
from tablee import real
from tablee.terminal.face import draw_fields, face, player_aid
from tablee.words import words

game = GAMES["gem"]
state = game.start(game.options())
view = game.view(state, 0)
assert face(game) is draw_fields and player_aid(game) is None
assert bots.posterior(game, view) is None
assert label(game, words("en", game))
assert real.outcomes(game, game.view(state, None))
with open("gem.game", encoding="utf-8") as file:
    assert study_record(file.read()).figures == {}
"""


def test_faulty_parts_of_a_game_from_outside_are_named_and_done_without(tmp_path: Path) -> None:
    faulty = ("face", "player_aid", "figures", "widest", "posterior", "collection")
    parts = {f"{name}__py": "1 / 0" for name in faulty}
    add_game(tmp_path, "gem", "gem = gem:GAME", copy_of_pearl("gem"), box__json="[]", **parts)
    seats = [word for _ in range(3) for word in ("--seat", "bot")]
    played = run(tmp_path, "-m", "tablee", "play", "gem", "--plain", *seats, "--record", str(tmp_path / "gem.game"))
    assert played.returncode == 0, played.stderr
    done = run(tmp_path, "-c", USES)
    assert done.returncode == 0, done.stderr
    for name in ("face", "player_aid", "figures", "widest", "posterior"):
        assert f"game gem: {name} cannot be imported: ZeroDivisionError" in done.stderr
    assert "game gem: box.json" in done.stderr
