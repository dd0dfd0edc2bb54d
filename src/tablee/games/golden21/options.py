"""What is agreed before a game of The Golden 21."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee import contract
from tablee.contract import OptionError
from tablee.options import Or, Sides, Switch, Teams, Whole, Word


class Years(Or):
    """A number of years, or the usual one, which the goal says; the laws are tried on short games."""

    @property
    def samples(self) -> tuple[int, ...]:
        return self.other.samples


class Options(contract.Options, frozen=True, kw_only=True):
    players: Annotated[
        int,
        Whole(3, 10, rule="G21-01", tried=(3, 4, 10), en="traders at the table", fr="nombre de Traders à la table"),
    ] = 4
    goal: Annotated[
        Literal["original", "killer", "survivor"],
        Word("original", "killer", "survivor", rule="G21-62",
             en="the least debt after the contract, so many Kills first, or the last one not killed",
             fr="la plus petite dette en fin de contrat, le premier à tant de Kills, ou le dernier non killé"),
    ] = "original"  # fmt: skip
    years: Annotated[
        int | None,
        Years("usual", Whole(0, 50, rule="G21-60", tried=(1, 2),
                             en="how long the contract lasts, or how long at the most; 0: no limit (Killer, Survivor)",
                             fr="la durée du contrat, ou sa fin au plus tard, 0 : sans limite (Killer, Survivor)")),
    ] = None  # fmt: skip
    kills: Annotated[
        int,
        Whole(
            1, 20, rule="G21-70", tried=(1, 3), en="how many Kills win (Killer)", fr="combien de Kills gagnent (Killer)"
        ),
    ] = 3
    expert: Annotated[
        bool,
        Switch("G21-63", en="each 21 counts the year in which it was made (Original)",
               fr="chaque 21 compte l’année où il a été fait (Original)"),
    ] = False  # fmt: skip
    teams: Annotated[
        Teams | None,
        Or("off", Sides("G21-80", en="who plays with whom", fr="qui joue avec qui")),
    ] = None  # fmt: skip
    penalties: Annotated[
        bool,
        Switch("G21-85", en="mistakes cost a penalty die", fr="les erreurs coûtent un dé de gage"),
    ] = False
    free_throw: Annotated[
        bool,
        Switch("G21-90", en="one may aim at another trader's die", fr="on peut viser le dé d’un autre Trader"),
    ] = False  # fmt: skip
    aim_hit: Annotated[
        int,
        Whole(0, 100, rule="G21-93", tried=(0, 25, 100), en="percent of aimed rolls that hit",
              fr="pourcentage de lancers visés qui touchent"),
    ] = 25  # fmt: skip
    aim_off: Annotated[
        int,
        Whole(0, 100, rule="G21-93", tried=(0, 15, 100), en="percent of aimed rolls where a die leaves the table",
              fr="pourcentage de lancers visés où un dé tombe de la table"),
    ] = 15  # fmt: skip
    off: Annotated[
        int,
        Whole(0, 100, rule="G21-93", tried=(0, 2, 100),
              en="percent of other rolls where a die leaves the table, if there are penalties",
              fr="pourcentage des autres lancers où un dé tombe de la table, s’il y a des gages"),
    ] = 2  # fmt: skip
    collection: Annotated[
        bool,
        Switch("G21-95", en="each trader stakes a Crisis die of their own",
               fr="chaque Trader met en jeu un dé de la Crise de sa collection"),
    ] = False  # fmt: skip
    at21: Annotated[
        Literal["frozen", "open"],
        Word("frozen", "open", rule="G21-109", en="whether others can still change a debt of 21",
             fr="si les autres peuvent encore changer une dette de 21"),
    ] = "frozen"  # fmt: skip
    final: Annotated[
        Literal["balance", "raw"],
        Word("balance", "raw", rule="G21-60",
             en="the last year has its balance like every other, or debts count as they are",
             fr="la dernière année a son bilan comme les autres, ou les dettes comptent telles quelles"),
    ] = "balance"  # fmt: skip
    crisis_supply: Annotated[
        int,
        Whole(1, 50, rule="G21-22", tried=(1, 20, 50), en="Crisis dice in the box", fr="dés de la Crise dans la boîte"),
    ] = 20

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.goal == "original" and self.years == 0:
            raise OptionError("years", "a contract has 1 to 50 years", "G21-60")
        if self.goal != "original" and self.expert:
            raise OptionError("expert", "Expert 21 is for the original goal only", "G21-112")
        if self.aim_hit + self.aim_off > 100:
            raise OptionError("aim_hit", "aimed rolls hit and leave the table more than 100 % of the time", "G21-93")
        if self.teams is not None and sum(map(len, self.teams)) != self.players:
            raise OptionError("teams", "every seat from 0 to {last} is in one team", "G21-80", last=self.players - 1)

    @property
    def last_year(self) -> int:
        """The year after which the game ends, 0 where there is none."""
        if self.years is None:
            return 5 if self.goal == "original" else 50
        return self.years

    @property
    def sides(self) -> tuple[int, ...]:
        """By seat, which side it plays on: its own, or its team (G21-80)."""
        if self.teams is None:
            return tuple(range(self.players))
        return tuple(next(side for side, team in enumerate(self.teams) if seat in team) for seat in range(self.players))
