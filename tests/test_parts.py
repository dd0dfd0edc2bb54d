"""The optional parts of a game: each has what its Protocol says, is loaded in one place, and has a known name."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import tablee
import tablee.games.coda.bots
import tablee.games.coda.bounds
import tablee.games.coda.claims
import tablee.games.coda.entry
import tablee.games.coda.face
import tablee.games.coda.figures
import tablee.games.coda.kernel
import tablee.games.coda.notepad
import tablee.games.coda.policy
import tablee.games.coda.position
import tablee.games.coda.posterior
import tablee.games.coda.redeal
import tablee.games.coda.widest
import tablee.games.golden21.collection
from tablee.contract import AnyGame
from tablee.games import GAMES, part_protocols, parts
from tablee.games.coda.actions import Act
from tablee.games.coda.options import Options
from tablee.games.coda.state import State
from tablee.games.coda.view import View
from tablee.games.golden21.options import Options as GoldenOptions
from tablee.games.part_checks import PartError

SOURCE = Path(tablee.__file__).parent
PEARL = Path(__file__).parent / "outside" / "pearl" / "pearl"

# The type checker reads these lines: a module of ours is what its Protocol says.
BOTS: part_protocols.BotsPart[View, Act] = tablee.games.coda.bots
POSTERIOR: part_protocols.PosteriorPart[View] = tablee.games.coda.posterior
KERNEL: part_protocols.KernelPart[Options, State, Act, View] = tablee.games.coda.kernel
POLICIES: part_protocols.PoliciesPart = tablee.games.coda.policy
CLAIMS: part_protocols.ClaimsPart = tablee.games.coda.claims
FACE: part_protocols.FacePart[View] = tablee.games.coda.face
ENTRY: part_protocols.EntryPart[View] = tablee.games.coda.entry
NOTEPAD: part_protocols.NotepadPart[View] = tablee.games.coda.notepad
POSITION: part_protocols.PositionPart[Options, View] = tablee.games.coda.position
FIGURES: part_protocols.FiguresPart[State] = tablee.games.coda.figures
WIDEST: part_protocols.WidestPart[View, State] = tablee.games.coda.widest
REDEAL: part_protocols.RedealPart[State] = tablee.games.coda.redeal
BOUNDS: part_protocols.BoundsPart[Options] = tablee.games.coda.bounds
COLLECTION: part_protocols.CollectionPart[GoldenOptions] = tablee.games.golden21.collection


@pytest.fixture
def pearl(tmp_path: Path) -> Iterator[tuple[AnyGame, Path]]:
    """Pearl without its parts, in a folder to which files can be added."""
    package = f"pearl_{tmp_path.name.replace('-', '_')}"
    copy = tmp_path / package
    copy.mkdir()
    shutil.copy(PEARL / "__init__.py", copy)
    sys.path.insert(0, str(tmp_path))
    try:
        yield __import__(package).GAME, copy
    finally:
        sys.path.remove(str(tmp_path))
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]


@pytest.mark.parametrize("name", GAMES)
def test_every_file_of_a_game_has_a_known_name(name: str) -> None:
    parts.check_files(GAMES[name])


@pytest.mark.parametrize("name", GAMES)
def test_every_part_of_a_game_loads(name: str) -> None:
    game = GAMES[name]
    for part in (parts.bots, parts.kernel, parts.policies, parts.claims, parts.face, parts.figures, parts.bounds):
        assert part(game) is not None, part.__name__
    assert (parts.posterior(game) is None) == (name == "golden21")
    assert (parts.collection(game) is None) == (name != "golden21")
    assert parts.presets(game)
    assert parts.board(game) is None


def test_a_part_that_is_not_there_is_none(pearl: tuple[AnyGame, Path]) -> None:
    game, _ = pearl
    assert parts.bots(game) is None and parts.figures(game) is None and parts.presets(game) == {}


def test_a_part_without_a_function_is_named(pearl: tuple[AnyGame, Path]) -> None:
    game, folder = pearl
    (folder / "figures.py").write_text("def figure(state): return {}\n")
    with pytest.raises(PartError, match=r"^game pearl: figures.py has no function figures$"):
        parts.figures(game)


def test_a_function_that_takes_something_else_is_named(pearl: tuple[AnyGame, Path]) -> None:
    game, folder = pearl
    (folder / "widest.py").write_text("def widest(view): return view\n")
    with pytest.raises(PartError, match=r"game pearl: widest.py has a function widest that does not take 2 arguments"):
        parts.widest(game)


def test_a_part_without_a_value_or_with_one_of_another_kind_is_named(pearl: tuple[AnyGame, Path]) -> None:
    game, folder = pearl
    (folder / "bots.py").write_text("BOTS = 3\n")
    with pytest.raises(PartError, match=r"game pearl: bots.py has no BOTS: Sequence\[Bot"):
        parts.bots(game)
    (folder / "policy.py").write_text("POLICY = {}\n")
    with pytest.raises(PartError, match=r"game pearl: policy.py has no POLICIES"):
        parts.policies(game)


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        ("('club',)", "has something in BOTS that is no Bot: 'club'"),
        ("(Bot('coda', 'club', None, None),)", "has a bot of another game: coda club"),
        ("(Bot('pearl', 'random', None, None),)", "'random'"),
        ("(Bot('pearl', 'club', None, None), Bot('pearl', 'club', None, None))", "'club'"),
        ("(Bot('pearl', 'my level!', None, None),)", "'my level!'"),
    ],
)
def test_what_is_wrong_with_bots_is_said(pearl: tuple[AnyGame, Path], bots: str, why: str) -> None:
    game, folder = pearl
    (folder / "bots.py").write_text(f"from tablee.bots.bot import Bot\nBOTS = {bots}\n")
    with pytest.raises(PartError) as caught:
        parts.bots(game)
    assert str(caught.value).startswith("game pearl: bots ") and why in str(caught.value)


@pytest.mark.parametrize("text", ["[]", "{", '{"big": {"players": "77"}}', '{"big": {"size": "3"}}'])
def test_presets_that_are_no_options_of_the_game_are_named(pearl: tuple[AnyGame, Path], text: str) -> None:
    game, folder = pearl
    (folder / "presets.json").write_text(text)
    with pytest.raises(PartError, match=r"game pearl: presets.json does not hold options of this game"):
        parts.presets(game)


@pytest.mark.parametrize(
    "name", ["figurs.py", "bot.py", "helpers", "word.fr.json", "rules.md", "notes.txt", "bots.json"]
)
def test_a_file_of_an_unknown_name_is_an_error(pearl: tuple[AnyGame, Path], name: str) -> None:
    game, folder = pearl
    parts.check_files(game)
    (folder / name).touch() if "." in name else (folder / name).mkdir()
    with pytest.raises(PartError, match=rf"game pearl: {name} is no known part of a game"):
        parts.check_files(game)


def test_a_module_that_the_rules_are_written_with_is_declared(pearl: tuple[AnyGame, Path]) -> None:
    game, folder = pearl
    (folder / "dice.py").touch()
    assert parts.unknown_files(game) == ["dice.py"]
    parts.check_files(replace(game, modules=("dice",)))


def test_a_declared_module_is_there(pearl: tuple[AnyGame, Path]) -> None:
    with pytest.raises(PartError, match=r"game pearl: cups.py is declared in Game.modules, but is not there"):
        parts.check_files(replace(pearl[0], modules=("cups",)))


def test_parts_of_games_are_looked_for_in_one_place() -> None:
    lookers = [
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if re.search(
            r"(find_spec|import_module|__import__)\(f?[\"'a-z].*(package|games)", path.read_text(encoding="utf-8")
        )
    ]
    assert sorted(lookers) == ["games/__init__.py", "games/parts.py"]
