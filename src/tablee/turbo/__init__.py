"""Compiled play. The rules are written once for people (`rules.py`) and once for speed (`turbo.py`, beside them).

A kernel is a value, `KERNEL` in `games/<game>/kernel.py`; `tablee.turbo.interface` says what it has. Its functions
are in three files: `turbo.py` plays over a flat record, `observation.py` says what a seat sees, and `packing.py`
translates from the rules and back. Record and observation are each declared once (`tablee.turbo.layout`).

The law `turbo` (`tablee.testing.turbo`) plays both and compares everything at every move, so they cannot drift apart.

Compiled players are in `games/<game>/policy.py`: `POLICIES`, by name, each a compiled function of the record that
returns a legal action of the awaited seat, using only what that seat may know. A policy with the name of a level
plays exactly like that level. Questions for many games are in `claims.py`: see `tablee.turbo.counting`.

The loops around a kernel are the same for all games (`tablee.turbo.course`). They are built for each game, compiled
when they are first called, and cached on disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.contract import AnyGame, Options
from tablee.games import parts
from tablee.turbo import chance
from tablee.turbo.compiled import ClosureCompiler
from tablee.turbo.course import CountGames, Course, NoteGames, build_count_games, build_course, build_note_games
from tablee.turbo.interface import AnyKernel, Policy


@cache
def kernel(game: AnyGame) -> AnyKernel:
    """The game's kernel; ModuleNotFoundError if it has none."""
    found = parts.kernel(game)
    if found is None:
        raise ModuleNotFoundError(f"the game {game.name} has no kernel")
    return found


@cache
def policies(game: AnyGame) -> dict[str, Policy]:
    """The compiled players of this game by name: `random`, and then its own."""
    part = parts.policies(game)
    return {"random": kernel(game).choose, **(part.POLICIES if part is not None else {})}


def cast(game: AnyGame, names: Sequence[str]) -> NDArray[np.int64]:
    """By seat, the number of its player among the `policies`."""
    known = list(policies(game))
    return np.array([known.index(name) for name in names], np.int64)


@cache
def compiler(game: AnyGame) -> ClosureCompiler:
    """Compiles loops for this game. They are cached for exactly the present sources of its folder."""
    sources = sorted(Path(str(parts.folder(game))).rglob("*.py"))
    digest = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    return ClosureCompiler(game.name, digest)


@cache
def course(game: AnyGame, policy: Policy | None = None) -> Course:
    """Whole games, rollouts and steps of many lanes of this game, played at random or by a compiled policy.

    What is compiled with a policy is not cached, because the sources of the policy are not known.
    """
    if policy is None:
        return build_course(kernel(game), kernel(game).choose, compiler(game))
    return build_course(kernel(game), policy, ClosureCompiler(f"{game.name}_by_{policy.__name__}"))


@cache
def note_games(game: AnyGame) -> NoteGames:
    """A loop that plays many games of the `policies` and fills a row for each."""
    return build_note_games(kernel(game), list(policies(game).values()), compiler(game))


@cache
def count_games(game: AnyGame) -> CountGames:
    """A loop that plays many games of the players of `claims.py`, and counts what it asks; LookupError without one."""
    claims = parts.claims(game)
    if claims is None:
        raise LookupError(f"the game {game.name} has no claims.py")
    return build_count_games(kernel(game), claims.answer, claims.note, compiler(game))


def lanes(game: AnyGame, options: Options, count: int, seed: int = 0, first: int = 0) -> Any:
    """`count` records with these options, each with its own stream: lane n of a seed is the same wherever it runs."""
    records = np.zeros(count, kernel(game).record.dtype).view(np.recarray)
    for n in range(count):
        kernel(game).agree(records[n], options)
        chance.seed(records[n], seed, first + n)
    return records
