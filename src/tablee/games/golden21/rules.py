"""How The Golden 21 is played: what is awaited, what is allowed. What then happens stands in turn.py and year.py.

Whatever is refused is refused in the order and under the rule that G21-116 names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

from msgspec.structs import replace

from tablee.chance import OneOf
from tablee.contract import Awaited, Chance, IllegalMove, Move, Played, Seat, check_awaited, refuse_misplaced, require
from tablee.games.golden21.actions import (
    DONE,
    ROLL,
    Act,
    Aim,
    Announce,
    Cast,
    Decline,
    Fined,
    Give,
    Hit,
    Off,
    Roll,
    Rolled,
    SpendAccount,
    SpendBonus,
    Use,
    account,
    aims,
    bonus,
    gift,
    totals,
)
from tablee.games.golden21.dice import FACES, rolling
from tablee.games.golden21.options import Options
from tablee.games.golden21.result import result
from tablee.games.golden21.state import GOAL, State, Trader, Turn, dice, is_exposed, speculating
from tablee.games.golden21.turn import give_crisis_die, next_step, pass_turn, pay_fine, roll, spend_account, spend_bonus
from tablee.games.golden21.year import begin_year
from tablee.tuples import around, only, put


def start(options: Options) -> State:
    return State(
        options,
        casts=((),) * options.players,
        casting=around(options.players),
        traders=(Trader(),) * options.players,  # G21-02
        supply=options.crisis_supply,
        lines=((),) * options.players,
    )


# ---- what is awaited ------------------------------------------------------------


def awaits(state: State) -> Awaited[Act]:
    turn = state.turn
    if turn is None:
        return one_die(Cast, state.casting[0]) if state.casting else result(state)
    if turn.step == "roll":
        hit, off = luck(state.options, turn)
        return rolling(dice(state, turn.seat), turn.seat, hit, off)
    if turn.step == "fine":
        return one_die(Fined, turn.seat)
    return only(turn.seat)


@cache
def one_die(kind: type[Cast] | type[Fined], seat: Seat) -> Chance[Act]:
    return OneOf[Act, int](kind, FACES, seat)


def luck(options: Options, turn: Turn) -> tuple[int, int]:
    """Of a hundred rolls, how many hit and how many leave the table (G21-93)."""
    if turn.aim is not None:
        return options.aim_hit, options.aim_off  # G21-92: whether or not there are penalties
    return 0, options.off if options.penalties else 0  # G21-107


# ---- what a trader may do -------------------------------------------------------


def legal(state: State, seat: Seat) -> Sequence[Act]:
    turn = state.turn
    if turn is None or seat != turn.seat:
        return ()
    match turn.step:
        case "announce":
            return before_rolling(state, turn)
        case "bonus":
            return bonus_uses(state, turn)
        case "account" | "standing":
            return [*account_uses(state, turn), DONE]
        case "gift":
            return [*[gift(other) for other in speculating(state) if other != seat], DONE]
        case _:
            return ()


def before_rolling(state: State, turn: Turn) -> Sequence[Act]:
    count = dice(state, turn.seat)
    options = state.options
    held = state.traders[turn.seat].account and not turn.used
    if not (held or options.free_throw or options.penalties):
        return totals(count)
    actions: list[Act] = [*totals(count)]
    if options.free_throw:
        for seat in around(options.players):
            if seat != turn.seat and is_exposed(state, seat):
                actions += aims(count, seat)
    if options.penalties and not turn.hasty:
        actions.append(ROLL)
    if held:
        actions += account_uses(state, turn)
    return actions


def bonus_uses(state: State, turn: Turn) -> list[Act]:
    return uses(state, turn, bonus, turn.points, placing=may_place(state, turn))


def account_uses(state: State, turn: Turn) -> list[Act]:
    return uses(state, turn, account, state.traders[turn.seat].account, placing=False)


def uses(
    state: State, turn: Turn, spending: Callable[[Seat], Sequence[Act]], points: int, *, placing: bool
) -> list[Act]:
    """Everything this number of points may be used for (G21-31)."""
    actions: list[Act] = []
    for seat in around(state.options.players):
        more_debt, less_debt, more_account, less_account = spending(seat)
        debt = state.traders[seat].debt
        if seat == turn.seat:
            if debt + points <= GOAL:
                actions.append(more_debt)
            if debt < GOAL:
                actions.append(less_debt)
            if placing:
                actions.append(more_account)
        elif is_exposed(state, seat):
            actions += (more_debt, less_debt, more_account, less_account)
        elif debt == GOAL:
            actions += (more_account, less_account)
    return actions


def may_place(state: State, turn: Turn) -> bool:
    """Whether new points may go on one's own account: only while it is empty (G21-40), but in Killer always (G21-71).

    It is empty if it was so as the turn began (G21-104): a trader who used it this turn had something there.
    """
    return state.options.goal == "killer" or not (state.traders[turn.seat].account or turn.used)


# ---- what happens then ----------------------------------------------------------


def apply(state: State, move: Move[Act]) -> State:
    check_awaited(awaits(state), move)
    return apply_action(state, move) if type(move) is Played else apply_chance(state, move.action)


def apply_action(state: State, move: Played[Act]) -> State:
    turn = state.turn
    assert turn is not None
    action = move.action
    if type(action) is Announce:
        return announce(state, turn, action.total)
    if type(action) is SpendBonus:
        require(turn.step == "bonus", "G21-102", "there are no bonus points to use now")
        check_use(state, turn, action.use, action.seat, turn.points)
        return spend_bonus(state, turn, action.use, action.seat)
    if type(action) is Give:
        require(turn.step == "gift", "G21-102", "there are no Crisis dice to give now")
        open_to = action.seat != turn.seat and action.seat in speculating(state)
        require(open_to, "G21-21", "Crisis dice go to another trader who still rolls this year")
        return give_crisis_die(state, turn, action.seat)
    if type(action) is SpendAccount:
        trader = state.traders[turn.seat]
        here = turn.step in ("announce", "account", "standing")
        require(here, "G21-102", "the account is used before announcing or after the bonus points")
        check_use(state, turn, action.use, action.seat, trader.account)
        require(trader.account and not turn.used, "G21-41", "there is nothing on your account to use now")
        return spend_account(state, turn, action.use, action.seat)
    if type(action) is Decline:
        require(turn.step != "bonus", "G21-101", "bonus points must be used")
        require(turn.step != "announce", "G21-102", "announce a total: there is nothing to decline")
        return next_step(state) if turn.step == "account" else pass_turn(state, turn.seat)
    if type(action) is Aim:
        require(state.options.free_throw, "G21-90", "there is no aiming at this table")
        return announce(state, turn, action.total, action.seat)
    if type(action) is Roll:
        require(state.options.penalties, "G21-85", "announce a total first")
        check_announcing(turn)
        require(not turn.hasty, "G21-108", "you have rolled without announcing this turn: now announce")
        return replace(state, turn=replace(turn, step="fine", hasty=True))
    refuse_misplaced(move)


def announce(state: State, turn: Turn, total: int, aim: Seat | None = None) -> State:
    check_announcing(turn)
    count = dice(state, turn.seat)
    if not count <= total <= 6 * count:
        raise IllegalMove("G21-10", "{dice} dice make {low} to {high}", dice=count, low=count, high=6 * count)
    if aim is not None:
        open_to = aim != turn.seat and aim in around(state.options.players) and is_exposed(state, aim)
        require(open_to, "G21-107", "aim at another trader whose debt can be changed")
    return replace(state, turn=replace(turn, step="roll", total=total, aim=aim))


def check_announcing(turn: Turn) -> None:
    if turn.step != "announce":
        require(turn.step != "standing", "G21-13", "at 21 you do not roll any more this year")
        raise IllegalMove("G21-102", "you have announced already")


def check_use(state: State, turn: Turn, use: Use, seat: Seat, points: int) -> None:
    """Whether these points can be used so, on this trader (G21-31)."""
    saved = turn.step != "bonus"  # they come from the account
    table = around(state.options.players)
    require(seat in table, "G21-41" if saved else "G21-31", "there are only {players} seats", players=len(table))
    trader = state.traders[seat]
    if seat != turn.seat:
        if use in ("+debt", "-debt"):
            require(trader.debt != GOAL or is_exposed(state, seat), "G21-13", "a debt of 21 is frozen")
        require(trader.debt <= GOAL, "G21-33", "this trader is insolvent: nothing of theirs can be changed")
    elif use in ("+debt", "-debt"):
        require(trader.debt < GOAL, "G21-43", "at 21 your own debt cannot be changed")
        fits = use == "-debt" or trader.debt + points <= GOAL
        require(fits, "G21-32", "{points} points would take your own debt past 21", points=points)
    else:
        require(not saved, "G21-41", "your account cannot be put back on itself")
        require(use == "+account", "G21-31", "points can be put on your own account, but not taken off it")
        require(may_place(state, turn), "G21-40", "your account was not empty when your turn began")


def apply_chance(state: State, action: Act) -> State:
    turn = state.turn
    if turn is None:
        assert isinstance(action, Cast)
        require(action.face in FACES, "G21-01", "a die shows 1 to 6, not {face}", face=action.face)
        return cast_for_seat(state, action.face)
    if type(action) is Rolled:
        check_faces(state, turn, action.faces)
        hit, off = luck(state.options, turn)
        require(hit + off < 100, "G21-93", "at this table such a roll always hits or leaves the table")
        return roll(state, turn, action.faces, hit=False)
    if type(action) is Hit:
        check_faces(state, turn, action.faces)
        require(turn.aim is not None, "G21-90", "nobody was aimed at")
        require(state.options.aim_hit, "G21-93", "no roll hits at this table")
        return roll(state, turn, action.faces, hit=True)
    if type(action) is Off:
        falls = turn.aim is not None or state.options.penalties
        require(falls, "G21-86", "without penalties no die leaves the table")
        require(luck(state.options, turn)[1], "G21-93", "at this table no die leaves the table on such a roll")
        return replace(state, turn=replace(turn, step="fine"))
    assert type(action) is Fined  # nothing else is awaited from chance
    rule = "G21-85" if turn.total is None else "G21-86"
    require(action.face in FACES, rule, "a die shows 1 to 6, not {face}", face=action.face)
    return pay_fine(state, turn, action.face)


def check_faces(state: State, turn: Turn, faces: tuple[int, ...]) -> None:
    count = dice(state, turn.seat)
    if len(faces) != count or faces[0] < 1 or faces[-1] > 6:  # they are in ascending order
        raise IllegalMove("G21-10", "{dice} dice are rolled, each showing 1 to 6", dice=count)


def cast_for_seat(state: State, face: int) -> State:
    """Dice for the seats, in rounds: traders who are still tied cast again (G21-01, G21-100)."""
    seat, *waiting = state.casting
    casts = put(state.casts, seat, (*state.casts[seat], face))
    if waiting:
        return replace(state, casts=casts, casting=tuple(waiting))
    like = Counter(casts)
    tied = tuple(other for other in around(state.options.players) if like[casts[other]] > 1)
    state = replace(state, casts=casts, casting=tied)
    if tied:
        return state
    order = tuple(sorted(around(state.options.players), key=casts.__getitem__))
    return begin_year(replace(state, order=order), order[0])
