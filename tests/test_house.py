"""The house's arrows and its purity, read from the imports."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablee

SOURCE = Path(tablee.__file__).parent
PURE = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "fractions", "functools", "itertools", "math",
    "msgspec", "operator", "random", "typing", "types",
}  # fmt: skip
CORE = {"bounds", "contract", "chance", "notation", "options", "tuples"}
RULES = {"options.py", "actions.py", "state.py", "rules.py", "view.py", "face.py", "__init__.py"}
KERNEL = {"turbo.py", "choices.py", "record.py", "observation.py", "packing.py", "kernel.py", "rack_tables.py"}
FACE = {"rich", "tablee.words"}
TURBO = {"numpy", "tablee.turbo.chance", "tablee.turbo.compiled", "tablee.turbo.interface", "tablee.turbo.layout"}
BOT = {"numpy", "tablee.turbo", "tablee.bots"}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names) if module == "tablee":
                yield from (f"tablee.{alias.name}" for alias in names)
            case ast.ImportFrom(module=str(module)):
                yield module


GAME_FILES = sorted((SOURCE / "games").glob("*/**/*.py"))


@pytest.mark.parametrize("path", GAME_FILES, ids=lambda path: path.relative_to(SOURCE / "games").as_posix())
def test_a_game_reads_no_clock_socket_or_file_and_knows_no_other_game(path: Path) -> None:
    own = f"tablee.games.{path.relative_to(SOURCE / 'games').parts[0]}"
    for name in imports(path):
        top = name.split(".")[0]
        allowed = (
            top in PURE
            or name == own
            or name.startswith(f"{own}.")
            or name in {f"tablee.{core}" for core in CORE}
            or (path.name == "face.py" and (top in FACE or name in FACE))
            or (path.name in KERNEL and (top in TURBO or name in TURBO))
            or (
                path.name not in RULES | KERNEL
                and any(name == module or name.startswith(f"{module}.") for module in BOT)
            )
        )
        assert allowed, f"{path.name} imports {name}"


@pytest.mark.parametrize("path", GAME_FILES, ids=lambda path: path.relative_to(SOURCE / "games").as_posix())
def test_a_game_makes_no_generator_of_its_own(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"Random", "SystemRandom", "open", "print", "input"}


@pytest.mark.parametrize("name", sorted(CORE))
def test_the_core_knows_no_game(name: str) -> None:
    assert all("games" not in module for module in imports(SOURCE / f"{name}.py"))


def test_nobody_names_a_machine_or_a_registry() -> None:
    root = SOURCE.parent.parent
    files = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split()
    found = [
        name
        for name in files
        if (root / name).is_file() and name.endswith((".py", ".md", ".toml", ".lock", ".json", "Makefile", "run"))
        and re.search(r"(^|[^a-z.])/(work|root|home)/[a-z]|(?<!emit-)index-url|\"resolved\": \"http",
                      (root / name).read_text(encoding="utf-8"))
        and name != "tests/test_house.py"
    ]  # fmt: skip
    assert found == []
