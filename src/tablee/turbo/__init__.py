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

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.contract import AnyGame, Options
from tablee.games import parts
from tablee.turbo import chance, checks
from tablee.turbo.checks import CHECKED, CheckedFunction, Lanes, unchecked
from tablee.turbo.compiled import ClosureCompiler
from tablee.turbo.course import (
    CountGames,
    Course,
    NoteGames,
    build_count_games,
    build_course,
    build_guard,
    build_note_games,
    build_observe_all,
)
from tablee.turbo.interface import AnyKernel, Policy

POLICY_COURSES: Final = 32  # of policies from outside, whose compiled loops are kept


@cache
def kernel(game: AnyGame) -> AnyKernel:
    """The game's kernel; ModuleNotFoundError if it has none. Its functions check what Python gives them."""
    return checks.check_kernel(game, compiled_kernel(game)) if CHECKED else compiled_kernel(game)


@cache
def compiled_kernel(game: AnyGame) -> AnyKernel:
    """The same kernel without checks."""
    found = parts.kernel(game)
    if found is None:
        raise ModuleNotFoundError(f"the game {game.name} has no kernel")
    return found


@cache
def policies(game: AnyGame) -> dict[str, Policy]:
    """The compiled players of this game by name: `random`, and then its own."""
    part = parts.policies(game)
    own = part.POLICIES if part is not None else {}
    check = kernel(game).choose
    if isinstance(check, CheckedFunction):
        own = {name: CheckedFunction(policy, check.check) for name, policy in own.items()}
    return {"random": kernel(game).choose, **own}


def cast(game: AnyGame, names: Sequence[str]) -> NDArray[np.int64]:
    """By seat, the number of its player among the `policies`; KeyError if one has no such name."""
    known = list(policies(game))
    for name in names:
        if name not in known:
            raise KeyError(f"{game.name} has no compiled player {name!r}; there are: {', '.join(known)}")
    return np.array([known.index(name) for name in names], np.int64)


@cache
def compiler(game: AnyGame) -> ClosureCompiler:
    """Compiles loops for this game. They are cached for exactly the present sources of its folder."""
    sources = sorted(Path(str(parts.folder(game))).rglob("*.py"))
    digest = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    return ClosureCompiler(game.name, digest)


def course(game: AnyGame, policy: Policy | None = None) -> Course:
    """Whole games, rollouts and steps of many lanes of this game, played at random or by a compiled policy.

    What is compiled with a policy is not cached on disk, because the sources of the policy are not known. If a policy
    that is not the game's own chooses what is not legal: IllegalMove.
    """
    return _course(game) if policy is None else _policy_course(game, unchecked(policy))


@cache
def compiled_course(game: AnyGame) -> Course:
    """The course of random players without checks."""
    return build_course(compiled_kernel(game), compiled_kernel(game).choose, compiler(game))


@cache
def _course(game: AnyGame) -> Course:
    return _checked(game, compiled_course(game))


@lru_cache(POLICY_COURSES)
def _policy_course(game: AnyGame, policy: Policy) -> Course:
    choose, raw = checks.compile_policy(policy), compiled_kernel(game)
    compile = ClosureCompiler(f"{game.name}_by_{policy.__name__}")
    if CHECKED and choose not in map(unchecked, policies(game).values()):
        choose = build_guard(raw, choose, compile)
    return _checked(game, build_course(raw, choose, compile))


def _checked(game: AnyGame, raw: Course) -> Course:
    return checks.check_course(game, compiled_kernel(game), raw) if CHECKED else raw


@cache
def observe_all(game: AnyGame) -> Callable[[Any, Any], None]:
    """A loop that writes what each seat of each lane sees: lanes × players × OBSERVED."""
    raw = build_observe_all(compiled_kernel(game), compiler(game))
    return checks.check_observe_all(compiled_kernel(game), raw) if CHECKED else raw


@cache
def note_games(game: AnyGame) -> NoteGames:
    """A loop that plays many games of the `policies` and fills a row for each."""
    players = [unchecked(policy) for policy in policies(game).values()]
    raw = build_note_games(compiled_kernel(game), players, compiler(game))
    return checks.check_note_games(compiled_kernel(game), len(players), raw) if CHECKED else raw


@cache
def count_games(game: AnyGame) -> CountGames:
    """A loop that plays many games of the players of `claims.py`, and counts what it asks; LookupError without one."""
    claims = parts.claims(game)
    if claims is None:
        raise LookupError(f"the game {game.name} has no claims.py")
    raw = build_count_games(compiled_kernel(game), claims.answer, claims.note, compiler(game))
    if not CHECKED:
        return raw
    players = len(claims.PLAYERS)
    return checks.check_count_games(compiled_kernel(game), players, claims.MEMORY, claims.COUNTERS, raw)


def lanes(game: AnyGame, options: Options, count: int, seed: int = 0, first: int = 0) -> Any:
    """`count` records with these options, each with its own stream: lane n of a seed is the same wherever it runs."""
    raw = compiled_kernel(game)
    checks.check_options(game, options)
    checks.check_count("count", count, 0, 2**40)
    checks.check_count("seed", seed)
    checks.check_count("first", first, 0, 2**62)
    records = np.zeros(count, raw.record.dtype).view(Lanes)
    for n in range(count):
        g = records[n]
        raw.agree(g, options)
        raw.begin(g)  # so that each holds a game, whatever is called first
        chance.seed(g, seed, first + n)
    return records
