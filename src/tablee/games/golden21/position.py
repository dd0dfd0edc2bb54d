"""A position of The Golden 21 as somebody enters it: the Bourse as it stands, and what is left to do this turn.

Fields with one number for each trader may be left empty, for as it is when a year begins. Earlier years, the roll that
lies on the table and the dice cast for seats are not entered: nothing follows from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from tablee.contract import NotationError, Seat, require
from tablee.games.golden21.bourse import LIMIT
from tablee.games.golden21.options import Options
from tablee.games.golden21.result import is_won
from tablee.games.golden21.state import GOAL, Line, State, Step, Trader, Turn, speculating
from tablee.games.golden21.turn import MOST_GOLDEN
from tablee.games.golden21.view import View
from tablee.games.golden21.view import view as see
from tablee.games.golden21.year import GOLDEN
from tablee.position_fields import (
    Entered,
    PositionField,
    field_of,
    number,
    numbers,
    one,
    one_of,
    one_seat,
    read_seat,
    seat_word,
    seat_words,
    unreadable,
)
from tablee.tuples import around

STEPS: Final[Mapping[str, Step]] = {
    "announce": "announce",
    "bonus": "bonus",
    "account": "account",
    "gift": "gift",
    "standing": "standing",
}
EACH: Final = ("debt", "account", "crisis", "kills")  # one number for each trader
DONE: Final = ("used", "placed", "hasty")  # what this trader has done this turn
MOST: Final = 400  # points of a bonus, and kills


def fields(options: Options, seat: Seat) -> tuple[PositionField, ...]:
    seats = seat_words(options.players)
    small = tuple(map(str, range(22)))
    done = DONE if options.penalties else DONE[:2]
    return (
        PositionField("year", taps=(small[1:6],)),
        PositionField("golden", taps=(tuple(map(str, range(GOLDEN, MOST_GOLDEN + 1))),), single=True),
        *(PositionField(name, taps=(small if name == "debt" else small[:11],)) for name in EACH),
        PositionField("turn", taps=(seats,), single=True, seats=True),
        PositionField("step", taps=(tuple(STEPS),), single=True),
        PositionField("total", taps=(small[2:],)),
        PositionField("points", taps=(small[1:],)),
        PositionField("gifts", taps=(small[:6],)),
        PositionField("done", taps=(done,)),
        *((PositionField("aim", taps=(seats,), single=True, seats=True),) if options.free_throw else ()),
        *(PositionField("golds", other, taps=(small[1:6],)) for other in around(options.players)),
        PositionField("order", taps=(seats,), seats=True),
        PositionField("out", taps=(seats,), seats=True),
        PositionField("at21", taps=(seats,), seats=True),
        *((PositionField("dead", taps=(seats,), seats=True),) if options.goal == "survivor" else ()),
    )


def read(options: Options, seat: Seat, entered: Entered, rng: Random) -> View:
    traders = read_traders(options, entered)
    dead = read_seats(options, entered, "dead")
    out = complete(
        read_seats(options, entered, "out"), [s for s, t in enumerate(traders) if t.debt > GOAL and s not in dead]
    )
    at21 = complete(read_seats(options, entered, "at21"), [s for s, t in enumerate(traders) if t.debt == GOAL])
    for other in (*out, *dead):
        require(traders[other].debt > GOAL, "G21-12", "trader {n} is not over 21", n=other + 1)
    for other in at21:
        require(traders[other].debt == GOAL, "G21-13", "trader {n} is not at 21", n=other + 1)
    year = number("year", one(entered, "year", "1"), 1, options.last_year or 999)
    for trader in traders:
        require(all(gold <= year for gold in trader.golds), "G21-61", "a year of a 21 is still to come")
    supply = options.crisis_supply - sum(trader.crisis for trader in traders)
    require(supply >= 0, "G21-22", "there are only {n} Crisis dice", n=options.crisis_supply)
    order = read_seats(options, entered, "order") or around(options.players)
    if len(order) < options.players:
        raise NotationError("enter all {n} traders in the order of their turns, or none", n=options.players)
    state = State(
        options=options,
        casts=((),) * options.players,
        casting=(),
        traders=traders,
        supply=supply,
        golden=number("golden", one(entered, "golden", str(GOLDEN)), GOLDEN, MOST_GOLDEN),
        order=order,
        year=year,
        turn=read_turn(options, entered, traders, order),
        lines=tuple(
            () if other in dead and other not in out else (Line(trader.debt, trader.account or None),)  # G21-113
            for other, trader in enumerate(traders)
        ),
        insolvent=out,
        at21=at21,
        dead=dead,
    )
    require(len(speculating(state)) > 1, "G21-50", "this year is over: only one trader is below 21")
    require(not is_won(state), "G21-70", "this game is won")
    check_turn(state)
    return see(state, seat)


def write(view: View) -> Mapping[str, str] | None:
    """None while dice are rolled, and after the end."""
    turn = view.turn
    if turn is None or turn.step not in STEPS:
        return None
    traders = view.traders
    written = {
        "year": f"{view.year}",
        "golden": f"{view.golden}",
        **{name: " ".join(str(getattr(trader, name)) for trader in traders) for name in EACH},
        "turn": seat_word(turn.seat),
        "step": turn.step,
        "total": "" if turn.total is None else f"{turn.total}",
        "points": f"{turn.points or ''}",
        "gifts": f"{turn.gifts or ''}",
        "done": " ".join(name for name in DONE if getattr(turn, name)),
        **{field_of("golds", seat): " ".join(map(str, trader.golds)) for seat, trader in enumerate(traders)},
        "order": " ".join(map(seat_word, view.order)),
        "out": " ".join(map(seat_word, view.insolvent)),
        "at21": " ".join(map(seat_word, view.at21)),
    }
    if view.options.goal == "survivor":
        written["dead"] = " ".join(map(seat_word, view.dead))
    if view.options.free_throw and turn.aim is not None:
        written["aim"] = seat_word(turn.aim)
    return written


# ---- traders ------------------------------------------------------------------------------------


def read_traders(options: Options, entered: Entered) -> tuple[Trader, ...]:
    debt = read_each(options, entered, "debt", -LIMIT)
    account = read_each(options, entered, "account", 0)
    crisis = read_each(options, entered, "crisis", 0)
    kills = read_each(options, entered, "kills", 0)
    return tuple(
        Trader(debt[seat], account[seat], crisis[seat], kills[seat], numbers(entered, field_of("golds", seat), 1, 999))
        for seat in around(options.players)
    )


def read_each(options: Options, entered: Entered, field: str, low: int) -> tuple[int, ...]:
    """A number for each trader; 0 for all, where none is entered (G21-02)."""
    found = numbers(entered, field, low, LIMIT) or (0,) * options.players
    if len(found) != options.players:
        raise NotationError("enter {n} numbers in {field!r}, or none", n=options.players, field=field)
    return found


def read_seats(options: Options, entered: Entered, field: str) -> tuple[Seat, ...]:
    """Different seats, in their order."""
    found = tuple(read_seat(field, word, options.players) for word in entered.get(field, ()))
    if len(set(found)) < len(found):
        raise unreadable(field, " ".join(map(seat_word, found)))
    return found


def complete(seats: tuple[Seat, ...], all_of_them: Sequence[int]) -> tuple[Seat, ...]:
    """These seats, and after them those that were not named."""
    return (*seats, *(Seat(seat) for seat in all_of_them if seat not in seats))


# ---- the turn ---------------------------------------------------------------------------------------


def read_turn(options: Options, entered: Entered, traders: Sequence[Trader], order: Sequence[Seat]) -> Turn:
    usual = next((seat for seat in order if traders[seat].debt < GOAL), order[0])
    seat = one_seat(entered, "turn", options.players, usual)
    step = STEPS[one_of(entered, "step", STEPS, "announce" if traders[seat].debt < GOAL else "standing")]
    done = entered.get("done", ())
    for word in done:
        if word not in DONE:
            raise unreadable("done", word)
    total, aim = one(entered, "total", ""), one(entered, "aim", "")
    return Turn(
        seat,
        step,
        used="used" in done,
        placed="placed" in done,
        hasty="hasty" in done,
        total=number("total", total, 1, 6 * LIMIT) if total else None,
        aim=read_seat("aim", aim, options.players) if aim else None,
        points=number("points", one(entered, "points", "0"), 0, MOST),
        gifts=number("gifts", one(entered, "gifts", "0"), 0, MOST),
    )


def check_turn(state: State) -> None:
    """Whether there is something to decide in this step (G21-102)."""
    turn = state.turn
    assert turn is not None
    trader = state.traders[turn.seat]
    match turn.step:
        case "standing":
            require(trader.debt == GOAL and trader.account > 0, "G21-43", "only a trader at 21 with an account stands")
        case "gift":
            require(trader.debt <= GOAL, "G21-12", "a trader over 21 has no turn")
            require(turn.gifts > 0, "G21-20", "enter how many Crisis dice are to be given")
            require(trader.crisis or state.supply, "G21-22", "no Crisis die is left to give")
        case _:
            require(trader.debt < GOAL, "G21-13", "a trader who rolls is below 21")
            require(turn.step != "bonus" or turn.points > 0, "G21-30", "enter how many bonus points are to be used")
            require(turn.step != "account" or trader.account > 0, "G21-41", "there is nothing on this account")
