"""What is agreed before a game of Code de Vinci."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee import contract
from tablee.contract import Seat
from tablee.options import Chair, Or, Switch, Whole, Word, at_the_table


class Options(contract.Options, frozen=True, kw_only=True):
    players: Annotated[
        int,
        Whole(2, 4, rule="COD-02", en="two to four players", fr="de deux à quatre joueurs"),
    ] = 2
    jokers: Annotated[
        bool,
        Switch("COD-01", en="the expert game: a black and a white joker are added",
               fr="la partie expert : un joker noir et un joker blanc s’ajoutent"),
    ] = False  # fmt: skip
    dealing: Annotated[
        Literal["choose", "random"],
        Word("choose", "random", rule="COD-06",
             en="the colours of the first tiles are chosen by each player, or left to chance",
             fr="les couleurs des premières pièces sont choisies par chacun, ou laissées au hasard"),
    ] = "choose"  # fmt: skip
    joker_ban: Annotated[
        bool,
        Switch("COD-04", en="no joker between consecutive numbers of one colour; otherwise a joker stands anywhere",
               fr="pas de joker entre deux nombres consécutifs d’une même couleur ; sinon un joker se place partout"),
    ] = True  # fmt: skip
    first: Annotated[
        Seat | None,
        Or("random", Chair(0, 3, rule="COD-08", tried=(0, 1), en="the seat that plays first: the youngest",
                           fr="la place qui joue la première : celle du plus jeune")),
    ] = None  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        at_the_table("first", self.first, self.players, "COD-08")

    @property
    def tiles_each(self) -> int:
        """COD-02: what each player takes at first."""
        return 3 if self.players == 4 else 4
