"""What people type at a table of Code 21: a soldier and its face, a stake and a name, the value of a mission."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tablee.games.code21.actions import (
    ACCUSE,
    DECLARE,
    PASS,
    Act,
    First,
    Play,
    Stake,
    StakeNothing,
    Turned,
)
from tablee.games.code21.state import Call
from tablee.games.code21.view import View
from tablee.tuples import around

if TYPE_CHECKING:
    from tablee.entry import Typed


def read(view: View, typed: Typed) -> Act | None:
    if view.turn is None:
        return None if typed.seat is None else First(typed.seat)
    numbers = typed.numbers
    if view.mission is None:
        return Turned(numbers[0]) if len(numbers) == 1 else None
    if view.call is not None:
        return read_stake(view, view.call, typed)
    for word, action in (("pass", PASS), ("accuse", ACCUSE), ("declare", DECLARE)):
        if typed.says(word) and not numbers:
            return action
    faces = typed.meanings(("up", "down"))
    if len(numbers) != 1 or len(faces) != 1:
        return None
    return Play(numbers[0], "up" if faces[0] == "up" else "down")


def read_stake(view: View, call: Call, typed: Typed) -> Act | None:
    """ "2 Ben", or only "2" for a player who can stake only on themselves; "0" or "rien"."""
    numbers = typed.numbers
    if typed.says("nothing") or numbers == (0,):
        return StakeNothing()
    if len(numbers) != 1:
        return None
    seats = typed.seats or ((view.seat,) if view.seat in (call.by, call.last) or typed.says("me") else ())
    return Stake(numbers[0], seats[0]) if len(seats) == 1 and seats[0] is not None else None


def question(view: View) -> tuple[str, Mapping[str, object]]:
    if view.turn is None:
        return "ask_first", {"other": 0}
    if view.mission is None:
        return "ask_mission", {"example": view.deck[0] if view.deck else 5}
    if view.call is None:
        example = view.hand[-1] if view.hand and view.seat == view.turn else 5
        return "ask_play" if view.line else "ask_first_soldier", {"seat": view.turn, "example": example}
    unstaked = [seat for seat in around(view.options.players) if not view.staked[seat]]
    seat = view.seat if view.seat in unstaked else unstaked[0]
    if seat in (view.call.by, view.call.last):
        return "ask_own_stake", {"seat": seat}
    return "ask_stake", {"seat": seat, "by": view.call.by, "last": view.call.last}
