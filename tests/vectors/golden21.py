"""The Golden 21: what points would change, how many dice are rolled, what is owed, and how likely dice show a total."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.contract import Played, Seat
from tablee.games.golden21 import GAME
from tablee.games.golden21.actions import Announce, Hit, Rolled, SpendAccount, SpendBonus
from tablee.games.golden21.bourse import LIMIT
from tablee.games.golden21.dice import ways
from tablee.games.golden21.state import GOAL, Line, State, dice
from tablee.tuples import around
from tests.vectors.playing import plain, play, sample

RULES = (
    "G21-10", "G21-11", "G21-13", "G21-31", "G21-33", "G21-34", "G21-60", "G21-70", "G21-80", "G21-91", "G21-94",
    "G21-106", "G21-109", "G21-114",
)  # fmt: skip
OPTIONS = (
    {"players": "3", "years": "2"},
    {"players": "4", "years": "2", "at21": "open"},
    {"players": "4", "goal": "killer", "years": "3", "kills": "2"},
    {"players": "4", "goal": "survivor", "years": "4"},
    {"players": "4", "teams": "0+2,1+3", "years": "2"},
    {"players": "4", "teams": "0+1,2+3", "years": "20"},
    {"players": "5", "free_throw": "on", "penalties": "on", "years": "1"},
    {"players": "5", "free_throw": "literal", "at21": "open", "years": "1"},
    {"players": "3", "goal": "killer", "kills": "1"},
)


def cases() -> dict[str, list[Any]]:
    spending, limits, rolls, announcing = [], [], [], []
    for _, _, (before, move, after) in play(GAME, OPTIONS, games=3):
        if type(move) is Played and isinstance(move.action, SpendBonus | SpendAccount):
            spending.append(uses(before, move.by))
            limits.append(uses(near_the_limit(before, move.by), move.by))
        elif isinstance(move.action, Rolled | Hit):
            debtor = before.turn.aim if isinstance(move.action, Hit) else before.turn.seat
            change = entry(before, after, debtor).debt - before.traders[debtor].debt
            rolls.append({
                "thrown": plain(after.thrown), "free_throw": before.options.free_throw, "seat": debtor, "by": change,
            })  # fmt: skip
        elif type(move) is Played and isinstance(move.action, Announce):
            totals = [action.total for action in GAME.legal(before, move.by) if isinstance(action, Announce)]
            announcing.append({
                "view": seen(before, move.by),
                "dice": [dice(before, seat) for seat in around(before.options.players)],
                "low": min(totals), "high": max(totals),
                "sides": list(before.options.sides),
                "last": before.options.last_year,
            })  # fmt: skip
    hits = [case for case in rolls if case["thrown"]["hit"]]
    by_friends = [case for case in spending if any(use["effect"] == "out" for use in case["uses"])]
    return {
        "spending": sample(spending, 80) + sample(by_friends, 10) + sample(limits, 40),
        "rolls": sample(rolls, 60) + sample(hits, 20),
        "announcing": sample(announcing, 40),
        "odds": [{"dice": count, "ways": [float(way) for way in ways(count)[count:]]} for count in (1, 2, 3, 5, 9, 25)],
    }


def seen(state: State, seat: Seat) -> Any:
    """The seat's view without the Bourse, which is long and which no preview reads."""
    return {**plain(GAME.view(state, seat)), "bourse": []}


def near_the_limit(state: State, by: Seat) -> State:
    """The same position with debts and accounts near ±999: play gets there once in thousands of games."""
    traders = tuple(
        trader if trader.debt >= GOAL else replace(trader, debt=1 - LIMIT, account=LIMIT - 1)
        for trader in state.traders
    )
    return replace(state, traders=traders)


def uses(state: State, by: Seat) -> dict[str, Any]:
    """Every way to spend the points that are due, with what becomes of the trader."""
    found = []
    assert state.turn is not None
    for action in GAME.legal(state, by):
        if isinstance(action, SpendBonus | SpendAccount):
            after = GAME.apply(state, Played(by, action))
            line = entry(state, after, action.seat)
            points = state.turn.points if isinstance(action, SpendBonus) else state.traders[by].account
            to = line.debt if action.use.endswith("debt") else line.account
            found.append({"use": action.use, "seat": action.seat, "points": points, "to": to,
                          "effect": effect(state, after, by, action.seat, line)})  # fmt: skip
    return {"view": seen(state, by), "by": by, "uses": found}


def entry(before: State, after: State, seat: Seat) -> Line:
    """What stands on the Bourse for this trader now, also where the move ended the year."""
    lines = (after.past[-1].lines if len(after.past) > len(before.past) else after.lines)[seat]
    trader = before.traders[seat]
    if len(lines) == len(before.lines[seat]):
        return Line(trader.debt, trader.account)
    account = trader.account if lines[-1].account is None else lines[-1].account
    return Line(lines[-1].debt, account)


def effect(before: State, after: State, by: Seat, seat: Seat, line: Line) -> str | None:
    if after.traders[by].kills > before.traders[by].kills:
        return "kill"
    if len(after.traders[seat].golds) > len(before.traders[seat].golds):
        return "gold"
    return "out" if line.debt > GOAL else None
