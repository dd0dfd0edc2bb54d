"""The Bourse: every change of a debt or an account is written here, with its consequences for the trader."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.contract import Seat
from tablee.games.golden21.state import GOAL, Line, State
from tablee.tuples import put

LIMIT = 999  # G21-114


def enter(state: State, seat: Seat, *, debt: int = 0, account: int = 0, by: Seat | None = None) -> State:
    """Changes a trader's debt and account by these amounts. `by` is the trader whose points did it, if points did."""
    trader = state.traders[seat]
    owed = clamp(-LIMIT, trader.debt + debt)
    held = clamp(0, trader.account + account)  # G21-33, G21-104: never below 0
    if owed == trader.debt and held == trader.account:
        return state
    line = Line(owed, None if held == trader.account else held)  # G21-113
    after = replace(
        state,
        traders=put(state.traders, seat, replace(trader, debt=owed, account=held)),
        lines=put(state.lines, seat, state.lines[seat] + (line,)),
    )
    if owed == trader.debt or (owed < GOAL and trader.debt < GOAL):
        return after
    if trader.debt == GOAL:  # G21-109: pulled back or put over, the tally stays
        after = replace(after, at21=tuple(other for other in state.at21 if other != seat))
    if owed == GOAL:
        return count_golden_21(after, seat)
    return go_insolvent(after, seat, by) if owed > GOAL else after


def clamp(least: int, amount: int) -> int:
    """Keeps an amount within the limits of the Bourse (G21-114)."""
    return least if amount < least else LIMIT if amount > LIMIT else amount


def count_golden_21(state: State, seat: Seat) -> State:
    """A 21, however reached (G21-13)."""
    trader = state.traders[seat]
    traders = put(state.traders, seat, replace(trader, golds=(*trader.golds, state.year)))
    return replace(state, traders=traders, at21=(*state.at21, seat))


def go_insolvent(state: State, seat: Seat, by: Seat | None) -> State:
    """Over 21 (G21-12). With another side's points it is a Kill (G21-34, G21-105)."""
    state = replace(state, insolvent=(*state.insolvent, seat))
    sides = state.options.sides
    if by is None or sides[by] == sides[seat]:  # G21-91, G21-106: no Kill
        return state
    killer = state.traders[by]
    state = replace(state, traders=put(state.traders, by, replace(killer, kills=killer.kills + 1)))
    if state.options.goal == "survivor":  # G21-75: out for good
        state = replace(state, dead=(*state.dead, seat))
    return state
