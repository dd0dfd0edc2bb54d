"""What is agreed before a game of The Golden 21."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee import contract
from tablee.contract import Option, OptionError, Seat
from tablee.options import Or, Switch, Whole, Word, whole

Teams = tuple[tuple[Seat, ...], ...]


class Years(Whole):
    """A number of years; None in the code where the goal says how many."""

    def write(self, value: int | None) -> str:
        return "5 (original), 50" if value is None else str(value)

    def admits(self, value: object) -> bool:
        return value is None or super().admits(value)


class Sides(Option):
    """Seats joined by +, teams by commas, all in ascending order: 0+2,1+3."""

    def read(self, text: str) -> Teams:
        return tuple(tuple(Seat(whole(seat)) for seat in team.split("+")) for team in text.split(","))

    def write(self, value: Teams) -> str:
        return ",".join("+".join(map(str, team)) for team in value)

    def admits(self, value: object) -> bool:
        if (
            not isinstance(value, tuple)
            or len(value) < 2
            or not all(isinstance(team, tuple) and team for team in value)
        ):
            return False
        seats = [seat for team in value for seat in team]
        return (
            all(type(seat) is int for seat in seats)
            and sorted(seats) == list(range(len(seats)))
            and all(list(team) == sorted(team) for team in value)
            and list(value) == sorted(value)
        )

    @property
    def allowed(self) -> str:
        return "0+2,1+3…"

    @property
    def samples(self) -> tuple[Teams, ...]:
        zero, one, two, three = map(Seat, range(4))
        return ((zero, one), (two,)), ((zero, two), (one, three))


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
        Years(0, 50, rule="G21-60", tried=(1, 2),
              en="the contract (original), or a cap on the years, 0 for none (killer, survivor)",
              fr="le contrat (original), ou une limite d'années, 0 sans limite (killer, survivor)"),
    ] = None  # fmt: skip
    kills: Annotated[
        int,
        Whole(
            1, 20, rule="G21-70", tried=(1, 3), en="the Kills to reach (killer)", fr="les Kills à atteindre (killer)"
        ),
    ] = 3
    expert: Annotated[
        bool,
        Switch("G21-63", en="each 21 counts the year in which it was made (original)",
               fr="chaque 21 compte l'année où il a été fait (original)"),
    ] = False  # fmt: skip
    teams: Annotated[
        Teams | None,
        Or("off", Sides("G21-80", en="Team 21: seats joined by +, teams by commas",
                        fr="Team 21 : places jointes par +, équipes par des virgules")),
    ] = None  # fmt: skip
    penalties: Annotated[
        bool,
        Switch("G21-85", en="mistakes cost a penalty die", fr="les erreurs coûtent un dé de gage"),
    ] = False
    free_throw: Annotated[
        bool,
        Switch("G21-90", en="Lancer Franc: one may aim at another trader's die",
               fr="Lancer Franc : on peut viser le dé d'un autre Trader"),
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
              en="percent of other rolls where a die leaves the table (penalties)",
              fr="pourcentage des autres lancers où un dé tombe de la table (penalties)"),
    ] = 2  # fmt: skip
    collection: Annotated[
        bool,
        Switch("G21-95", en="Collection 21: each trader stakes a Crisis die of their own",
               fr="Collection 21 : chaque Trader met en jeu un dé de la Crise de sa collection"),
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
            raise OptionError("aim_hit", "aim_hit and aim_off are more than 100 % together", "G21-93")
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
