"""What is agreed before a game of Sixteen."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee import contract
from tablee.contract import Seat
from tablee.options import Chair, Or, Switch, Whole, Word, at_the_table


class Options(contract.Options, frozen=True, kw_only=True):
    players: Annotated[
        int,
        Whole(
            2,
            4,
            step=2,
            rule="S16-12",
            en="two players, or four in two teams",
            fr="deux joueurs, ou quatre en deux équipes",
        ),
    ] = 2
    match: Annotated[
        bool,
        Switch("S16-25", en="three cards of a kind make a series; not for young players",
               fr="trois cartes semblables font une série ; sans quoi c’est plus simple pour les plus jeunes"),
    ] = True  # fmt: skip
    jokers: Annotated[
        bool,
        Switch("S16-01", en="the two jokers are in the pack", fr="les deux jokers sont dans le paquet"),
    ] = True
    bonus: Annotated[
        bool,
        Switch("S16-24", en="a card that makes Match and Sixteen at once wins two series",
               fr="une carte qui fait Match et Sixteen à la fois gagne deux séries"),
    ] = False  # fmt: skip
    draw: Annotated[
        Literal["auto", "strict", "loose"],
        Word("auto", "strict", "loose", rule="S16-50",
             en="what forgetting to draw costs: nothing can be forgotten, a card for good, or nothing",
             fr="ce que coûte un oubli de pioche : rien ne s’oublie, une carte pour toujours, ou rien"),
    ] = "auto"  # fmt: skip
    first: Annotated[
        Seat | None,
        Or("random", Chair(0, 3, rule="S16-12", tried=(0, 1), en="the seat that plays first",
                           fr="la place qui joue la première")),
    ] = None  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        at_the_table("first", self.first, self.players, "S16-12")
