"""The adapters are extras: nothing else in the house needs them, and what they share needs none of the libraries."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import tablee

SOURCE = Path(tablee.__file__).parent
ADAPTERS = ("pettingzoo", "gymnasium", "openspiel")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)


def test_nothing_else_imports_an_adapter() -> None:
    others = [path for path in SOURCE.rglob("*.py") if path.parent.name != "rl"]
    assert len(others) > 50
    assert [path for path in others for name in imports(path) if name.startswith("tablee.rl")] == []


def test_who_is_asked_when_needs_the_contract_and_nothing_else() -> None:
    tops = {name.split(".")[0] for name in imports(SOURCE / "rl" / "turns.py")}
    assert tops == {"__future__", "collections", "dataclasses", "random", "typing", "msgspec", "tablee"}
    ours = {name for path in ("rl/turns.py", "poll.py") for name in imports(SOURCE / path) if name.startswith("tablee")}
    assert all(name.startswith(("tablee.contract", "tablee.poll")) for name in ours)


def test_no_adapter_imports_another() -> None:
    for name in ADAPTERS:
        ours = {module for module in imports(SOURCE / "rl" / f"{name}.py") if module.startswith("tablee.rl.")}
        assert all(not module.startswith(f"tablee.rl.{other}") for module in ours for other in ADAPTERS)


def test_what_adapters_share_needs_none_of_the_libraries() -> None:
    for name in ("turns", "numbering", "moments", "opponents", "rendering"):
        tops = {module.split(".")[0] for module in imports(SOURCE / "rl" / f"{name}.py")}
        assert not tops & {"pyspiel", "gymnasium", "pettingzoo"}
