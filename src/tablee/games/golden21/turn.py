"""A turn of The Golden 21: announce and roll, then difference, straight, bonus, account, gifts (G21-14)."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.contract import Seat
from tablee.games.golden21.actions import Use
from tablee.games.golden21.bourse import enter
from tablee.games.golden21.dice import points, read_throw
from tablee.games.golden21.result import is_won
from tablee.games.golden21.state import GOAL, Spent, State, Thrown, Turn, speculating
from tablee.games.golden21.year import close_year
from tablee.tuples import put

MOST_GOLDEN = 5  # G21-25


# ---- what a step does -----------------------------------------------------------


def roll(state: State, turn: Turn, faces: tuple[int, ...], *, hit: bool) -> State:
    """The dice lie: the difference is owed by the roller; a hit changes the debt of the trader aimed at instead."""
    assert turn.total is not None
    total, golden, gifts = read_throw(faces)
    difference = abs(total - turn.total)  # G21-11
    state = replace(
        state,
        golden=min(MOST_GOLDEN, state.golden + golden),  # G21-25: whatever becomes of the roller
        thrown=Thrown(turn.seat, turn.total, faces, turn.aim, hit),
        turn=replace(
            turn,
            points=0 if difference else points(len(faces), turn.total),  # G21-30
            gifts=gifts,  # G21-20
        ),
    )
    if hit and turn.aim is not None:
        literal = state.options.free_throw == "literal"
        return next_step(enter(state, turn.aim, debt=-difference if literal else difference))  # G21-94, G21-91
    return next_step(enter(state, turn.seat, debt=difference))


def pay_fine(state: State, turn: Turn, face: int) -> State:
    """A penalty die is owed, for rolling unannounced (G21-85) or for a die off the table (G21-86)."""
    return next_step(enter(state, turn.seat, debt=face))


def spend_bonus(state: State, turn: Turn, use: Use, seat: Seat) -> State:
    placed = use == "+account" and seat == turn.seat
    spent = Spent(turn.seat, False, turn.points, use, seat)
    state = replace(state, turn=replace(turn, points=0, placed=placed), spent=spent)
    return next_step(change_trader(state, use, seat, turn.points, turn.seat))


def spend_account(state: State, turn: Turn, use: Use, seat: Seat) -> State:
    """The account is used whole (G21-41). On one's own debt it makes one line of the Bourse."""
    account = state.traders[turn.seat].account
    spent = Spent(turn.seat, True, account, use, seat)
    state = replace(state, turn=replace(turn, used=True), spent=spent)
    if seat == turn.seat:
        return next_step(enter(state, seat, debt=account if use == "+debt" else -account, account=-account))
    return next_step(change_trader(enter(state, turn.seat, account=-account), use, seat, account, turn.seat))


def change_trader(state: State, use: Use, seat: Seat, points: int, by: Seat) -> State:
    match use:
        case "+debt":
            return enter(state, seat, debt=points, by=by)
        case "-debt":
            return enter(state, seat, debt=-points)
        case "+account":
            return enter(state, seat, account=points)
        case "-account":
            return enter(state, seat, account=-points)


def give_crisis_die(state: State, turn: Turn, seat: Seat) -> State:
    """One Crisis die: the giver's own go first (G21-22)."""
    giver = state.traders[turn.seat]
    supply, traders = state.supply, state.traders
    if giver.crisis:
        traders = put(traders, turn.seat, replace(giver, crisis=giver.crisis - 1))
    else:
        supply -= 1
    traders = put(traders, seat, replace(traders[seat], crisis=traders[seat].crisis + 1))
    return next_step(replace(state, supply=supply, traders=traders, turn=replace(turn, gifts=turn.gifts - 1)))


# ---- what comes next ------------------------------------------------------------


def next_step(state: State) -> State:
    """After a step: the next one in which there is something to decide (G21-102), else the next trader's turn.

    The year ends at once, even within a turn (G21-50), and so may the game.
    """
    turn = state.turn
    assert turn is not None
    if state.insolvent or state.at21:
        if is_won(state):
            return replace(state, turn=None)
        if len(speculating(state)) == 1:
            return close_year(state)
    trader = state.traders[turn.seat]
    step = turn.step
    if step == "roll" and turn.points:
        return replace(state, turn=replace(turn, step="bonus"))
    if step in ("roll", "bonus") and trader.account and trader.debt < GOAL and may_use_account(state, turn):
        return replace(state, turn=replace(turn, step="account"))
    if turn.gifts and trader.debt <= GOAL and (trader.crisis or state.supply):  # G21-12, G21-22
        return state if step == "gift" else replace(state, turn=replace(turn, step="gift"))
    if trader.debt < GOAL:  # G21-87, G21-103: else the turn is over
        if step == "announce":
            return state
        if step == "fine":
            return replace(state, turn=replace(turn, step="announce" if turn.total is None else "roll"))
    return pass_turn(state, turn.seat)


def may_use_account(state: State, turn: Turn) -> bool:
    """Once a turn (G21-41), besides a bonus (G21-42); points placed this turn count in Killer only (G21-104)."""
    return not turn.used and (not turn.placed or state.options.goal == "killer")


def pass_turn(state: State, seat: Seat) -> State:
    """The turn goes to the next trader who speculates, or who stands at 21 with an account to use (G21-43)."""
    order = state.order
    place = order.index(seat)
    for step in range(1, len(order) + 1):
        other = order[(place + step) % len(order)]
        trader = state.traders[other]
        if trader.debt < GOAL:
            return replace(state, turn=Turn(other, "announce"))
        if trader.debt == GOAL and trader.account:
            return replace(state, turn=Turn(other, "standing"))
    raise AssertionError(state)
