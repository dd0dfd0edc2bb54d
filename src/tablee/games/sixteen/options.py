"""What is agreed before a game of Sixteen."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from tablee import contract
from tablee.contract import Seat
from tablee.games.sixteen.cards import PLAIN, WITH_JOKERS, Card
from tablee.options import Chair, Or, Shown, Switch, Whole, Word, check_seat


class Options(contract.Options, frozen=True, kw_only=True):
    """`goal` and `pack` are values of the rules: a variant of the game has other ones (docs/adding-a-game.md)."""

    goal: ClassVar[int] = 16  # S16-20: the total that wins a series
    players: Annotated[int, Whole(2, 4, step=2, rule="S16-12")] = 2
    match: Annotated[bool, Switch("S16-25"), Shown("points")] = True
    jokers: Annotated[bool, Switch("S16-01"), Shown("pieces")] = True
    bonus: Annotated[bool, Switch("S16-24"), Shown("points", match=("on",))] = False
    draw: Annotated[
        Literal["auto", "strict", "loose"], Word("auto", "strict", "loose", rule="S16-50"), Shown("play")
    ] = "auto"
    third: Annotated[
        Literal["refused", "forgiven"],
        Word("refused", "forgiven", rule="S16-53"),
        Shown("play", draw=("strict",)),
    ] = "refused"
    first: Annotated[Seat | None, Or("random", Chair(0, 3, rule="S16-12", tried=(0, 1))), Shown("start")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_seat("first", self.first, self.players, "S16-12")

    @property
    def pack(self) -> tuple[Card, ...]:
        """S16-01: all cards, sorted."""
        return WITH_JOKERS if self.jokers else PLAIN

    @property
    def forgiving(self) -> bool:
        """Whether the last card may be played without drawing, which only means something in `strict` (S16-53)."""
        return self.draw == "strict" and self.third == "forgiven"
