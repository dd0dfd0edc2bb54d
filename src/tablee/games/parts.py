"""The optional parts of a game: what each must have, and the one place where they are loaded.

A game's folder may hold more than its rules. Each such part is a file of a known name with known contents: a Protocol
below says which. A part is loaded when somebody first asks for it. One that is missing is None. One that is there but
lacks something is a `PartError`, which names the game, the file and what is missing.

| file             | what it is for                                                   | asked for with      |
|------------------|------------------------------------------------------------------|---------------------|
| `bots`           | its own bots, by level (a file or a folder)                      | `bots(game)`        |
| `posterior.py`   | what may be behind a view                                        | `posterior(game)`   |
| `kernel.py`      | the rules for speed, with `turbo`, `observation` and `packing`   | `kernel(game)`      |
| `policy.py`      | compiled players                                                 | `policies(game)`    |
| `claims.py`      | what many games are asked                                        | `claims(game)`      |
| `face.py`        | how a table looks in a terminal                                  | `face(game)`        |
| `player_aid.py`  | what players look up while they play, in a terminal              | `player_aid(game)`  |
| `sheet.py`       | the whole score sheet, in a terminal                             | `sheet(game)`       |
| `entry.py`       | what people type by value, and what they are asked               | `entry(game)`       |
| `figures.py`     | what a graph of a game shows                                     | `figures(game)`     |
| `widest.py`      | what may still come, as far as a seat can tell                   | `widest(game)`      |
| `notebook.py`    | a real table as one player knows it                              | `notebook(game)`    |
| `notepad.py`     | that notebook in a terminal: what is asked and crossed out       | `notepad(game)`     |
| `collection.py`  | what a player takes home from a game                             | `collection(game)`  |
| `bounds.py`      | how long a game can be                                           | `bounds(game)`      |
| `presets.json`   | options that go well together                                    | `presets(game)`     |
| `box.json`       | what its box says: age, time, whose game it is                   | `box(game)`         |
| `lesson.json`    | a guided first game                                              | `lesson(game)`      |
| `board.js`       | what the page draws, for a game from outside                     | `board(game)`       |

Any other file is an error: a misspelt name would silently switch a feature off. Modules that the rules themselves are
written with are declared in `Game.modules`.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias, TypeVar, cast

import msgspec

from tablee.bounds import Bounds
from tablee.contract import A, Action, AnyGame, Game, O, Options, S, V
from tablee.games.lesson_file import Lesson
from tablee.games.part_checks import PartError, check_bots, check_module
from tablee.games.printed_box import PrintedBox

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text

    from tablee.bots.bot import Bot
    from tablee.bots.posterior import Posterior
    from tablee.entry import Typed
    from tablee.help import Help
    from tablee.note_questions import Picks, Step
    from tablee.notebook import NotedLine, NotedMove
    from tablee.turbo.counting import Question
    from tablee.turbo.interface import Kernel, Lane, Policy
    from tablee.words import Words

Presets: TypeAlias = Mapping[str, Mapping[str, str]]  # by name, options as a record writes them

O_in = TypeVar("O_in", bound=Options, contravariant=True)
S_in = TypeVar("S_in", contravariant=True)
V_in = TypeVar("V_in", contravariant=True)
A_in = TypeVar("A_in", bound=Action, contravariant=True)


# ---- what each part has -----------------------------------------------------------------


class BotsPart(Protocol[V_in, A_in]):
    """`bots`: its levels from the weakest to the strongest. `random` is every game's and not among them."""

    @property
    def BOTS(self) -> Sequence[Bot[V_in, A_in]]: ...


class PosteriorPart(Protocol[V_in]):
    """`posterior.py`: what may be behind a view, where something is hidden."""

    def posterior(self, view: V_in, /) -> Posterior: ...


class KernelPart(Protocol[O, S, A, V]):
    """`kernel.py`: the rules for speed, as one value (see `tablee.turbo.interface`)."""

    @property
    def KERNEL(self) -> Kernel[O, S, A, V]: ...


class PoliciesPart(Protocol):
    """`policy.py`: compiled players by name. One that plays exactly as a bot of some level has that level's name."""

    @property
    def POLICIES(self) -> Mapping[str, Policy]: ...


class ClaimsPart(Protocol):
    """`claims.py`: what many games are asked (see `tablee.turbo.counting`)."""

    @property
    def PLAYERS(self) -> Sequence[str]: ...
    @property
    def COUNTERS(self) -> int: ...
    @property
    def MEMORY(self) -> int: ...
    @property
    def CLAIMS(self) -> Mapping[str, Question]: ...

    def answer(self, g: Lane, player: int, /) -> int: ...
    def note(self, g: Lane, seat: int, action: int, memo: NDArray[np.int64], counts: NDArray[np.int64], /) -> None: ...


class FacePart(Protocol[V_in]):
    """`face.py`: a table in a terminal, as its lines."""

    def draw(self, view: V_in, words: Words, names: Sequence[str], /) -> list[Text]: ...


class SheetPart(Protocol[V_in]):
    """`sheet.py`: all that players would have written down, as the lines of a terminal."""

    def sheet(self, view: V_in, words: Words, names: Sequence[str], /) -> list[Text]: ...


class PlayerAidPart(Protocol):
    """`player_aid.py`: what players look up while they play, as the lines of a terminal."""

    def player_aid(self, words: Words, /) -> list[Text]: ...


class EntryPart(Protocol[V_in]):
    """`entry.py`: what people type by value, read as an action, and what a seat is asked.

    `read` gives None for what the game does not read by itself. `question` is a key of the section `table`, with facts.
    The fact `several` says that so many outcomes are entered at once, though others come between them: a whole hand.
    """

    def read(self, view: V_in, typed: Typed, /) -> Action | None: ...
    def question(self, view: V_in, /) -> tuple[str, Mapping[str, object]]: ...


class FiguresPart(Protocol[S_in]):
    """`figures.py`: what a graph of a game shows, each figure by seat."""

    def figures(self, state: S_in, /) -> Mapping[str, tuple[float, ...]]: ...


class WidestPart(Protocol[V_in, S]):
    """`widest.py`: a world that fits the view, changed so that all may still come that this seat does not see."""

    def widest(self, view: V_in, world: S, /) -> S: ...


class NotebookPart(Protocol[V_in]):
    """`notebook.py`: a real table as one player knows it (see `tablee.notebook`).

    `EYES` says whose: a player's, or a spectator's, where only the score is kept.
    """

    @property
    def EYES(self) -> Literal["player", "spectator"]: ...

    def read(self, view: V_in, note: NotedLine, /) -> NotedMove:
        """What a note means; NotationError where it says nothing, or too little."""
        ...

    def forced(self, view: V_in, /) -> str | None:
        """The next line, where nobody has to type it: this seat is told the same whatever happens."""
        ...

    def certain(self, view: V_in, /) -> Mapping[str, str]:
        """What this seat can know for certain of what it does not see: places that keep their names, and values."""
        ...


class NotepadPart(Protocol[V_in]):
    """`notepad.py`: a notebook in a terminal (see `tablee.note_questions`)."""

    def next_note(self, view: V_in, seat: int, picks: Picks, words: Words, names: Sequence[str], /) -> Step:
        """The next question after these answers, or the lines that they make."""
        ...

    def say_certain(self, place: str, value: str, view: V_in, words: Words, names: Sequence[str], /) -> str:
        """What was certain, as a sentence; `place` is a name that the part `notebook.py` gave."""
        ...

    def pad(
        self, view: V_in, help: Help, chances: Mapping[str, Mapping[str, float]], words: Words, names: Sequence[str], /
    ) -> list[Text]:
        """What is crossed out, as far as this help goes. `chances`: with full help, what the posterior says."""
        ...


class CollectionPart(Protocol[O_in]):
    """`collection.py`: by how much a game adds to each player's collection; () where nothing was staked."""

    def gained(self, options: O_in, ranks: Sequence[int], /) -> tuple[int, ...]: ...


class BoundsPart(Protocol[O_in]):
    """`bounds.py`: how long a game can be, and how many outcomes chance can have."""

    def bounds(self, options: O_in, /) -> Bounds: ...


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


def has_notebook(game: AnyGame) -> bool:
    return _exists(game.package, "notebook")


def notebook(game: Game[O, S, A, V]) -> NotebookPart[V] | None:
    return cast("NotebookPart[V] | None", _load(game, "notebook"))


def notepad(game: Game[O, S, A, V]) -> NotepadPart[V] | None:
    return cast("NotepadPart[V] | None", _load(game, "notepad"))


def collection(game: Game[O, S, A, V]) -> CollectionPart[O] | None:
    return cast("CollectionPart[O] | None", _load(game, "collection"))


def bounds(game: Game[O, S, A, V]) -> BoundsPart[O] | None:
    return cast("BoundsPart[O] | None", _load(game, "bounds"))


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
    "claims": ClaimsPart,
    "face": FacePart,
    "player_aid": PlayerAidPart,
    "sheet": SheetPart,
    "entry": EntryPart,
    "figures": FiguresPart,
    "widest": WidestPart,
    "notebook": NotebookPart,
    "notepad": NotepadPart,
    "collection": CollectionPart,
    "bounds": BoundsPart,
}
DATA: Final = re.compile(
    r"words\.[A-Za-z0-9-]+\.json|rules\.[A-Za-z0-9-]+\.md|claims(\.[A-Za-z0-9-]+)?\.json|presets\.json|box\.json|lesson\.json|board\.js|py\.typed"
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
