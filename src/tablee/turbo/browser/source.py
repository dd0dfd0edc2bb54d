"""The source of a game's module as a digest: all functions that its exports reach, and the numbers that they use.

It changes exactly when one of them changes, whatever else changes in their files: comments and texts do not count.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from hashlib import sha256
from textwrap import dedent
from types import ModuleType
from typing import Any

import numpy as np

from tablee.contract import AnyGame
from tablee.turbo.browser import MODULES
from tablee.turbo.browser.exports import exports

OWN = "tablee."


def digest(game: AnyGame) -> str:
    """Of everything from which the module is made, but the compiler."""
    from tablee import turbo

    record = turbo.compiled_kernel(game).record.dtype
    found = sorted({part for export in exports(game) for part in reached(export.function)})
    names = [export.symbol for export in exports(game)]
    texts = [repr(record), *names, *found, (MODULES.parent / "memory.ll").read_text()]
    return sha256("\n".join(texts).encode()).hexdigest()


def reached(function: Callable[..., Any]) -> set[str]:
    """The text of this function and of all that it calls, and the constants that these use."""
    found: dict[int, str] = {}
    left: list[Any] = [function]
    while left:
        one = left.pop()
        plain = getattr(one, "py_func", one)
        if id(plain) in found:
            continue
        found[id(plain)] = text_of(plain)
        for name, value in used(plain):
            if inspect.isfunction(getattr(value, "py_func", value)):
                if getattr(value, "py_func", value).__module__.startswith(OWN):
                    left.append(value)
            elif not isinstance(value, ModuleType | type) and not callable(value):
                found[id(value), name] = f"{plain.__qualname__}: {name} = {write(value)}"  # type: ignore[index]
    return set(found.values())


def used(function: Any) -> Iterator[tuple[str, Any]]:
    """The globals and the free variables of a function, by name."""
    seen = inspect.getclosurevars(function)
    yield from sorted({**seen.globals, **seen.nonlocals}.items())


def write(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {sha256(np.ascontiguousarray(value).tobytes()).hexdigest()}"
    return repr(value)


def text_of(function: Any) -> str:
    """Its code, without comments, decorators and docstring."""
    tree = ast.parse(dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    tree.decorator_list = []
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:]
    return f"{function.__module__}: {ast.unparse(tree)}"
