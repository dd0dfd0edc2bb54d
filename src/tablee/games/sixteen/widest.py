"""All that may still come, as far as one seat of Sixteen can tell."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.games.sixteen.posterior import unseen
from tablee.games.sixteen.state import State
from tablee.games.sixteen.view import View


def widest(view: View, world: State) -> State:
    """The world with every card in the draw pile that this seat sees nowhere, also those that others hold."""
    return replace(world, stock=tuple(sorted(unseen(view).elements())))
