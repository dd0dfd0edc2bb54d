"""How long a game can be: what libraries for search and learning ask beforehand, and no rule says."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

ENDLESS: Final = 1_000_000  # for a game without a longest course; none that was ever played comes near


class Bounds(Struct, frozen=True):
    """No game with these options exceeds them."""

    outcomes: int = ENDLESS  # of one chance node
    decisions: int = ENDLESS  # in one game, those of polled seats included
    chances: int = ENDLESS  # chance nodes in one game
