"""Random play through the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeAlias

from tablee.contract import AnyGame, Choice, Happened, Move, Over, Played

Policy: TypeAlias = Callable[[AnyGame, Any, Random], Move[Any]]  # what happens next in this state
Step: TypeAlias = tuple[Any, Move[Any], Any]  # before, move, after


def random_move(game: AnyGame, state: Any, rng: Random) -> Move[Any]:
    """A random move; one time in five, a free seat interrupts."""
    awaited = game.awaits(state)
    assert not isinstance(awaited, Over), "the game is over"
    if not isinstance(awaited, Choice):
        return Happened(awaited.sample(rng))
    seats = awaited.free if awaited.free and rng.random() < cut_in else awaited.seats
    seat = rng.choice(sorted(seats))
    return Played(seat, rng.choice(game.legal(state, seat)))


cut_in = 0.2


def playout(game: AnyGame, options: Any, rng: Random, policy: Policy = random_move) -> Iterator[Step]:
    """One game, step by step."""
    state = game.start(options)
    while not isinstance(game.awaits(state), Over):
        move = policy(game, state, rng)
        after = game.apply(state, move)
        yield state, move, after
        state = after
