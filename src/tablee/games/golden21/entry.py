"""What people type at a table of The Golden 21: dice in any order, totals, names."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle, islice
from typing import TYPE_CHECKING

from tablee.contract import Seat
from tablee.games.golden21.actions import (
    DONE,
    ROLL,
    Act,
    Aim,
    Announce,
    Cast,
    Fined,
    Give,
    Hit,
    Off,
    Rolled,
    SpendAccount,
    SpendBonus,
    Use,
)
from tablee.games.golden21.state import Turn
from tablee.games.golden21.view import View
from tablee.tuples import left_of

if TYPE_CHECKING:
    from tablee.entry import Typed


def read(view: View, typed: Typed) -> Act | None:
    turn = view.turn
    if turn is None:
        return Cast(typed.digits[0]) if len(typed.digits) == 1 else None
    match turn.step:
        case "roll":
            return read_roll(typed)
        case "fine":
            return Fined(typed.digits[0]) if len(typed.digits) == 1 else None
        case "announce":
            return read_announcement(turn, typed)
        case "gift":
            return DONE if typed.says("done") else None if typed.seat is None else Give(typed.seat)
        case _:
            return DONE if typed.says("done") else read_use(turn, typed)


def read_roll(typed: Typed) -> Act | None:
    if typed.says("off"):
        return Off()
    faces = tuple(sorted(typed.digits))
    if not faces:
        return None
    return Hit(faces) if typed.says("hit") else Rolled(faces)


def read_announcement(turn: Turn, typed: Typed) -> Act | None:
    if typed.says("account"):
        return read_use(turn, typed)
    if len(typed.numbers) == 1:
        total = typed.numbers[0]
        return Aim(total, typed.seats[0]) if len(typed.seats) == 1 else None if typed.seats else Announce(total)
    return ROLL if typed.says("roll") else None


def read_use(turn: Turn, typed: Typed) -> Act | None:
    """Points on somebody's debt or account: "- Ben", "+ compte", "- dette moi". A debt is meant where no account is.

    Where the points come from the account, the word for it is said twice to mean the target: "account + account Ben".
    """
    bonus, said = turn.step == "bonus", typed.count("account")
    account = said > (0 if bonus else 1)
    if said == 1 and not bonus and turn.step != "announce" and not typed.says("debt"):
        return None  # the source or the target: the words of the menu decide
    adds, takes = "+" in typed.tokens or typed.says("add"), "-" in typed.tokens or typed.says("take")
    if bonus and account and not (adds or takes or typed.seats):
        adds = True  # on one's own account
    if len(typed.seats) > 1 or adds == takes:
        return None
    use: Use = ("+account" if adds else "-account") if account else ("+debt" if adds else "-debt")
    target = typed.seats[0] if typed.seats else turn.seat
    return SpendBonus(use, target) if bonus else SpendAccount(use, target)


# ---- what is asked --------------------------------------------------------------------


def question(view: View) -> tuple[str, Mapping[str, object]]:
    turn = view.turn
    if turn is None:
        return ("ask_cast", {"seat": view.casting[0]}) if view.casting else ("ask_nothing", {})
    facts: dict[str, object] = {"seat": turn.seat, "n": view.dice, "other": other(view, turn.seat)}
    match turn.step:
        case "roll":
            facts["example"] = " ".join(map(str, islice(cycle((3, 5, 2, 6, 1, 4)), view.dice)))
            return "ask_roll" if turn.aim is None else "ask_aimed", facts
        case "announce":
            return "ask_announce", {**facts, "high": 6 * view.dice, "example": 7 * view.dice // 2}
        case "fine":
            return "ask_fine", facts
        case "bonus":
            return "ask_bonus", {**facts, "n": turn.points}
        case "gift":
            return "ask_gift", {**facts, "n": turn.gifts}
        case _:
            return "ask_account", {**facts, "n": view.traders[turn.seat].account}


def other(view: View, seat: Seat) -> Seat:
    """Another trader, for an example."""
    return left_of(seat, view.options.players)
