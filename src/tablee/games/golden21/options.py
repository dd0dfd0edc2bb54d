"""What is agreed before a game of The Golden 21."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee import contract
from tablee.contract import OptionError
from tablee.options import Or, Shown, Sides, Switch, Teams, Whole, Word

CONTRACT = 5  # G21-60: the years of a usual contract
LONGEST = 50  # G21-70: the years after which Killer and Survivor usually end
MOST_LITERAL_HITS = 30  # G21-94: in percent; where hits take off as much as rolls add, years hardly end

AIMED = Shown("play", free_throw=("on", "literal"))  # G21-93: nobody aims but in a Lancer Franc


class Years(Or):
    """A number of years, or the usual one, which the goal says; the laws are tried on short games."""

    @property
    def samples(self) -> tuple[int, ...]:
        return self.other.samples


class Options(contract.Options, frozen=True, kw_only=True):
    players: Annotated[int, Whole(3, 10, rule="G21-01", tried=(3, 4, 10))] = 4
    goal: Annotated[
        Literal["original", "killer", "survivor"],
        Word("original", "killer", "survivor", rule="G21-62"),
        Shown("aim"),
    ] = "original"
    years: Annotated[int | None, Years("usual", Whole(0, 50, rule="G21-60", tried=(1, 2))), Shown("aim")] = None
    kills: Annotated[int, Whole(1, 20, rule="G21-70", tried=(1, 3)), Shown("aim", goal=("killer",))] = 3
    expert: Annotated[bool, Switch("G21-63"), Shown("points", goal=("original",))] = False
    teams: Annotated[Teams | None, Or("off", Sides("G21-80")), Shown("aim")] = None
    penalties: Annotated[bool, Switch("G21-85"), Shown("play")] = False
    free_throw: Annotated[bool | Literal["literal"], Switch("G21-90", "literal"), Shown("play")] = False
    aim_hit: Annotated[int, Whole(0, 100, rule="G21-93", tried=(0, 25, 100)), AIMED] = 25
    aim_off: Annotated[int, Whole(0, 100, rule="G21-93", tried=(0, 15, 100)), AIMED] = 15
    off: Annotated[int, Whole(0, 100, rule="G21-93", tried=(0, 2, 100)), Shown("play", penalties=("on",))] = 2
    collection: Annotated[bool, Switch("G21-95"), Shown("pieces")] = False
    at21: Annotated[Literal["frozen", "open"], Word("frozen", "open", rule="G21-109"), Shown("play")] = "frozen"
    final: Annotated[
        Literal["balance", "raw"], Word("balance", "raw", rule="G21-60"), Shown("points", goal=("original",))
    ] = "balance"
    crisis_supply: Annotated[int, Whole(1, 50, rule="G21-22", tried=(1, 20, 50)), Shown("pieces")] = 20

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.goal == "original" and self.years == 0:
            raise OptionError("years", "a contract has 1 to 50 years", "G21-60")
        if self.goal != "original" and self.expert:
            raise OptionError("expert", "Expert 21 is for the original goal only", "G21-112")
        if self.aim_hit + self.aim_off > 100:
            raise OptionError(
                "aim_hit", "aimed rolls that hit and aimed rolls off the table cannot exceed 100% together", "G21-93"
            )
        if self.free_throw == "literal" and self.aim_hit > MOST_LITERAL_HITS:
            raise OptionError(
                "aim_hit",
                "when a hit lowers a debt, at most {most}% of aimed rolls may hit: otherwise no year would end",
                "G21-94", most=MOST_LITERAL_HITS,
            )  # fmt: skip
        if self.teams is not None and sum(map(len, self.teams)) != self.players:
            raise OptionError(
                "teams", "each of the {players} seats must be in exactly one team", "G21-80", players=self.players
            )

    @property
    def last_year(self) -> int:
        """The year after which the game ends, 0 where there is none."""
        if self.years is None:
            return CONTRACT if self.goal == "original" else LONGEST
        return self.years

    @property
    def sides(self) -> tuple[int, ...]:
        """By seat, which side it plays on: its own, or its team (G21-80)."""
        if self.teams is None:
            return tuple(range(self.players))
        return tuple(next(side for side, team in enumerate(self.teams) if seat in team) for seat in range(self.players))
