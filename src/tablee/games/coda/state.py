"""What lies on the table of Code de Vinci, and the questions one can ask of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from tablee.contract import Seat
from tablee.games.coda.options import Options
from tablee.games.coda.tiles import Colour, Tile, Value

Phase = Literal[
    "first",  # the first player is drawn by lot
    "pick", "deal", "arrange",  # set-up, seat by seat
    "take", "draw", "attack", "place", "show",  # a turn
    "over",
]  # fmt: skip


class Guess(Struct, frozen=True, gc=False):
    """A player's guess at a hidden tile."""

    by: Seat
    value: Value


class Standing(Struct, frozen=True, gc=False):
    """A tile in a code, with the guesses made at it: they move with it when other tiles are inserted."""

    tile: Tile
    up: bool = False  # turned up for all
    since: int = 0  # 0: from the set-up; n: the n-th tile that was added to this code
    guesses: tuple[Guess, ...] = ()


Code: TypeAlias = tuple[Standing, ...]  # from its owner's left


class State(Struct, frozen=True, gc=False):
    options: Options
    table: tuple[Tile, ...]  # face down, sorted: they have no order before they are drawn
    codes: tuple[Code, ...]  # by seat
    phase: Phase
    turn: Seat | None  # during the set-up, too; None: the first player is not drawn yet
    black: int = 0  # set-up: how many black tiles were asked for
    hand: tuple[Tile, ...] = ()  # set-up: tiles dealt but not standing yet, in the order of dealing
    taking: Colour | None = None  # a tile of this colour is on its way from the table
    drawn: Tile | None = None  # kept apart by the player whose turn it is
    right: bool = False  # an attack of this turn was right
    missed: bool = False  # the last attack was wrong, and is yet to be paid for
    out: tuple[Seat, ...] = ()  # in the order in which they went out

    @property
    def winner(self) -> Seat | None:
        """COD-21: the last player with a hidden tile, once there is only one."""
        if self.phase != "over":
            return None
        return next(Seat(seat) for seat in range(self.options.players) if seat not in self.out)


def is_broken(code: Code) -> bool:
    """COD-20: whether the whole code is turned up."""
    return all([standing.up for standing in code])
