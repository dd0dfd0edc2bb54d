"""What can happen in The Golden 21. Chance speaks in participles, traders in verbs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import ClassVar, Final, Literal, TypeAlias, get_args

from tablee.contract import Action, Seat
from tablee.notation import reader

Use = Literal["+debt", "-debt", "+account", "-account"]  # G21-31
USES: Final[tuple[Use, ...]] = get_args(Use)


class Throw(Action, frozen=True):
    """Faces are written in ascending order: dice have no other."""

    faces: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.faces != tuple(sorted(self.faces)):
            raise ValueError(self.faces)


class Cast(Action, frozen=True):
    """A die that a trader casts for their place at the table (G21-01)."""

    form: ClassVar[str] = "cast {face}"
    face: int


class Rolled(Throw, frozen=True):
    form: ClassVar[str] = "rolled {faces}"


class Hit(Throw, frozen=True):
    """A roll that touched the die aimed at (G21-91)."""

    form: ClassVar[str] = "rolled {faces} hit"


class Off(Action, frozen=True):
    """A die left the table: no face counts (G21-86)."""

    form: ClassVar[str] = "off"


class Fined(Action, frozen=True):
    """A penalty die."""

    form: ClassVar[str] = "fined {face}"
    face: int


class Announce(Action, frozen=True):
    form: ClassVar[str] = "announce {total}"
    amount: ClassVar[str | None] = "total"
    total: int


class Aim(Action, frozen=True):
    """Announces, and aims at the die of another trader (G21-90)."""

    form: ClassVar[str] = "announce {total} at {seat}"
    amount: ClassVar[str | None] = "total"
    total: int
    seat: Seat


class Roll(Action, frozen=True):
    """Rolls without having announced (G21-85)."""

    form: ClassVar[str] = "roll"


class SpendBonus(Action, frozen=True):
    form: ClassVar[str] = "bonus {use} {seat}"
    use: Use
    seat: Seat


class SpendAccount(Action, frozen=True):
    form: ClassVar[str] = "account {use} {seat}"
    use: Use
    seat: Seat


class Give(Action, frozen=True):
    """Gives one Crisis die."""

    form: ClassVar[str] = "give {seat}"
    seat: Seat


class Decline(Action, frozen=True):
    """Declines what is left of a step (G21-102)."""

    form: ClassVar[str] = "done"


Act: TypeAlias = (
    Cast | Rolled | Hit | Off | Fined | Announce | Aim | Roll | SpendBonus | SpendAccount | Give | Decline
)  # fmt: skip

parse: Callable[[str], Act] = reader(
    Cast, Rolled, Hit, Off, Fined, Announce, Aim, Roll, SpendBonus, SpendAccount, Give, Decline
)

ROLL: Final = Roll()
DONE: Final = Decline()


@cache
def totals(dice: int) -> tuple[Announce, ...]:
    """Every total that this number of dice can show (G21-10)."""
    return tuple(Announce(total) for total in range(dice, 6 * dice + 1))


@cache
def aims(dice: int, seat: Seat) -> tuple[Aim, ...]:
    return tuple(Aim(total, seat) for total in range(dice, 6 * dice + 1))


@cache
def bonus(seat: Seat) -> tuple[SpendBonus, ...]:
    """The four uses on this trader: +debt, -debt, +account, -account."""
    return tuple(SpendBonus(use, seat) for use in USES)


@cache
def account(seat: Seat) -> tuple[SpendAccount, ...]:
    return tuple(SpendAccount(use, seat) for use in USES)


@cache
def gift(seat: Seat) -> Give:
    return Give(seat)
