"""Checks where Python calls compiled code. Compiled code itself checks nothing, as in C: it would write past an array.

They are on by default; TABLEE_CHECKS=off turns them off. docs/research.md says what they cost.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, wraps
from random import Random
from typing import Any, Final, TypeVar, cast

import numpy as np
from numpy.typing import DTypeLike

from tablee.contract import AnyGame, Choice, Game, Happened, IllegalMove, Over, Played, Seat
from tablee.turbo.compiled import NUMBA, passing
from tablee.turbo.course import CountGames, Course, NoteGames, PolicyFault
from tablee.turbo.interface import AnyKernel, Policy
from tablee.turbo.rows import RowFields

CHECKED: Final = os.environ.get("TABLEE_CHECKS") != "off"
LARGEST: Final = 2**63 - 1  # that compiled code counts
STATES: Final = 1024  # that are remembered
MOVES: Final = 100_000  # that no game takes
T = TypeVar("T")


class Lanes(np.recarray):  # pyright: ignore[reportIncompatibleVariableOverride]
    """Records that `turbo.lanes` made, each with a game that has begun. Compiled code is given no others."""


# ---- single values --------------------------------------------------------------


def check_options(game: object, options: object) -> None:
    """TypeError unless this is a game and these are options of it."""
    if not isinstance(game, Game):
        raise TypeError(f"a game is expected, for example GAMES['sixteen'], not {game!r}")
    if not isinstance(options, game.options):
        raise TypeError(f"options of {game.name} are expected, {game.options.__module__}.Options, not {options!r}")


def check_count(name: str, value: object, least: int = 0, most: int = LARGEST) -> int:
    """The whole number; TypeError or ValueError unless it is one and lies between these."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name}: a whole number is expected, not {value!r}")
    if not least <= value <= most:
        raise ValueError(f"{name}: expected {least} to {most}, not {value}")
    return int(value)


def check_array(
    name: str, value: object, kind: DTypeLike, shape: tuple[int | None, ...], writable: bool = True
) -> None:
    """TypeError or ValueError unless this array has this type and shape (None: any length), in C order."""
    dtype = np.dtype(kind)
    wanted = " × ".join("n" if length is None else str(length) for length in shape)
    expected = f"{name}: {'a writable' if writable else 'an'} array in C order is expected, {dtype} of shape {wanted}"
    if not isinstance(value, np.ndarray):
        raise TypeError(f"{expected}, not {type(value).__name__}")
    if value.dtype != dtype:
        raise TypeError(f"{expected}, not {value.dtype}")
    fits = len(value.shape) == len(shape) and all(
        one is None or one == length for one, length in zip(shape, value.shape, strict=True)
    )
    if not fits:
        raise ValueError(f"{expected}, not of shape {' × '.join(map(str, value.shape)) or '()'}")
    if not (value.flags.c_contiguous and value.flags.aligned):
        raise ValueError(f"{expected}, not with gaps between its numbers")
    if writable and not value.flags.writeable:
        raise ValueError(f"{expected}, not read-only")


def check_lanes(name: str, value: object, kernel: AnyKernel, least: int = 1) -> Any:
    if not isinstance(value, Lanes):
        raise TypeError(f"{name}: records that turbo.lanes made are expected, not {type(value).__name__}")
    check_array(name, value, kernel.record.dtype, (None,))
    if len(value) < least:
        raise ValueError(f"{name}: expected at least {least} of them, not {len(value)}")
    return value


def check_record(value: object, kernel: AnyKernel, writable: bool = False) -> Any:
    if not isinstance(value, np.void) or value.dtype != kernel.record.dtype:
        raise TypeError(f"a record of this game is expected, as turbo.lanes makes them, not {type(value).__name__}")
    if not isinstance(value.base, np.ndarray) or (writable and not value.flags.writeable):
        raise ValueError("a record inside an array of records is expected, and one that can be written")
    return value


def check_seat(g: Any, seat: object) -> int:
    return check_count("seat", seat, 0, int(g.players) - 1)


def check_ranks(lanes: Any, ranks: object) -> None:
    check_array("ranks", ranks, np.int64, (None, None))
    assert isinstance(ranks, np.ndarray)
    players = int(lanes["players"].max())
    if min(ranks.shape) < players:
        raise ValueError(f"ranks: expected at least {players} × {players} numbers, not {ranks.shape}")


def check_legal(kernel: AnyKernel, g: Any, action: object) -> int:
    """The action; ValueError unless a seat is awaited that may do this."""
    number = check_count("action", action, 0, kernel.actions - 1)
    check_awaited(kernel, g)
    mask = np.zeros(kernel.actions, np.int8)
    kernel.legal(g, mask)
    if not mask[number]:
        raise ValueError(f"action {number} is not legal for seat {kernel.awaits(g)}")
    return number


def check_awaited(kernel: AnyKernel, g: Any) -> None:
    who = kernel.awaits(g)
    if who < 0:
        raise ValueError("no seat is awaited: " + ("the game is over" if who == -2 else "chance comes first"))


# ---- policies -------------------------------------------------------------------


def compile_policy(policy: Any) -> Policy:
    """A policy as compiled code calls it: a plain function is compiled."""
    if not callable(policy):
        raise TypeError(f"a policy is a function of a record that returns a number, not {policy!r}")
    function = cast("Policy", policy)
    return function if NUMBA is None or hasattr(policy, "py_func") else passing(function)


def name_fault(game: AnyGame, play: Callable[..., T]) -> Callable[..., T]:
    """The same loop; what a policy did wrong is an IllegalMove that names the game, the seat and the action."""

    @wraps(play)
    def named(*arguments: Any) -> T:
        try:
            return play(*arguments)
        except PolicyFault as fault:
            seat, action = fault.args
            raise IllegalMove(
                "turn",
                "{game}: the policy of seat number {number} (counted from 0) chose action {action}, which is not legal",
                game=game.name, number=seat, action=action,
            ) from None  # fmt: skip
        except Exception as error:
            if NUMBA is not None and isinstance(error, NUMBA.core.errors.NumbaError):
                raise TypeError(f"{game.name}: the policy cannot be compiled: {error}") from error
            raise

    return named


# ---- loops and kernels ----------------------------------------------------------


def check_course(game: AnyGame, kernel: AnyKernel, raw: Course) -> Course:
    """The same loops for calls from Python."""

    def play(g: Any) -> int:
        return raw.play(check_record(g, kernel, writable=True))

    def games(lanes: Any, times: int, ranks: Any) -> int:
        check_ranks(check_lanes("lanes", lanes, kernel), ranks)
        return raw.games(lanes, check_count("times", times), ranks)

    def leading(g: Any) -> int:
        return raw.leading(check_record(g, kernel))

    def rollouts(start: Any, scratch: Any, times: int, ranks: Any) -> int:
        check_lanes("scratch", scratch, kernel)
        check_ranks(check_lanes("start", start, kernel), ranks)
        return raw.rollouts(start, scratch, check_count("times", times), ranks)

    def weigh(worlds: Any, scratch: Any, numbers: Any, seat: int, shares: Any) -> int:
        check_lanes("worlds", worlds, kernel)
        check_lanes("scratch", scratch, kernel)
        check_array("numbers", numbers, np.int64, (None,), writable=False)
        check_array("shares", shares, np.float64, numbers.shape)
        for world in worlds:
            check_seat(world, seat)
            for number in numbers.tolist():
                check_legal(kernel, world, number)
        return raw.weigh(worlds, scratch, numbers, seat, shares)

    def check_rows(lanes: Any, observations: Any, masks: Any, turns: Any) -> None:
        check_lanes("lanes", lanes, kernel)
        check_array("observations", observations, row_type(kernel.observed), lanes.shape)
        check_array("masks", masks, row_type(kernel.actions), lanes.shape)
        check_array("turns", turns, np.int8, lanes.shape)

    def reset(lanes: Any, observations: Any, masks: Any, turns: Any) -> None:
        check_rows(lanes, observations, masks, turns)
        raw.reset(lanes, observations, masks, turns)

    def step(lanes: Any, chosen: Any, observations: Any, masks: Any, rewards: Any, done: Any, turns: Any) -> int:
        check_rows(lanes, observations, masks, turns)
        check_array("actions", chosen, np.int64, lanes.shape, writable=False)
        check_array("rewards", rewards, np.float32, (len(lanes), int(lanes["players"].max())))
        check_array("done", done, np.bool_, lanes.shape)
        for number, g in zip(chosen.tolist(), lanes, strict=True):
            check_legal(kernel, g, number)
        return raw.step(lanes, chosen, observations, masks, rewards, done, turns)

    def sample(lanes: Any, chosen: Any) -> None:
        check_array("actions", chosen, np.int64, check_lanes("lanes", lanes, kernel).shape)
        for g in lanes:
            check_awaited(kernel, g)
        raw.sample(lanes, chosen)

    def follow(lanes: Any, action: int, mask: Any) -> tuple[int, int, int]:
        check_lanes("lanes", lanes, kernel)
        check_array("mask", mask, np.int8, (kernel.actions,))
        if check_count("action", action, -2) >= 0:
            check_legal(kernel, lanes[0], action)
        elif action == -1 and kernel.awaits(lanes[0]) != -1:
            raise ValueError("no chance move is due")
        return raw.follow(lanes, action, mask)

    return Course(
        play=name_fault(game, play),
        games=name_fault(game, games),
        leading=leading,
        rollouts=name_fault(game, rollouts),
        weigh=name_fault(game, weigh),
        reset=reset,
        step=step,
        sample=name_fault(game, sample),
        follow=name_fault(game, follow),
    )


def row_type(length: int) -> np.dtype[Any]:
    """The rows of a table as records with one field. Compiled code need not count references to such a row."""
    return np.dtype((np.record, [("row", np.int8, length)]))


def check_note_games(kernel: AnyKernel, policies: int, raw: NoteGames) -> NoteGames:
    """The same loop for calls from Python."""

    def note_games(lane: Any, cast: Any, number: int, first: int, again: int, unit: int, silent: int, said: Any,
                   rows: RowFields, counts: Any) -> None:  # fmt: skip
        check_cast(check_lanes("lane", lane, kernel)[0], cast, policies)
        for name, value in (("seed", number), ("first", first), ("again", again), ("unit", unit)):
            check_count(name, value, 0, 2**62)
        check_array("said", said, np.int64, (None,))
        check_array("counts", counts, np.int64, (2, kernel.actions, 10))
        games, players = len(rows.moves), int(lane[0].players)
        for name, column in rows._asdict().items():
            shape = (games, players) if name in ("ranks", "scores") else (games,)
            if not isinstance(column, np.ndarray) or column.dtype != np.int64 or column.shape != shape:
                raise ValueError(f"rows.{name}: an array of int64 of shape {shape} is expected")
            if not column.flags.writeable:
                raise ValueError(f"rows.{name}: an array that can be written is expected")
        raw(lane, cast, number, first, again, unit, silent, said, rows, counts)

    return note_games


def check_observe_all(kernel: AnyKernel, raw: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """The same loop for calls from Python."""

    def observe_all(lanes: Any, out: Any) -> None:
        check_lanes("lanes", lanes, kernel)
        check_array("out", out, np.int8, (len(lanes), int(lanes["players"].min()), kernel.observed))
        raw(lanes, out)

    return observe_all


def check_count_games(kernel: AnyKernel, players: int, memory: int, counters: int, raw: CountGames) -> CountGames:
    """The same loop for calls from Python."""

    def count_games(lane: Any, cast: Any, number: int, first: int, games: int, memo: Any, counts: Any) -> None:
        check_cast(check_lanes("lane", lane, kernel)[0], cast, players)
        for name, value in (("seed", number), ("first", first), ("games", games)):
            check_count(name, value, 0, 2**62)
        check_array("memo", memo, np.int64, (memory,))
        check_array("counts", counts, np.int64, (counters,))
        raw(lane, cast, number, first, games, memo, counts)

    return count_games


def check_cast(g: Any, cast: Any, players: int) -> None:
    check_array("cast", cast, np.int64, (int(g.players),), writable=False)
    if cast.min() < 0 or cast.max() >= players:
        raise ValueError(f"cast: numbers from 0 to {players - 1} are expected, one for each seat")


class CheckedFunction:
    """A function of a kernel. From Python it checks what it is given; compiled code calls what was compiled."""

    def __init__(self, compiled: Any, check: Callable[..., tuple[Any, ...]]) -> None:
        self.compiled, self.check = compiled, check
        self.__doc__, self.__name__ = compiled.__doc__, compiled.__name__

    def __call__(self, *arguments: Any) -> Any:
        return self.compiled(*self.check(*arguments))


def unchecked(function: Any) -> Any:
    """What was compiled."""
    return function.compiled if isinstance(function, CheckedFunction) else function


if NUMBA is not None:
    from numba.extending import typeof_impl

    @typeof_impl.register(CheckedFunction)
    def typeof_checked(value: CheckedFunction, context: Any) -> Any:
        return typeof_impl(value.compiled, context)


def check_kernel(game: AnyGame, kernel: AnyKernel) -> AnyKernel:
    """The same kernel, to be called from Python as well as from compiled code."""

    def record(g: Any) -> tuple[Any, ...]:
        return (check_record(g, kernel),)

    def begin(g: Any) -> tuple[Any, ...]:
        return (check_record(g, kernel, writable=True),)

    def choose(g: Any) -> tuple[Any, ...]:
        check_awaited(kernel, check_record(g, kernel, writable=True))
        return (g,)

    def happen(g: Any) -> tuple[Any, ...]:
        if kernel.awaits(check_record(g, kernel, writable=True)) != -1:
            raise ValueError("no chance move is due")
        return (g,)

    def legal(g: Any, mask: Any) -> tuple[Any, ...]:
        check_array("mask", mask, np.int8, (kernel.actions,))
        check_awaited(kernel, check_record(g, kernel))
        return g, mask

    def act(g: Any, action: int) -> tuple[Any, ...]:
        return g, check_legal(kernel, check_record(g, kernel, writable=True), action)

    def seat(g: Any, p: int) -> tuple[Any, ...]:
        return g, check_seat(check_record(g, kernel), p)

    def observe(g: Any, p: int, out: Any) -> tuple[Any, ...]:
        check_array("out", out, np.int8, (kernel.observed,))
        return (*seat(g, p), out)

    def agree(g: Any, options: Any) -> None:
        check_options(game, options)
        kernel.agree(check_record(g, kernel, writable=True), options)
        kernel.begin(g)  # what it held before may not fit these options

    def pack(state: Any, g: Any) -> None:
        check_state(game, kernel, state)
        kernel.pack(state, check_record(g, kernel, writable=True))

    return replace(
        kernel,
        begin=CheckedFunction(kernel.begin, begin),
        awaits=CheckedFunction(kernel.awaits, record),
        happen=CheckedFunction(kernel.happen, happen),
        legal=CheckedFunction(kernel.legal, legal),
        choose=CheckedFunction(kernel.choose, choose),
        act=CheckedFunction(kernel.act, act),
        rank=CheckedFunction(kernel.rank, seat),
        score=CheckedFunction(kernel.score, seat),
        observe=CheckedFunction(kernel.observe, observe),
        agree=agree,
        pack=pack,
    )


def check_state(game: AnyGame, kernel: AnyKernel, state: Any) -> None:
    """ValueError unless this is a state of the game: the rules can play it to the end, and seats observe what they may.

    It is for states that somebody may have put together. Those that were found right are remembered.
    """
    check_options(game, getattr(state, "options", None))
    try:
        _check_state(game, kernel, state)
    except Exception as error:
        raise ValueError(f"this is no state of {game.name}: {error!r}") from error


@lru_cache(STATES)
def _check_state(game: AnyGame, kernel: AnyKernel, state: Any) -> None:
    low, high = kernel.observation.low, kernel.observation.high
    for seat in range(state.options.players):
        seen = kernel.encode(game.view(state, Seat(seat)))
        for cell in np.flatnonzero((seen < low) | (seen > high)):
            raise ValueError(f"{kernel.observation.cells[cell]} is {seen[cell]}")
    rng = Random(0)
    for _ in range(MOVES):
        awaited = game.awaits(state)
        if isinstance(awaited, Over):
            return
        if isinstance(awaited, Choice):
            seat = min(awaited.seats)
            state = game.apply(state, Played(seat, rng.choice(game.legal(state, seat))))
        else:
            state = game.apply(state, Happened(awaited.sample(rng)))
    raise ValueError(f"it goes on for more than {MOVES} moves")
