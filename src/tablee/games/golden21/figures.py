"""The Golden 21 in figures, by trader: what a graph of the game shows."""

from __future__ import annotations

from tablee.games.golden21.state import State, dice
from tablee.tuples import around


def figures(state: State) -> dict[str, tuple[float, ...]]:
    traders = state.traders
    return {
        "debt": tuple(trader.debt for trader in traders),
        "account": tuple(trader.account for trader in traders),
        "dice": tuple(dice(state, seat) for seat in around(len(traders))),
        "kills": tuple(trader.kills for trader in traders),
        "golds": tuple(len(trader.golds) for trader in traders),
    }
