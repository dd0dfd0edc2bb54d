"""Code 777 in figures, by seat: what a graph of the game shows."""

from __future__ import annotations

from math import nan
from typing import Final

from tablee.contract import Seat
from tablee.games.code777.deduction import out_of_stock, seen_from, unseen_racks
from tablee.games.code777.state import Declared, State
from tablee.games.code777.tiles import RACKS
from tablee.games.code777.view import view
from tablee.tuples import around

LONG: Final = 400  # events after which the curve ends: each point reads all events before it


def figures(state: State) -> dict[str, tuple[float, ...]]:
    wrong = [event.by for event in state.log if isinstance(event, Declared) and not event.right]
    seats = around(state.options.players)
    return {
        "left": tuple(left(state, seat) for seat in seats),
        "points": state.points,
        "wrong": tuple(wrong.count(seat) for seat in seats),
    }


def left(state: State, seat: Seat) -> float:
    """How many racks the player's own may still be, given everything seen and said: the information left to find."""
    if len(state.log) > LONG:
        return nan
    seen = view(state, seat)
    own = seen.racks[seat]
    if not own or seat in seen.filling[:1]:
        return len(RACKS)  # nothing stands there: it may become anything
    if own[-1] is not None:
        return 1  # it was shown
    spans = out_of_stock(seen)
    return len(unseen_racks(seen, spans[seat], seen_from(seen, spans))[-1].fitting)
