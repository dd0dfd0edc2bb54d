"""Code 21 in figures, by seat: what a graph of the game shows."""

from __future__ import annotations

from tablee.games.code21.state import State


def figures(state: State) -> dict[str, tuple[float, ...]]:
    return {"points": state.points, "missions": tuple(map(len, state.cards)), "scores": state.scores}
