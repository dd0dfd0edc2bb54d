"""All that may still come, as far as one seat of Code de Vinci can tell."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.games.coda.state import State
from tablee.games.coda.view import View, unseen


def widest(view: View, world: State) -> State:
    """The world with every tile on the table that this seat sees nowhere, also those that stand in others' codes."""
    return replace(world, table=tuple(sorted(unseen(view))))
