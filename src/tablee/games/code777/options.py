"""What is agreed before a game of Code 777."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee import contract
from tablee.contract import Seat
from tablee.options import Chair, Or, Switch, Whole, Word, at_the_table


class Options(contract.Options, frozen=True, kw_only=True):
    players: Annotated[
        int,
        Whole(2, 4, rule="C77-03", en="players; the racks that are left over are seen by all",
              fr="le nombre de joueurs ; les réglettes en trop sont vues de tous"),
    ] = 4  # fmt: skip
    target: Annotated[
        int,
        Whole(1, 10, rule="C77-30", tried=(1,), en="the points that win", fr="les points qu’il faut pour gagner"),
    ] = 3
    colours: Annotated[
        bool,
        Switch("C77-20", en="colours must be declared, too", fr="il faut déclarer aussi les couleurs"),
    ] = False
    show_removed: Annotated[
        bool,
        Switch("C77-21", en="you are shown the tiles taken off your own rack",
               fr="on vous montre les tuiles retirées de votre réglette"),
    ] = False  # fmt: skip
    questions: Annotated[
        Literal["cycle", "reshuffle"],
        Word("cycle", "reshuffle", rule="C77-04",
             en="after the 23rd question they come again in the same order, or shuffled anew",
             fr="après la 23e question, elles reviennent dans le même ordre, ou mélangées à nouveau"),
    ] = "cycle"  # fmt: skip
    declare_again: Annotated[
        Literal["after_asking", "next_question", "any"],
        Word("after_asking", "next_question", "any", rule="C77-26",
             en="when you may declare again: once you have asked yourself, once anybody has, or at any moment",
             fr="quand redéclarer : après avoir posé soi-même une question, après toute question, ou sans attendre"),
    ] = "after_asking"  # fmt: skip
    limit: Annotated[
        int,
        Whole(0, 9999, rule="C77-31", tried=(1, 24), en="the most questions in a game; 0: no limit",
              fr="le nombre maximal de questions ; 0 : sans limite"),
    ] = 230  # fmt: skip
    first: Annotated[
        Seat | None,
        Or("random", Chair(0, 3, rule="C77-11", tried=(0, 1), en="the seat that asks first",
                           fr="la place qui pose la première question")),
    ] = None  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        at_the_table("first", self.first, self.players, "C77-11")
