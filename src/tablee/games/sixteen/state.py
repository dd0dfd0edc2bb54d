"""What lies on the table of Sixteen, and the questions one can ask of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.contract import Seat
from tablee.games.sixteen.cards import Card, Colour
from tablee.games.sixteen.options import Options

Kind = Literal["sixteen", "bust", "match", "match+sixteen"]


class Laid(Struct, frozen=True, gc=False):
    """A card on the pile: a joker with the value and colour it was given (S16-11)."""

    card: Card
    value: int
    colour: Colour
    by: Seat


class Series(Struct, frozen=True, gc=False):
    """A pile that was won (S16-30)."""

    kind: Kind
    side: int
    cards: tuple[Laid, ...]
    worth: int


class State(Struct, frozen=True, gc=False):
    options: Options
    stock: tuple[Card, ...]  # the draw pile, sorted: it has no order before it is drawn
    hands: tuple[tuple[Card, ...], ...]  # by seat, sorted
    turn: Seat | None = None  # None: the first player is not drawn yet
    to_deal: int = 0  # cards still to be dealt
    drawing: bool = False  # a card is on its way from the draw pile; to an empty hand, after the play (S16-53)
    drawn: int = 0  # cards drawn this turn
    pile: tuple[Laid, ...] = ()
    total: int = 0  # of the pile
    series: tuple[Series, ...] = ()

    @property
    def won(self) -> tuple[int, int]:
        """The series of each side."""
        won = [0, 0]
        for series in self.series:
            won[series.side] += series.worth
        return won[0], won[1]


def side(seat: Seat) -> int:
    return seat % 2  # S16-12: partners sit opposite
