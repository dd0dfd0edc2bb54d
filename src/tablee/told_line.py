"""A line of a game as one seat was told it: what is dealt again from it cannot know more than that seat."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tablee.contract import AnyGame, Chance, Move, Seat


class ToldLine(Struct, frozen=True):
    """ "1: attack 0 2 7 = wrong": who acted (None: chance), what they did as far as it was seen, and what came of it.

    `hand` is the player who rolled or drew, which everybody sees.
    """

    by: Seat | None
    action: str
    outcome: str = ""
    hand: Seat | None = None

    def complete(self, action: str) -> str:
        """The line of a record in which this happened."""
        return f"{'*' if self.by is None else self.by}: {action}"


def tell(game: AnyGame, before: Any, move: Move[Any], after: Any, seat: Seat | None) -> ToldLine:
    """What this seat is told of a move."""
    awaited = game.awaits(before)
    return read_told(game.told(before, move, after, seat), awaited.hand if isinstance(awaited, Chance) else None)


def read_told(told: str, hand: Seat | None) -> ToldLine:
    who, _, text = told.partition(": ")
    action, _, outcome = text.partition(" = ")
    return ToldLine(None if who == "*" else Seat(int(who)), action, outcome, hand)
