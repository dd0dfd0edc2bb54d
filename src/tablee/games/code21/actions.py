"""What can happen in Code 21. Chance speaks in participles, players in verbs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import ClassVar, Final, Literal, TypeAlias

from tablee.contract import Action, Seat
from tablee.notation import reader


class First(Action, frozen=True):
    """Drawn by lot: who plays first."""

    form: ClassVar[str] = "first {seat}"
    seat: Seat


class Turned(Action, frozen=True):
    """A mission card, turned up from the pile."""

    form: ClassVar[str] = "turned {value}"
    value: int


class Play(Action, frozen=True):
    form: ClassVar[str] = "play {value} {face}"
    value: int
    face: Literal["up", "down"]


class Pass(Action, frozen=True):
    form: ClassVar[str] = "pass"


class Accuse(Action, frozen=True):
    form: ClassVar[str] = "accuse"


class Declare(Action, frozen=True):
    form: ClassVar[str] = "declare"


class Stake(Action, frozen=True):
    """Some points in the fist, held out towards one of the two principals."""

    form: ClassVar[str] = "stake {points} on {side}"
    amount: ClassVar[str | None] = "points"
    points: int
    side: Seat

    def __post_init__(self) -> None:
        if self.points == 0:
            raise ValueError("a stake of 0 has no side")  # C21-21


class StakeNothing(Action, frozen=True):
    form: ClassVar[str] = "stake 0"


Act: TypeAlias = First | Turned | Play | Pass | Accuse | Declare | Stake | StakeNothing

parse: Callable[[str], Act] = reader(First, Turned, Play, Pass, Accuse, Declare, Stake, StakeNothing)

UP: Final = [Play(value, "up") for value in range(21)]
DOWN: Final = [Play(value, "down") for value in range(21)]
PASS: Final = Pass()
ACCUSE: Final = Accuse()
DECLARE: Final = Declare()


@cache
def stakes(most: int, sides: tuple[Seat, ...]) -> tuple[Stake | StakeNothing, ...]:
    """Every stake of at most `most` points on one of these sides."""
    return (StakeNothing(), *(Stake(points, side) for side in sides for points in range(1, most + 1)))
