"""Code de Vinci in figures, by seat: what a graph of the game shows."""

from __future__ import annotations

from tablee.games.coda.state import State


def figures(state: State) -> dict[str, tuple[float, ...]]:
    return {
        "left": tuple(sum(not standing.up for standing in code) for code in state.codes),
        "tiles": tuple(map(len, state.codes)),
    }
