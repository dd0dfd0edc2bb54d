"""A table of Code 777 with given tiles on its racks."""

from __future__ import annotations

from tablee.games.code777 import GAME
from tablee.games.code777.state import State
from tests.playing import after, play

ADA, BEN, CLEO, DAN = "4n,5r,7b", "1g,2y,6p", "3k,3k,7y", "4n,6g,7b"  # leaves 2y 3k 4n 4n 5k 5r 5r 5r 6g 6g …


def table(*lines: str, racks: tuple[str, ...] = (ADA, BEN, CLEO, DAN), **options: str) -> State:
    """The racks filled, seat 0 to ask, and then these lines."""
    filled = [f"*: racked {rack} {tiles}" for rack, tiles in enumerate(racks)]
    state: State = after(GAME, [*filled, *lines], **{"first": "0", **options})
    return state


def then(state: State, *lines: str) -> State:
    later: State = play(GAME, state, *lines)
    return later


def ask(state: State, *numbers: int) -> State:
    """The next questions of the pile, each taken by whoever is to ask."""
    for number in numbers:
        state = then(state, f"{state.turn}: ask", f"*: turned {number}")
    return state
