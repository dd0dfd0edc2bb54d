"""Turns of The Golden 21 in a line each: what the tests are told in.

They are for two dice where nothing else is said. `idle` changes nothing, `owe` adds to a debt, `exact` earns points.
"""

from __future__ import annotations

from typing import Any

from tablee.contract import Choice, Seat
from tablee.games.golden21 import GAME
from tablee.games.golden21.state import Line, State
from tests.playing import after, play

SHOWING = {1: "5,6", 2: "4,6", 3: "3,6", 4: "2,6", 5: "1,6", 6: "1,5", 7: "1,4", 8: "1,3", 9: "1,2"}  # short of 12
IDLE = {2: "7 3,4", 3: "10 1,3,6", 4: "14 1,2,5,6"}  # by dice: a middle total, exactly, no pair and no straight
EARNING = {2: "6 2,4", 4: "5 1,4", 6: "4 1,3", 8: "3 1,2"}  # points: announcement and roll


def table(*lines: str, **options: str) -> State:
    """The table of three after these lines, the traders playing in the order of their seats."""
    options = {"players": "3", **options}
    players = int(options["players"])
    casts = [f"*: cast {face}" for face in range(1, min(players, 6) + 1)]
    if players > 6:  # the last ones cast a 6 and then again
        casts += ["*: cast 6"] * (players - 6) + [f"*: cast {face}" for face in range(1, players - 4)]
    state: State = after(GAME, [*casts, *lines], **options)
    return state


def go(state: State, *lines: str) -> State:
    after: State = play(GAME, state, *lines)
    return after


def idle(seat: int, dice: int = 2) -> list[str]:
    return [f"{seat}: announce {IDLE[dice].split()[0]}", f"*: rolled {IDLE[dice].split()[1]}"]


def owe(seat: int, debt: int) -> list[str]:
    return [f"{seat}: announce 12", f"*: rolled {SHOWING[debt]}"]


def exact(seat: int, points: int) -> list[str]:
    announced, faces = EARNING[points].split()
    return [f"{seat}: announce {announced}", f"*: rolled {faces}"]


def pair(seat: int, to: int) -> list[str]:
    """Owes 1, and gives a Crisis die."""
    return [f"{seat}: announce 7", "*: rolled 4,4", f"{seat}: give {to}"]


def with_dice(dice: int, seat: int, **options: str) -> State:
    """This trader's turn, with so many dice, up to four: the others made pairs."""
    state = table(**options)
    while turn_of(state) != seat or state.golden + state.traders[seat].crisis < dice:
        enough = turn_of(state) == seat or state.golden + state.traders[seat].crisis == dice
        state = pass_on(state) if enough else go(state, *pair(turn_of(state), seat))
    return state


def turn_of(state: State) -> int:
    assert state.turn is not None
    return state.turn.seat


def until(state: State, seat: int) -> State:
    """Everybody before this seat lets a turn go by."""
    while turn_of(state) != seat:
        state = pass_on(state)
    return state


def pass_on(state: State) -> State:
    """The trader whose turn it is changes nothing, and declines what there is to decline."""
    seat = turn_of(state)
    if state.turn is not None and state.turn.step == "announce":
        state = go(state, *idle(seat, state.golden + state.traders[seat].crisis))
    while state.turn is not None and state.turn.seat == seat and state.turn.step in ("account", "gift", "standing"):
        state = go(state, f"{seat}: done")
    return state


def bring(state: State, seat: int, debt: int) -> State:
    """Turn by turn this trader owes more, the others idle, up to this debt."""
    year = state.year
    while state.year == year and state.turn is not None and (missing := debt - state.traders[seat].debt) > 0:
        state = go(until(state, seat), *owe(seat, min(9, missing)))
        if state.turn is not None and state.turn.step == "account":
            state = go(state, f"{seat}: done")
    return state


def strike(state: State, seat: int, victim: int) -> State:
    """This trader uses 8 bonus points against another's debt."""
    return go(until(state, seat), *exact(seat, 8), f"{seat}: bonus +debt {victim}")


def debts(state: State) -> list[int]:
    return [trader.debt for trader in state.traders]


def accounts(state: State) -> list[int]:
    return [trader.account for trader in state.traders]


def crisis(state: State) -> list[int]:
    return [trader.crisis for trader in state.traders]


def step(state: State) -> tuple[int, str]:
    assert state.turn is not None
    return state.turn.seat, state.turn.step


def column(lines: tuple[Line, ...]) -> str:
    """A column of the Bourse in a row: 0 17 17^5 25."""
    return " ".join(f"{line.debt}" + ("" if line.account is None else f"^{line.account}") for line in lines)


def awaited(state: State) -> Any:
    """The seat that is to choose, or what else is awaited."""
    found = GAME.awaits(state)
    return next(iter(found.seats)) if isinstance(found, Choice) else found


def legal(state: State, seat: int) -> list[str]:
    return [str(action) for action in GAME.legal(state, Seat(seat))]
