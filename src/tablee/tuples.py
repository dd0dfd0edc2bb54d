"""Small helpers for seats and tuples that every game needs."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from tablee.contract import Choice, Seat

T = TypeVar("T")
Text = TypeVar("Text", bound=str)


@cache
def around(players: int) -> tuple[Seat, ...]:
    """All seats of a table, in order of play."""
    return tuple(Seat(n) for n in range(players))


def left_of(seat: Seat, players: int) -> Seat:
    """The seat that plays after this one."""
    return Seat((seat + 1) % players)


def put(items: tuple[T, ...], seat: int, item: T) -> tuple[T, ...]:
    """`items` with the one at `seat` replaced."""
    return items[:seat] + (item,) + items[seat + 1 :]  # noqa: RUF005 (unpacking is slower)


def without(things: tuple[T, ...], thing: T) -> tuple[T, ...]:
    """`things` without one `thing`, which must be among them."""
    place = things.index(thing)
    return things[:place] + things[place + 1 :]


def insert_sorted(things: tuple[Text, ...], thing: Text) -> tuple[Text, ...]:
    """Sorted `things` with one more, in order."""
    place = bisect(things, thing)
    return things[:place] + (thing,) + things[place:]  # noqa: RUF005 (unpacking is slower)


@cache
def only(seat: Seat) -> Choice:
    """The game waits for this seat and no other."""
    return Choice(frozenset({seat}))


def ranks_of(scores: Sequence[int]) -> tuple[int, ...]:
    """The ranks by seat: 1 plus the number of seats with a strictly higher score."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
