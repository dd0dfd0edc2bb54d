"""What is agreed before a game of Code 777."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee import contract
from tablee.contract import Seat
from tablee.options import Chair, Or, Shown, Switch, Whole, Word, check_seat


class Options(contract.Options, frozen=True, kw_only=True):
    players: Annotated[int, Whole(2, 4, rule="C77-03")] = 4
    target: Annotated[int, Whole(1, 10, rule="C77-30", tried=(1,)), Shown("aim")] = 3
    colours: Annotated[bool, Switch("C77-20"), Shown("play")] = False
    show_removed: Annotated[bool, Switch("C77-21"), Shown("play")] = False
    questions: Annotated[Literal["cycle", "reshuffle"], Word("cycle", "reshuffle", rule="C77-04"), Shown("play")] = (
        "cycle"
    )
    declare_again: Annotated[
        Literal["after_asking", "next_question", "any"],
        Word("after_asking", "next_question", "any", rule="C77-26"),
        Shown("play"),
    ] = "after_asking"
    limit: Annotated[int, Whole(0, 9999, rule="C77-31", tried=(1, 24)), Shown("aim")] = 230
    first: Annotated[Seat | None, Or("random", Chair(0, 3, rule="C77-11", tried=(0, 1))), Shown("start")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_seat("first", self.first, self.players, "C77-11")
