"""Code 21: what a soldier earns, what the soldiers can add up to, what a verdict pays, and final scores."""

from __future__ import annotations

from typing import Any

from tablee.contract import Played, Seat
from tablee.games.code21 import GAME
from tablee.games.code21.actions import Play
from tablee.games.code21.posterior import posterior
from tablee.games.code21.state import State
from tablee.tuples import around
from tests.vectors.playing import final_score, plain, play, sample

RULES = ("C21-01", "C21-10", "C21-11", "C21-31", "C21-32", "C21-34", "C21-36", "C21-51")
OPTIONS = (
    {"players": "4"},
    {"players": "3", "half": "up"},
    {"players": "2"},
    {"players": "4", "bank": "14"},
    {"players": "3", "bank": "20", "pass_paid_by": "bank"},
    {"players": "4", "soldiers": "0,1,2,3,4,5,6,8"},
)


def cases() -> dict[str, list[Any]]:
    playing, verdicts, scores = [], [], []
    earned: list[int] = []
    for _, place, (before, move, after) in play(GAME, OPTIONS, games=3):
        if score := final_score(GAME, after):
            scores.append(score)
        if not place or not before.line:
            earned = []
        if before.line:
            playing += [(before, seat, earned) for seat in around(before.options.players)]
        if len(after.verdicts) > len(before.verdicts):
            verdicts.append((before, after))
        elif type(move) is Played and isinstance(move.action, Play):
            earned = [*earned, after.points[move.by] - before.points[move.by]]
    return {"missions": [mission(*case) for case in sample(playing, 90)],
            "verdicts": [verdict(*case) for case in sample(verdicts, 40)], "scores": sample(scores, 10)}  # fmt: skip


def mission(state: State, seat: Seat, earned: list[int]) -> dict[str, Any]:
    """What this seat may know of the mission; what each soldier earned, and what the next one would."""
    view = GAME.view(state, seat)
    known = posterior(view)
    turn = state.turn
    assert turn is not None
    values = state.hands[turn] if state.call is None else ()
    next_pay = None
    if values:
        after = GAME.apply(state, Played(turn, Play(values[0], "up")))
        next_pay = after.points[turn] - state.points[turn]
    return {
        "view": {**plain(view), "verdicts": []},
        "earned": earned,
        "next": next_pay,
        "totals": sorted(known.totals.items()),
        "chances": {name: odds for name, odds in known.chances.items() if ":" in name},
    }


def verdict(before: State, after: State) -> dict[str, Any]:
    found = after.verdicts[-1]
    return {
        "view": {**plain(GAME.view(after, None)), "verdicts": [plain(found)]},
        "gains": [now - then for now, then in zip(after.points, before.points, strict=True)],
        "right": found.winner == found.call.by,
    }
