"""What lies on the table of The Golden 21, and the questions one can ask of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.contract import Seat
from tablee.games.golden21.actions import Use
from tablee.games.golden21.options import Options
from tablee.tuples import around

GOAL = 21

Step = Literal["announce", "roll", "fine", "bonus", "account", "gift", "standing"]


class Line(Struct, frozen=True, gc=False):
    """One entry on the Bourse: a debt and, where it changed, the account as its exponent (G21-113)."""

    debt: int
    account: int | None = None


class Year(Struct, frozen=True, gc=False):
    """A block of the Bourse: by trader every debt in its order, and what each starts the next year with.

    A trader who was killed for good has no lines later, and no balance.
    """

    number: int
    lines: tuple[tuple[Line, ...], ...]
    balance: tuple[int | None, ...] = ()  # empty while the year lasts


class Trader(Struct, frozen=True, gc=False):
    debt: int = 0  # below 21 they speculate, at 21 they stand, above they are out (G21-12, G21-13)
    account: int = 0
    crisis: int = 0  # Crisis dice in front of them
    kills: int = 0
    golds: tuple[int, ...] = ()  # the years in which they made a 21


class Turn(Struct, frozen=True, gc=False):
    seat: Seat
    step: Step  # "standing" is the whole turn of a trader at 21
    used: bool = False  # the account, this turn
    placed: bool = False  # points on one's own account, this turn
    hasty: bool = False  # rolled without announcing, this turn
    total: int | None = None  # announced
    aim: Seat | None = None
    points: int = 0  # bonus points to use
    gifts: int = 0  # Crisis dice that may still be given


class Thrown(Struct, frozen=True, gc=False):
    """The last roll that counted, as it lies on the table."""

    by: Seat
    total: int  # announced
    faces: tuple[int, ...]
    aim: Seat | None = None
    hit: bool = False


class Spent(Struct, frozen=True, gc=False):
    """The points used last: without it nobody could see that an account of 0 was made smaller."""

    by: Seat
    saved: bool  # from the account
    points: int
    use: Use
    seat: Seat


class State(Struct, frozen=True, gc=False):
    options: Options
    casts: tuple[tuple[int, ...], ...]  # for seats, by trader, in the order cast
    casting: tuple[Seat, ...]  # the seats that still cast in this round
    traders: tuple[Trader, ...]
    supply: int  # Crisis dice left in the box
    golden: int = 0  # Golden dice in play
    order: tuple[Seat, ...] = ()  # in which they play; empty while seats are cast for
    year: int = 0
    turn: Turn | None = None  # None while seats are cast for, and after the end
    lines: tuple[tuple[Line, ...], ...] = ()  # this year's, by trader
    insolvent: tuple[Seat, ...] = ()  # this year, the first one first
    at21: tuple[Seat, ...] = ()  # the traders at 21, in the order in which they reached it
    dead: tuple[Seat, ...] = ()  # killed for good, in this order (G21-75)
    past: tuple[Year, ...] = ()
    thrown: Thrown | None = None
    spent: Spent | None = None


def speculating(state: State) -> list[Seat]:
    return [seat for seat, trader in zip(around(len(state.traders)), state.traders, strict=True) if trader.debt < GOAL]


def dice(state: State, seat: Seat) -> int:
    """How many this trader rolls: the Golden dice and their own Crisis dice (G21-10)."""
    return state.golden + state.traders[seat].crisis


def is_exposed(state: State, seat: Seat) -> bool:
    """Whether others can change this debt (G21-33): not one over 21, one of 21 only with `at21: open` (G21-109)."""
    debt = state.traders[seat].debt
    return debt < GOAL or (debt == GOAL and state.options.at21 == "open")
