"""Compiled play. The rules are written once for people (`rules.py`) and once for speed (`turbo.py`, beside them).

A kernel is a value, `KERNEL` in `games/<game>/kernel.py`; `tablee.turbo.interface` says what it has. Its functions
stand in three files: `turbo.py` plays over a flat record, `observation.py` says what a seat sees, and `packing.py`
translates from the rules and back. Record and observation are each declared once (`tablee.turbo.layout`).

The law `turbo` (`tablee.testing.turbo`) plays both and compares everything at every move, so they cannot drift.

Compiled players stand in `games/<game>/policy.py`: `POLICIES`, at most three by name, each a compiled function of the
record that answers with a legal action of the awaited seat, from nothing but what that seat may know. One that plays
exactly as a bot of some level does has the name of that level. What many games are to be asked stands in `claims.py`:
see `tablee.turbo.counting`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.contract import AnyGame, Options
from tablee.games import parts
from tablee.turbo import chance, compiled
from tablee.turbo.interface import Kernel

COMPILED_BY_GAME: Final = (
    "begin", "awaits", "happen", "legal", "choose", "act", "rank", "score", "observe",
)  # fmt: skip
MOST_POLICIES: Final = 3  # of a game's own: as many as `course.answer` has room for


@cache
def kernel(game: AnyGame) -> Kernel:
    """The game's kernel; ModuleNotFoundError where it has none."""
    found = parts.kernel(game)
    if found is None:
        raise ModuleNotFoundError(f"the game {game.name} has no kernel")
    return found


@cache
def policies(game: AnyGame) -> dict[str, Callable[[Any], int]]:
    """The compiled players of this game by name: `random`, and then those of its own."""
    part = parts.policies(game)
    return {"random": kernel(game).choose, **(part.POLICIES if part is not None else {})}


def cast(game: AnyGame, names: Sequence[str]) -> NDArray[np.int64]:
    """By seat, the number of its player among the `policies`."""
    known = list(policies(game))
    return np.array([known.index(name) for name in names], np.int64)


@cache
def course(game: AnyGame, policy: Callable[[Any], int] | None = None) -> Any:
    """What is the same for all games, compiled for this one: whole games, rollouts, steps of many lanes.

    `course.py` is loaded once a game, with that game's functions in its place, under a name of its own: so the compiler
    sees plain functions, can join them, and can keep the result on disk. A `policy` (a compiled function of the record
    that answers with a legal action) takes the place of random choice; what it becomes is not kept, as the compiler
    could not tell it from the same functions without it.
    """
    name = f"tablee.turbo.course_{game.name}" + ("" if policy is None else f"_by_{policy.__name__}")
    spec = spec_from_file_location(name, Path(__file__).with_name("course.py"))
    assert spec and spec.loader
    module: ModuleType = module_from_spec(spec)
    names: dict[str, Any] = {name: getattr(kernel(game), name) for name in COMPILED_BY_GAME}
    names["ACTIONS"] = kernel(game).actions
    names |= {"kernel": compiled.kernel, "joined": compiled.joined}
    if policy is not None:
        names |= {"choose": policy, "kernel": compiled.passing}
    else:
        names |= {f"policy_{n}": player for n, player in enumerate(policies(game).values()) if n}
    for n in range(1, 1 + MOST_POLICIES):
        names.setdefault(f"policy_{n}", names["choose"])
    if asked := parts.claims(game):
        names |= {"note": asked.note, "answer_as": asked.answer}
    vars(module).update(names)
    sys.modules[spec.name] = module  # what is kept on disk asks for it by name
    spec.loader.exec_module(module)
    return module


def lanes(game: AnyGame, options: Options, count: int, seed: int = 0, first: int = 0) -> Any:
    """`count` records with these options, each with its own stream: lane n of a seed is the same wherever it runs."""
    records = np.zeros(count, kernel(game).record.dtype).view(np.recarray)
    for n in range(count):
        kernel(game).agree(records[n], options)
        chance.seed(records[n], seed, first + n)
    return records
