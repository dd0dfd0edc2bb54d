"""What can happen in Code 777. Chance speaks in participles, players in verbs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import ClassVar, Final, TypeAlias

from tablee.contract import Action, Seat
from tablee.games.code777.tiles import RACKS, AnyTile, standing
from tablee.notation import reader


class First(Action, frozen=True):
    """Drawn by lot: who asks first."""

    form: ClassVar[str] = "first {seat}"
    seat: Seat


class Racked(Action, frozen=True):
    """Three new tiles on a rack, by digit, then by colour: another order is no notation."""

    form: ClassVar[str] = "racked {rack} {tiles}"
    rack: int
    tiles: tuple[AnyTile, ...]

    def __post_init__(self) -> None:
        if len(self.tiles) != 3 or standing(self.tiles) != self.tiles:
            raise ValueError(self.tiles)


class Turned(Action, frozen=True):
    """The question that the asker takes from the top of the pile."""

    form: ClassVar[str] = "turned {number}"
    number: int


class Ask(Action, frozen=True):
    form: ClassVar[str] = "ask"


class Declare(Action, frozen=True):
    """Three digits in ascending order: another order is no notation."""

    form: ClassVar[str] = "declare {digits}"
    cuts_in: ClassVar[bool] = True  # C77-20, C77-24
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.digits) != 3 or tuple(sorted(self.digits)) != self.digits:
            raise ValueError(self.digits)


class DeclareTiles(Action, frozen=True):
    """The same with colours, as a rack is written."""

    form: ClassVar[str] = "declare {tiles}"
    cuts_in: ClassVar[bool] = True  # C77-20, C77-24
    tiles: tuple[AnyTile, ...]

    def __post_init__(self) -> None:
        if len(self.tiles) != 3 or standing(self.tiles) != self.tiles:
            raise ValueError(self.tiles)


Act: TypeAlias = First | Racked | Turned | Ask | Declare | DeclareTiles

parse: Callable[[str], Act] = reader(First, Racked, Turned, Ask, Declare, DeclareTiles)

ASK: Final = Ask()
BY_DIGITS: Final = tuple(map(Declare, combinations_with_replacement(range(1, 8), 3)))
BY_TILES: Final = tuple(map(DeclareTiles, RACKS))
