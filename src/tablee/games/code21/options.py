"""What is agreed before a game of Code 21."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from tablee import contract
from tablee.contract import Option, OptionError, Seat
from tablee.options import Chair, Or, Shown, Whole, Word, check_seat, whole

EACH = 3  # C21-01: the points that every player begins with

ALL_NINE: Final = tuple(range(9))
EIGHT: Final = (0, 1, 2, 3, 4, 5, 6, 8)
TWELVE: Final = (3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8)


class Numbers(Option):
    """`count` whole numbers of `among`, written in ascending order with commas: 0,1,2,8."""

    def __init__(self, count: range, among: range, *, rule: str, tried: tuple[tuple[int, ...], ...]) -> None:
        super().__init__(rule)
        self.count, self.among, self.tried = count, among, tried

    def read(self, text: str) -> tuple[int, ...]:
        return tuple(map(whole, text.split(",")))

    def write(self, value: tuple[int, ...]) -> str:
        return ",".join(map(str, value))

    def admits(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) in self.count
            and all(type(number) is int and number in self.among for number in value)
            and list(value) == sorted(value)
        )

    @property
    def allowed(self) -> str:
        return "1,2,3…"

    @property
    def samples(self) -> tuple[tuple[int, ...], ...]:
        return self.tried

    def refusal(self, name: str, text: str) -> OptionError:
        return OptionError(
            name, "give {least} to {most} whole numbers from {low} to {high}, the smallest first, with commas",
            self.rule, **self.limits,
        )  # fmt: skip

    @property
    def limits(self) -> dict[str, int]:
        return {"least": self.count[0], "most": self.count[-1], "low": self.among[0], "high": self.among[-1]}


class Soldiers(Numbers):
    """A set of soldiers: all different, the 0 among them."""

    def admits(self, value: object) -> bool:
        return super().admits(value) and isinstance(value, tuple) and value[0] == 0 and len({*value}) == len(value)

    @property
    def allowed(self) -> str:
        return "0,1,2,3…"

    def refusal(self, name: str, text: str) -> OptionError:
        return OptionError(
            name, "give {least} to {most} different whole numbers from {low} to {high}, 0 first, with commas",
            self.rule, **self.limits,
        )  # fmt: skip


class Options(contract.Options, frozen=True, kw_only=True):
    players: Annotated[int, Whole(2, 4, rule="C21-01")] = 4
    soldiers: Annotated[
        tuple[int, ...],
        Soldiers(range(3, 13), range(21), rule="C21-01", tried=(ALL_NINE, EIGHT, (0, 1, 20), (*range(11), 20))),
        Shown("pieces"),
    ] = ALL_NINE
    missions: Annotated[
        tuple[int, ...],
        Numbers(range(1, 31), range(1, 21), rule="C21-02", tried=(TWELVE, (5,), (1, 1, 20), (1,) * 15 + (20,) * 15)),
        Shown("pieces"),
    ] = TWELVE
    half: Annotated[Literal["down", "up"], Word("down", "up", rule="C21-32"), Shown("points")] = "down"
    bank: Annotated[
        int | None, Or("unlimited", Whole(2 * EACH, 1_000_000, rule="C21-36", tried=(6, 12, 100))), Shown("points")
    ] = None
    pass_paid_by: Annotated[Literal["passer", "bank"], Word("passer", "bank", rule="C21-12"), Shown("points")] = (
        "passer"
    )
    first: Annotated[Seat | None, Or("random", Chair(0, 3, rule="C21-03", tried=(0, 1))), Shown("start")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.bank is not None and self.bank < EACH * self.players:
            raise OptionError(
                "bank", "{players} players begin with {points} points together: the box must hold them", "C21-36",
                players=self.players, points=EACH * self.players,
            )  # fmt: skip
        check_seat("first", self.first, self.players, "C21-03")
