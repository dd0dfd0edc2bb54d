"""The Golden 21: what points would change, how many dice are rolled, what is owed, how likely dice show a total, which
moments change a year, and what makes a final score."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.contract import Move, Played, Seat
from tablee.games.golden21 import GAME
from tablee.games.golden21.actions import Act, Announce, Hit, Rolled, SpendAccount, SpendBonus
from tablee.games.golden21.bourse import LIMIT
from tablee.games.golden21.dice import ways
from tablee.games.golden21.face import arithmetic
from tablee.games.golden21.state import GOAL, Line, State, dice
from tablee.tuples import around
from tablee.words import words
from tests.vectors.playing import plain, play, sample

RULES = (
    "G21-10", "G21-11", "G21-12", "G21-13", "G21-31", "G21-33", "G21-34", "G21-50", "G21-51", "G21-52", "G21-60",
    "G21-61", "G21-63", "G21-70", "G21-80", "G21-91", "G21-94", "G21-106", "G21-109", "G21-114", "G21-115",
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
    {"players": "4", "years": "2", "expert": "on"},
    {"players": "3", "years": "1", "final": "raw"},
    {"players": "4", "goal": "killer", "teams": "0+2,1+3", "years": "2"},
)
MOMENTS = ("kills", "golds", "out", "year")


def cases() -> dict[str, list[Any]]:
    spending, limits, rolls, announcing, moments, scores, balances = [], [], [], [], [], [], []
    for _, _, (before, move, after) in play(GAME, OPTIONS, games=3):
        if len(after.past) > len(before.past):
            balances.append(balance(after))
        if change := moment(before, move, after):
            moments.append(change)
        if (over := GAME.view(after, None)).result is not None:
            scores.append(
                {"view": {**plain(over), "bourse": plain(over.bourse[-1:])}, "scores": plain(over.result.scores)}
            )
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
        "balances": sample(balances, 30),
        "spending": sample(spending, 80) + sample(by_friends, 10) + sample(limits, 40),
        "rolls": sample(rolls, 60) + sample(hits, 20),
        "announcing": sample(announcing, 40),
        "moments": [case for kind in MOMENTS for case in sample([one for one in moments if one[kind]], 8)],
        "scores": scores,
        "odds": [{"dice": count, "ways": [float(way) for way in ways(count)[count:]]} for count in (1, 2, 3, 5, 9, 25)],
    }


def balance(state: State) -> dict[str, Any]:
    """The last year that was balanced, and how that is said."""
    view, names = GAME.view(state, None), [f"player {seat + 1}" for seat in around(state.options.players)]
    return {"year": plain(state.past[-1]), "said": arithmetic(view, words("en", GAME), names, state.past[-1])}


def moment(before: State, move: Move[Act], after: State) -> dict[str, Any] | None:
    """A line after which some trader has one Kill or one 21 more or is insolvent, or a year is over."""
    traders = list(zip(before.traders, after.traders, strict=True))
    ended = after.past[-1] if len(after.past) > len(before.past) else None
    lines = ended.lines if ended else after.lines
    found = {
        "kills": [seat for seat, (was, now) in enumerate(traders) if now.kills > was.kills],
        "golds": [seat for seat, (was, now) in enumerate(traders) if len(now.golds) > len(was.golds)],
        "out": [seat for seat, (was, _) in enumerate(traders) if was.debt <= GOAL and is_over(lines[seat])],
        "year": ended.number if ended else 0,
    }  # fmt: skip
    if not before.order or not any(found.values()):
        return None
    views = {name: {**plain(shown), "bourse": plain(shown.bourse[-2:])}
             for name, shown in (("before", GAME.view(before, None)), ("after", GAME.view(after, None)))}  # fmt: skip
    return {"told": GAME.told(before, move, after, None), **views, **found}


def is_over(lines: tuple[Line, ...]) -> bool:
    return bool(lines) and lines[-1].debt > GOAL


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
