"""What lies on the table of Code 21, and the questions one can ask of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.contract import Seat
from tablee.games.code21.options import Options

GOAL = 21


class Soldier(Struct, frozen=True, gc=False):
    """A soldier on the mission, and the soldiers its player took back at once because of it (C21-41)."""

    by: Seat
    value: int
    up: bool
    back: tuple[int, ...] = ()


class Call(Struct, frozen=True, gc=False):
    """A player's claim about the last soldier: the mission has failed (C21-13) or it is a success (C21-14)."""

    by: Seat
    kind: Literal["accuse", "declare"]
    last: Seat  # the player of the last soldier, who is the other principal


class Bet(Struct, frozen=True, gc=False):
    """A stake: nothing has no side (C21-21)."""

    points: int
    side: Seat | None


class Verdict(Struct, frozen=True, gc=False):
    """A mission that was verified: all that was turned up and opened."""

    mission: int
    soldiers: tuple[Soldier, ...]
    total: int
    call: Call
    stakes: tuple[Bet, ...]
    winner: Seat
    taken: int  # the half of the other principal's points

    @property
    def success(self) -> bool:
        return self.total == GOAL


class State(Struct, frozen=True, gc=False):
    options: Options
    deck: tuple[int, ...]  # missions not turned yet, sorted: they have no order before they are turned
    hands: tuple[tuple[int, ...], ...]  # by seat, sorted
    laid: tuple[tuple[int, ...], ...]  # by seat, sorted: used in earlier missions, not taken back
    cards: tuple[tuple[int, ...], ...]  # by seat: the missions won (C21-35)
    points: tuple[int, ...]  # by seat; a stake is among them until all are in
    bank: int | None  # None: it is never empty
    turn: Seat | None  # None: the first player is not drawn yet
    mission: int | None = None  # None: none is turned up
    line: tuple[Soldier, ...] = ()  # the soldiers of the mission, in the order they were played
    call: Call | None = None  # the stakes are placed on it
    stakes: tuple[Bet | None, ...] = ()  # by seat, while there is a call; sealed
    verdicts: tuple[Verdict, ...] = ()

    @property
    def discarded(self) -> tuple[int, ...]:
        return tuple(verdict.mission for verdict in self.verdicts if not verdict.success)

    @property
    def scores(self) -> tuple[int, ...]:
        """C21-51, C21-52: bravery and, only here, the values of the missions won."""
        return tuple(points + sum(cards) for points, cards in zip(self.points, self.cards, strict=True))
