"""The optional parts of a game: what each must have, and the one place where they are loaded.

A game's folder may hold more than its rules. Each such part is a file of a known name with known contents: a Protocol
in `part_protocols` says which. A part is loaded when somebody first asks for it. One that is missing is None. One that
is there but lacks something is a `PartError`, which names the game, the file and what is missing.

| file             | what it is for                                                   | asked for with      |
|------------------|------------------------------------------------------------------|---------------------|
| `bots`           | its own bots, by level (a file or a folder)                      | `bots(game)`        |
| `posterior.py`   | what may be behind a view                                        | `posterior(game)`   |
| `kernel.py`      | the rules for speed, with `turbo`, `observation` and `packing`   | `kernel(game)`      |
| `policy.py`      | compiled players                                                 | `policies(game)`    |
| `learning.py`    | what a net is shown                                              | `learning(game)`    |
| `reading.py`     | what a reader knows who knows how a bot chooses                  | `reading(game)`     |
| `claims.py`      | what many games are asked                                        | `claims(game)`      |
| `face.py`        | how a table looks in a terminal                                  | `face(game)`        |
| `player_aid.py`  | what players look up while they play, in a terminal              | `player_aid(game)`  |
| `sheet.py`       | the whole score sheet, in a terminal                             | `sheet(game)`       |
| `entry.py`       | what people type by value, and what they are asked               | `entry(game)`       |
| `figures.py`     | what a graph of a game shows                                     | `figures(game)`     |
| `widest.py`      | what may still come, as far as a seat can tell                   | `widest(game)`      |
| `redeal.py`      | the lines that a seat was told, completed from another world     | `redeal(game)`      |
| `notebook.py`    | a real table as one player knows it                              | `notebook(game)`    |
| `notepad.py`     | that notebook in a terminal: what is asked and crossed out       | `notepad(game)`     |
| `position.py`    | a position that somebody enters, without the game before it      | `position(game)`    |
| `collection.py`  | what a player takes home from a game                             | `collection(game)`  |
| `bounds.py`      | how long a game can be                                           | `bounds(game)`      |
| `puzzles.py`     | positions with one best answer, and why others are wrong         | `puzzles(game)`     |
| `presets.json`   | options that go well together                                    | `presets(game)`     |
| `box.json`       | what its box says: age, time, whose game it is                   | `box(game)`         |
| `lesson.json`    | a guided first game                                              | `lesson(game)`      |
| `puzzles.json`   | some of its puzzles                                              | `puzzle_set(game)`  |
| `board.js`       | what the page draws, for a game from outside                     | `board(game)`       |

Any other file is an error: a misspelt name would silently switch a feature off. Modules that the rules themselves are
written with are declared in `Game.modules`.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, cast

import msgspec

from tablee.contract import A, AnyGame, Game, O, S, V
from tablee.games.lesson_file import Lesson
from tablee.games.part_checks import PartError, check_bots, check_module
from tablee.games.part_protocols import (
    BotsPart,
    BoundsPart,
    ClaimsPart,
    CollectionPart,
    EntryPart,
    FacePart,
    FiguresPart,
    KernelPart,
    LearningPart,
    NotebookPart,
    NotepadPart,
    PlayerAidPart,
    PoliciesPart,
    PositionPart,
    PosteriorPart,
    PuzzlesPart,
    ReadingPart,
    RedealPart,
    SheetPart,
    WidestPart,
)
from tablee.games.printed_box import PrintedBox
from tablee.puzzle_file import PuzzleSet

if TYPE_CHECKING:
    from tablee.turbo.interface import Kernel

Presets: TypeAlias = Mapping[str, Mapping[str, str]]  # by name, options as a record writes them


# ---- asking for one ---------------------------------------------------------------------


def bots(game: Game[O, S, A, V]) -> BotsPart[V, A] | None:
    part = cast("BotsPart[V, A] | None", _load(game, "bots"))
    if part is not None:
        check_bots(game, part.BOTS)
    return part


def posterior(game: Game[O, S, A, V]) -> PosteriorPart[V] | None:
    return cast("PosteriorPart[V] | None", _load(game, "posterior"))


def has_kernel(game: AnyGame) -> bool:
    """Whether there is one. `kernel` itself imports NumPy and may load the compiler."""
    return _exists(game.package, "kernel")


def kernel(game: Game[O, S, A, V]) -> Kernel[O, S, A, V] | None:
    part = cast("KernelPart[O, S, A, V] | None", _load(game, "kernel"))
    return None if part is None else part.KERNEL


def policies(game: AnyGame) -> PoliciesPart | None:
    return cast("PoliciesPart | None", _load(game, "policy"))


def learning(game: AnyGame) -> LearningPart | None:
    return cast("LearningPart | None", _load(game, "learning"))


def reading(game: Game[O, S, A, V]) -> ReadingPart[V, S] | None:
    return cast("ReadingPart[V, S] | None", _load(game, "reading"))


def has_claims(game: AnyGame) -> bool:
    return _exists(game.package, "claims")


def claims(game: AnyGame) -> ClaimsPart | None:
    return cast("ClaimsPart | None", _load(game, "claims"))


def face(game: Game[O, S, A, V]) -> FacePart[V] | None:
    return cast("FacePart[V] | None", _load(game, "face"))


def sheet(game: Game[O, S, A, V]) -> SheetPart[V] | None:
    return cast("SheetPart[V] | None", _load(game, "sheet"))


def player_aid(game: AnyGame) -> PlayerAidPart | None:
    return cast("PlayerAidPart | None", _load(game, "player_aid"))


def entry(game: Game[O, S, A, V]) -> EntryPart[V] | None:
    return cast("EntryPart[V] | None", _load(game, "entry"))


def figures(game: Game[O, S, A, V]) -> FiguresPart[S] | None:
    return cast("FiguresPart[S] | None", _load(game, "figures"))


def widest(game: Game[O, S, A, V]) -> WidestPart[V, S] | None:
    return cast("WidestPart[V, S] | None", _load(game, "widest"))


def redeal(game: Game[O, S, A, V]) -> RedealPart[S] | None:
    return cast("RedealPart[S] | None", _load(game, "redeal"))


def has_notebook(game: AnyGame) -> bool:
    return _exists(game.package, "notebook")


def notebook(game: Game[O, S, A, V]) -> NotebookPart[V] | None:
    return cast("NotebookPart[V] | None", _load(game, "notebook"))


def notepad(game: Game[O, S, A, V]) -> NotepadPart[V] | None:
    return cast("NotepadPart[V] | None", _load(game, "notepad"))


def has_position(game: AnyGame) -> bool:
    return _exists(game.package, "position")


def position(game: Game[O, S, A, V]) -> PositionPart[O, V] | None:
    return cast("PositionPart[O, V] | None", _load(game, "position"))


def collection(game: Game[O, S, A, V]) -> CollectionPart[O] | None:
    return cast("CollectionPart[O] | None", _load(game, "collection"))


def bounds(game: Game[O, S, A, V]) -> BoundsPart[O] | None:
    return cast("BoundsPart[O] | None", _load(game, "bounds"))


def has_puzzles(game: AnyGame) -> bool:
    return _exists(game.package, "puzzles")


def puzzles(game: Game[O, S, A, V]) -> PuzzlesPart[V, A] | None:
    return cast("PuzzlesPart[V, A] | None", _load(game, "puzzles"))


@cache
def presets(game: AnyGame) -> Presets:
    """Options that go well together, by name; empty if the game suggests none."""
    from tablee import options as agreed

    source = folder(game) / "presets.json"
    if not source.is_file():
        return {} if game.base is None else presets(game.base)
    try:
        found = msgspec.json.decode(source.read_bytes(), type=dict[str, dict[str, str]])
        for preset in found.values():
            agreed.read(game.options, preset)
    except ValueError as error:  # no JSON, no such option, or not such a value
        raise PartError(game.name, "presets.json", f"does not hold options of this game: {error}") from error
    return found


@cache
def box(game: AnyGame) -> PrintedBox:
    """What its box says; empty if the game has no `box.json`."""
    source = folder(game) / "box.json"
    if not source.is_file():
        return PrintedBox() if game.base is None else box(game.base)
    try:
        return msgspec.json.decode(source.read_bytes(), type=PrintedBox)
    except msgspec.DecodeError as error:
        raise PartError(game.name, "box.json", f"does not say what a box says: {error}") from error


@cache
def lesson(game: AnyGame) -> Lesson | None:
    """A guided first game. A variant has no lesson but its own: what captions say would not be true there."""
    source = folder(game) / "lesson.json"
    if not source.is_file():
        return None
    try:
        return msgspec.json.decode(source.read_bytes(), type=Lesson)
    except msgspec.DecodeError as error:
        raise PartError(game.name, "lesson.json", f"is not a lesson: {error}") from error


@cache
def puzzle_set(game: AnyGame) -> PuzzleSet | None:
    """The puzzles that it comes with; `puzzles.py` asks and proves them."""
    source = folder(game) / "puzzles.json"
    if not source.is_file():
        return None
    try:
        found = msgspec.json.decode(source.read_bytes(), type=PuzzleSet)
    except msgspec.DecodeError as error:
        raise PartError(game.name, "puzzles.json", f"holds no puzzles: {error}") from error
    if (found.game, found.version) != (game.name, game.version):
        raise PartError(game.name, "puzzles.json", f"is of {found.game} {found.version}")
    return found


def board(game: AnyGame) -> bytes | None:
    """The JavaScript module with which the page draws this game."""
    source = folder(game) / "board.js"
    return source.read_bytes() if source.is_file() else None


def folder(game: AnyGame) -> Traversable:
    """The folder of the game's files."""
    return files(game.package)


def docstring(game: AnyGame) -> str:
    """The docstring of the game's `__init__.py`."""
    return import_module(game.package).__doc__ or game.name


T = TypeVar("T")


def load_or_skip(load: Callable[[AnyGame], T], game: AnyGame, otherwise: T) -> T:
    """A part, or `otherwise` if it is faulty. The fault is logged; everything that works without this part goes on."""
    try:
        return load(game)
    except PartError as error:
        _log_once(str(error))
        return otherwise


@cache
def _log_once(fault: str) -> None:
    logging.getLogger("tablee.games").warning("%s", fault)


def check_parts(game: AnyGame) -> None:
    """Raises PartError if any part is not as it must be. This loads all of them."""
    bots(game)
    presets(game)
    box(game)
    lesson(game)
    puzzle_set(game)
    for name in PROTOCOLS:
        _load(game, name)


# ---- loading and checking ---------------------------------------------------------------


RULES: Final = ("__init__", "options", "actions", "state", "rules", "view")
KERNEL: Final = ("turbo", "choices", "record", "observation", "packing")  # what `kernel.py` is made of
PROTOCOLS: Final[Mapping[str, type[object]]] = {
    "bots": BotsPart,
    "posterior": PosteriorPart,
    "kernel": KernelPart,
    "policy": PoliciesPart,
    "learning": LearningPart,
    "reading": ReadingPart,
    "claims": ClaimsPart,
    "face": FacePart,
    "player_aid": PlayerAidPart,
    "sheet": SheetPart,
    "entry": EntryPart,
    "figures": FiguresPart,
    "widest": WidestPart,
    "redeal": RedealPart,
    "notebook": NotebookPart,
    "notepad": NotepadPart,
    "position": PositionPart,
    "collection": CollectionPart,
    "bounds": BoundsPart,
    "puzzles": PuzzlesPart,
}
DATA: Final = re.compile(
    r"words\.[A-Za-z0-9-]+\.json|rules\.[A-Za-z0-9-]+\.md|claims(\.[A-Za-z0-9-]+)?\.json|presets\.json|box\.json|lesson\.json|puzzles\.json|board\.js|py\.typed"
)
INHERITED: Final = ("face", "entry", "player_aid", "figures", "collection", "bounds")  # by a variant
OURS: Final = "tablee.games."
IGNORED: Final = ("__pycache__", ".")  # what tools leave behind


def _load(game: AnyGame, name: str) -> ModuleType | None:
    """A module of the game's folder, checked against its Protocol."""
    if game.package.startswith(OURS):
        _check_files_once(game)
    if _exists(game.package, name):
        return _load_checked(game.name, game.package, name)
    return _load(game.base, name) if game.base is not None and name in INHERITED else None


@cache
def _check_files_once(game: AnyGame) -> None:
    check_files(game)


@cache
def _exists(package: str, name: str) -> bool:
    try:
        return find_spec(f"{package}.{name}") is not None
    except ModuleNotFoundError:  # a game in a single file has no parts
        return False


@cache
def _load_checked(game: str, package: str, name: str) -> ModuleType:
    try:
        module = import_module(f"{package}.{name}")
    except Exception as error:
        raise PartError(game, name, f"cannot be imported: {error!r}") from error
    check_module(game, name, module, PROTOCOLS[name])
    return module


def unknown_files(game: AnyGame) -> list[str]:
    """Files of the game's folder that are neither a part of a known name nor declared in `Game.modules`."""
    known = {*RULES, *KERNEL, *PROTOCOLS, *game.modules}
    found: list[str] = []
    for entry in folder(game).iterdir():
        if entry.name.startswith(IGNORED) or DATA.fullmatch(entry.name):
            continue
        stem, dot, ending = entry.name.partition(".")
        if stem not in known or (dot and ending != "py") or (entry.is_dir() and stem in RULES):
            found.append(entry.name)
    return sorted(found)


def check_files(game: AnyGame) -> None:
    """PartError if a file of the game's folder has an unknown name, or a declared module is missing."""
    for name in unknown_files(game):
        raise PartError(game.name, name, "is no known part of a game: see tablee.games.parts, and Game.modules")
    for name in game.modules:
        if not _exists(game.package, name):
            raise PartError(game.name, f"{name}.py", "is declared in Game.modules, but is not there")
