"""What can happen in Code de Vinci. Chance speaks in participles, players in verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, TypeAlias

from tablee.contract import Action, Seat
from tablee.games.coda.tiles import COLOURS, DASH, TILES, VALUES, WITH_DASH, AnyTile, Colour, Value
from tablee.notation import reader
from tablee.options import whole
from tablee.tuples import around


class First(Action, frozen=True):
    """Drawn by lot: who plays first."""

    form: ClassVar[str] = "first {seat}"
    seat: Seat


class Pick(Action, frozen=True):
    """This many of my first tiles are to be black."""

    form: ClassVar[str] = "pick {black}"
    amount: ClassVar[str | None] = "black"
    black: int


class Dealt(Action, frozen=True):
    form: ClassVar[str] = "dealt {tile}"
    tile: AnyTile


class Arrange(Action, frozen=True):
    """My first tiles from left to right."""

    form: ClassVar[str] = "arrange {row}"
    row: tuple[AnyTile, ...]


class Take(Action, frozen=True):
    form: ClassVar[str] = "take {colour}"
    colour: Colour


class Drawn(Action, frozen=True):
    form: ClassVar[str] = "drawn {tile}"
    tile: AnyTile


class Attack(Action, frozen=True):
    """The tile that this opponent has at this place must be this number, or a joker."""

    form: ClassVar[str] = "attack {target} {place} {value}"
    target: Seat
    place: int
    value: Value

    def __post_init__(self) -> None:
        if self.value != DASH:
            whole(self.value)


class Stop(Action, frozen=True):
    form: ClassVar[str] = "stop"


class Place(Action, frozen=True):
    """My drawn tile is to stand here."""

    form: ClassVar[str] = "place {place}"
    place: int


class Show(Action, frozen=True):
    """I turn up my own tile at this place."""

    form: ClassVar[str] = "show {place}"
    place: int


Act: TypeAlias = First | Pick | Dealt | Arrange | Take | Drawn | Attack | Stop | Place | Show

parse: Callable[[str], Act] = reader(First, Pick, Dealt, Arrange, Take, Drawn, Attack, Stop, Place, Show)

LONGEST: Final = len(TILES)
TAKE: Final[dict[Colour, Take]] = {colour: Take(colour) for colour in COLOURS}
STOP: Final = Stop()
PLACE: Final = [Place(place) for place in range(LONGEST)]
SHOW: Final = [Show(place) for place in range(LONGEST)]
EXPERT_ATTACKS: Final = [  # every attack, by seat and place
    [[Attack(seat, place, value) for value in WITH_DASH] for place in range(LONGEST)] for seat in around(4)
]
ATTACKS: Final = [[attacks[: len(VALUES)] for attacks in places] for places in EXPERT_ATTACKS]  # without "-"
