"""What lies on the table of Code 777, and the questions one can ask of it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tablee.contract import Seat
from tablee.games.code777.options import Options
from tablee.games.code777.questions import CARDS, Answer
from tablee.games.code777.tiles import BOX, Rack, Tile

ALL_RACKS: Final = 4  # C77-03


class Asked(Struct, frozen=True, tag="asked", gc=False):
    """A question with its answer (C77-11). `stood`: the asker saw the nth tiles of each rack, counted from 1."""

    number: int
    by: Seat
    answer: Answer
    stood: tuple[int, ...]


class Declared(Struct, frozen=True, tag="declared", gc=False):
    """Declared digits, or tiles with the option `colours` (C77-20), and which tiles stood then."""

    by: Seat
    said: tuple[int | Tile, ...]
    right: bool
    stood: tuple[int, ...]


class State(Struct, frozen=True, gc=False):
    options: Options
    points: tuple[int, ...]
    turn: Seat | None = None  # the seat that asks next; None: not drawn yet
    stock: tuple[Tile, ...] = BOX  # face down, sorted: it has no order before it is drawn
    aside: tuple[Tile, ...] = ()  # taken off the racks since the last merge, sorted
    racks: tuple[tuple[Rack, ...], ...] = ((),) * ALL_RACKS  # all tiles that stood on each, the present ones last
    filling: tuple[int, ...] = tuple(range(ALL_RACKS))  # racks that get new tiles, in order; the first stands empty
    pile: tuple[int, ...] = CARDS  # questions not turned in this pass, sorted: they have no order yet
    turned: tuple[int, ...] = ()  # those that were, in order
    asking: bool = False  # a question is being turned
    asked: int = 0  # questions so far
    log: tuple[Asked | Declared, ...] = ()
    spent: frozenset[Seat] = frozenset()  # the seats that may not declare now (C77-26)
    ended: str = ""  # the rule that ended the game

    @property
    def closing(self) -> bool:
        """The last question has been answered; there is no limit if it is 0 (C77-31)."""
        return 0 < self.options.limit == self.asked


def rack_counts(state: State) -> tuple[int, ...]:
    """How many racks each of the four has had so far: the last one stands there."""
    first, second, third, fourth = state.racks
    return len(first), len(second), len(third), len(fourth)


def racks_to_refill(options: Options, by: Seat, right: bool, points: int) -> tuple[int, ...]:
    """The racks that get new tiles after a declaration (C77-21). `points` is the sum over all players."""
    if not right or options.players == 4:
        return (by,)
    return (by, 3 if options.players == 3 else 2 + (points - 1) % 2)  # C77-22
