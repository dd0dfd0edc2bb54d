"""Sixteen in figures, by seat: what a graph of the game shows."""

from __future__ import annotations

from tablee.games.sixteen.state import State, side
from tablee.tuples import around


def figures(state: State) -> dict[str, tuple[float, ...]]:
    return {
        "series": tuple(state.won[side(seat)] for seat in around(state.options.players)),
        "hand": tuple(map(len, state.hands)),
    }
