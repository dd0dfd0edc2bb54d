"""What is agreed before a game of Code de Vinci."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee import contract
from tablee.contract import Seat
from tablee.options import Chair, Or, Shown, Switch, Whole, Word, check_seat


class Options(contract.Options, frozen=True, kw_only=True):
    players: Annotated[int, Whole(2, 4, rule="COD-02")] = 2
    jokers: Annotated[bool, Switch("COD-01"), Shown("pieces")] = False
    dealing: Annotated[Literal["choose", "random"], Word("choose", "random", rule="COD-06"), Shown("start")] = "choose"
    joker_ban: Annotated[bool, Switch("COD-04"), Shown("pieces", jokers=("on",))] = True
    first: Annotated[Seat | None, Or("random", Chair(0, 3, rule="COD-08", tried=(0, 1))), Shown("start")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_seat("first", self.first, self.players, "COD-08")

    @property
    def tiles_each(self) -> int:
        """COD-02: what each player takes at first."""
        return 3 if self.players == 4 else 4
