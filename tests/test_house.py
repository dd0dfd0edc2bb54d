"""The structure of the source, read from its imports: which part may import which, and what a game may not do."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

import tablee

SOURCE = Path(tablee.__file__).parent
ROOT = SOURCE.parent.parent

# The parts of the program, each with its modules; the first pattern that fits decides.
PARTS: dict[str, tuple[str, ...]] = {
    "core": ("contract", "chance", "notation", "options", "tuples", "bounds", "awaits", "help", "told_line"),
    "words": ("words", "languages", "box", "short_names"),
    "record": ("record",),
    "branches": ("branches",),
    "poll": ("poll",),
    "real": ("real",),
    "entry": ("entry",),
    "notebook": ("notebook", "notebook_events"),
    "sheets": ("sheets",),
    "lesson": ("lesson",),
    "puzzles": ("puzzles",),
    "positions": ("positions",),
    "workers": ("workers",),
    "claims": ("claims", "claim_markdown"),
    "statistics": ("statistics",),
    "games": (
        "games",
        "games.parts",
        "games.part_checks",
        "games.part_protocols",
        "games.printed_box",
        "games.lesson_file",
    ),
    "game face": ("games.*.face", "games.*.player_aid", "games.*.sheet", "games.*.notepad"),
    "game entry": ("games.*.entry",),
    "game kernel": (
        "games.*.turbo",
        "games.*.choices",
        "games.*.record",
        "games.*.observation",
        "games.*.packing",
        "games.*.kernel",
        "games.*.rack_tables",
        "games.*.learning",
    ),
    "game bots": (
        "games.*.bots",
        "games.*.bots.*",
        "games.*.policy",
        "games.*.posterior",
        "games.*.reading",
        "games.*.widest",
        "games.*.notebook",
        "games.*.puzzles",
        "games.*.position",
    ),
    "game claims": ("games.*.claims",),
    "game rules": ("games.*",),
    "part types": (
        "puzzle_file",
        "position_fields",
        "bots.bot",
        "bots.posterior",
        "note_questions",
        "turbo.interface",
        "turbo.layout",
    ),
    "turbo": ("turbo", "turbo.*"),
    "bots": ("bots", "bots.*"),
    "testing": ("testing", "testing.*"),
    "rl": ("rl", "rl.*"),
    "terminal": ("terminal", "terminal.*"),
    "lab.arena": ("lab.arena", "lab.arena.*"),
    "lab.runs": ("lab.runs", "lab.runs.*"),
    "lab.claims": ("lab.claims", "lab.claims.*"),
    "lab": ("lab",),
    "learn": ("learn", "learn.*"),
    "lab.shared": ("lab.*",),
    "server.store": ("server.store", "server.store.*"),
    "server.people": ("server.people", "server.people.*"),
    "server.tables": ("server.tables", "server.tables.*"),
    "server.protocol": ("server.protocol", "server.protocol.*"),
    "server.base": (
        "server.config",
        "server.config_file",
        "server.log",
        "server.ids",
        "server.limits",
        "server.metering",
        "server.metrics",
        "server.refusals",
        "server.timekeeping",
        "server.fair_queue",
        "server.worker_pool",
    ),
    "browser": ("browser", "browser.*"),
    "server": ("server", "server.*"),
    "command": (
        "__main__",
        "command_line",
        "puzzle_commands",
        "position_commands",
        "command_texts",
        "completion",
        "lab_flags",
        "play_flags",
    ),
    "package": ("__init__",),
}
# Which part imports which. `python -m scripts.architecture_diagram` draws it in docs/architecture.md.
ARROWS: dict[str, set[str]] = {
    "core": set(),
    "words": {"core", "games"},
    "record": {"core"},
    "branches": {"core", "record", "games"},
    "poll": {"core"},
    "real": {"core", "games"},
    "entry": {"core", "words", "games", "real"},
    "notebook": {"core", "record", "games"},
    "sheets": {"core", "words", "record", "games"},
    "lesson": {"core", "record", "games"},
    "puzzles": {"core", "record", "poll", "games", "part types", "bots"},
    "positions": {"core", "games", "part types"},
    "workers": set(),
    "claims": {"core", "words"},
    "statistics": set(),
    "games": {"core", "part types"},
    "game face": {"core", "words", "game rules", "part types"},
    "game entry": {"core", "game rules"},
    "game kernel": {"core", "game rules", "part types", "turbo"},
    "game bots": {"core", "notebook", "game kernel", "game rules", "part types", "turbo", "bots"},
    "game claims": {"game kernel", "game bots", "game rules", "part types", "turbo"},
    "game rules": {"core"},
    "part types": {"core"},
    "turbo": {"core", "statistics", "games", "part types"},
    "bots": {"core", "record", "poll", "games", "part types", "turbo", "workers"},
    "testing": {"core", "words", "record", "lesson", "poll", "games", "part types", "turbo", "bots"},
    "rl": {"core", "record", "poll", "games", "part types", "turbo", "bots"},
    "terminal": {
        "core",
        "words",
        "record",
        "poll",
        "real",
        "entry",
        "notebook",
        "sheets",
        "games",
        "part types",
        "bots",
    },
    "lab.arena": {"core", "words", "statistics", "bots", "lab.shared"},
    "lab.runs": {"core", "words", "poll", "statistics", "games", "turbo", "bots", "lab.arena", "lab.shared"},
    "lab.claims": {"core", "words", "claims", "games", "turbo", "lab.shared"},
    "lab": {"lab.runs"},
    "learn": {"core", "words", "games", "turbo", "bots", "lab.arena", "lab.shared"},
    "lab.shared": {"core", "words", "record", "poll", "workers", "games", "bots"},
    "server.store": {"server.base"},
    "server.people": {"core", "words", "record", "games", "server.store", "server.base"},
    "server.tables": {
        "core",
        "record",
        "branches",
        "notebook",
        "poll",
        "real",
        "workers",
        "entry",
        "games",
        "bots",
        "server.store",
        "server.people",
        "server.base",
    },
    "server.protocol": {
        "package",
        "core",
        "words",
        "record",
        "lesson",
        "puzzles",
        "positions",
        "branches",
        "notebook",
        "sheets",
        "claims",
        "games",
        "part types",
        "bots",
        "server.store",
        "server.people",
        "server.tables",
        "server.base",
    },
    "server.base": {"core", "words", "workers"},
    "browser": {"server.base", "server.people", "server.protocol", "server.store", "server.tables", "turbo"},
    "server": {
        "words",
        "record",
        "games",
        "server.store",
        "server.people",
        "server.tables",
        "server.protocol",
        "server.base",
    },
    "command": {
        "package",
        "core",
        "words",
        "record",
        "claims",
        "puzzles",
        "positions",
        "games",
        "part types",
        "bots",
        "terminal",
        "lab.arena",
        "lab.runs",
        "learn",
        "server",
    },
    "package": set(),
}
IMPURE_CALLS = {"Random", "SystemRandom", "open", "print", "input"}
STANDARD = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "fractions", "functools", "itertools", "math",
    "msgspec", "operator", "random", "typing", "types",
}  # fmt: skip
FROM_OUTSIDE = {  # what the parts of a game import from other packages
    "game rules": STANDARD,
    "game face": STANDARD | {"rich"},
    "game entry": STANDARD,
    "game kernel": STANDARD | {"numpy"},
    "game bots": STANDARD | {"numpy"},
    "game claims": STANDARD | {"numpy"},
}
LONGEST = 450  # lines of a file
SLOTS = {"Options", "State", "View"}  # what the contract calls so in every game


@cache
def syntax(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def module_name(path: Path) -> str:
    """The name inside the package: `games.coda.rules`; a folder's own file has the folder's name."""
    names = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" and len(names) > 1 else names)


MODULES = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}
GAME_MODULES = [
    name for name, path in MODULES.items() if path.is_relative_to(SOURCE / "games") and path.parent != SOURCE / "games"
]


def part_of(module: str) -> str:
    found = [part for part, patterns in PARTS.items() if any(fnmatchcase(module, one) for one in patterns)]
    assert found, f"{module} belongs to no part of the table"
    return found[0]


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything that runs: what stands under `if TYPE_CHECKING` is for the type checker alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        yield from statements(node)


def imported(module: str) -> Iterator[str]:
    """The full name of everything that a module imports."""
    for node in statements(syntax(MODULES[module])):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(origin), names=names, level=0):
                yield from (f"{origin}.{alias.name}" for alias in names)
            case ast.ImportFrom():
                raise AssertionError(f"{module} has a relative import")


def imported_modules(module: str) -> set[str]:
    """The modules of this package among them."""
    found = set()
    for name in imported(module):
        if name.split(".")[0] == "tablee":
            inside = name.removeprefix("tablee").removeprefix(".")
            while inside not in MODULES:
                inside = inside.rpartition(".")[0] or "__init__"
            found.add(inside)
    return found


@cache
def drawn() -> dict[str, set[str]]:
    """The arrows as they are."""
    arrows: dict[str, set[str]] = {part: set() for part in PARTS}
    for module in MODULES:
        arrows[part_of(module)] |= {part_of(other) for other in imported_modules(module)} - {part_of(module)}
    return arrows


# ---- arrows ---------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS)
def test_a_part_imports_what_the_table_says_and_nothing_else(part: str) -> None:
    assert drawn()[part] == ARROWS[part]


def test_arrows_never_lead_back() -> None:
    def reached(part: str, seen: frozenset[str] = frozenset()) -> Iterator[str]:
        for other in ARROWS[part] - seen:
            yield other
            yield from reached(other, seen | {other})

    assert [part for part in PARTS if part in reached(part)] == []


@pytest.mark.parametrize("module", GAME_MODULES)
def test_a_game_knows_no_other_game(module: str) -> None:
    own = ".".join(module.split(".")[:2])
    others = [other for other in imported_modules(module) if other.startswith("games")]
    assert [other for other in others if other != own and not other.startswith(f"{own}.")] == []


# ---- games ----------------------------------------------------------------------------


@pytest.mark.parametrize("module", GAME_MODULES)
def test_a_game_reads_no_clock_socket_or_file(module: str) -> None:
    tops = {name.split(".")[0] for name in imported(module)} - {"tablee"}
    assert tops - FROM_OUTSIDE[part_of(module)] == set()


@pytest.mark.parametrize("module", GAME_MODULES)
def test_a_game_makes_no_generator_of_its_own(module: str) -> None:
    for node in ast.walk(syntax(MODULES[module])):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in IMPURE_CALLS


# ---- names and sizes ------------------------------------------------------------------


def test_a_public_class_name_is_defined_once() -> None:
    """A game's folder is a namespace of its own: two games may both have a `Declare`. Elsewhere a name is one thing."""
    places: dict[str, set[str]] = defaultdict(set)
    for module, path in MODULES.items():
        for node in ast.walk(syntax(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].add(module)
    twice = {}
    for name, modules in places.items():
        games = {".".join(module.split(".")[:2]) for module in modules if module in GAME_MODULES}
        inside = [module for module in modules if module in GAME_MODULES]
        outside = len(modules) - len(inside)
        if outside > 1 or (outside and inside and name not in SLOTS) or len(inside) > len(games):
            twice[name] = sorted(modules)
    assert twice == {}


@pytest.mark.parametrize("module", MODULES)
def test_a_file_is_short_enough_to_be_read_in_one_go(module: str) -> None:
    assert len(MODULES[module].read_text(encoding="utf-8").splitlines()) < LONGEST


def test_no_file_is_excused_from_the_linter() -> None:
    assert "per-file-ignores" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


# ---- what does not belong into the repository -----------------------------------------


def test_nothing_names_a_machine_or_a_registry() -> None:
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    kinds = (".py", ".md", ".toml", ".lock", ".json", "Makefile", "run")
    forbidden = re.compile(r"(^|[^a-z.])/(work|root|home)/[a-z]|(?<!emit-)index-url|\"resolved\": \"http")
    texts = {name: ROOT / name for name in files if name.endswith(kinds) and name != "tests/test_house.py"}
    found = [name for name, file in texts.items() if file.is_file() and forbidden.search(file.read_text("utf-8"))]
    assert found == []
