"""Code 777 in figures, by seat: what a graph of the game shows."""

from __future__ import annotations

from tablee.games.code777.state import Declared, State
from tablee.tuples import around


def figures(state: State) -> dict[str, tuple[float, ...]]:
    wrong = [event.by for event in state.log if isinstance(event, Declared) and not event.right]
    return {"points": state.points, "wrong": tuple(wrong.count(seat) for seat in around(state.options.players))}
