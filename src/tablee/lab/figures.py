"""What the deals of an arena add up to. All seatings of a deal belong together: errors come from how deals differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from tablee.lab.deal import Deal, Fault, Kind, told_time
from tablee.lab.plan import Plan
from tablee.lab.rating import ratings

NORMAL: Final = 1.959964  # 95 % of what is normal lies within so many deviations
RESAMPLES: Final = 400
Outcome: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]  # of a deal: wins by row; who came before whom


class Row(Struct, frozen=True):
    """The figures of one level, or of one bot where there is but one level."""

    bot: str
    games: int  # two of a level at one table count twice
    wins: float  # a shared win counts its share
    win_rate: float
    win_low: float | None  # None: one deal says nothing about the spread
    win_high: float | None
    fair: float
    times_fair: float
    rating: float
    rating_low: float | None
    rating_high: float | None
    timed: int  # decisions, but for the first of a process
    ms_p50: float | None  # None: nothing was timed
    ms_p95: float | None
    ms_max: float | None


class Tally:
    """The deals so far. It keeps what differs and how often, not the deals: memory hardly grows with their number."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rows = list(dict.fromkeys(plan.rows))
        self.row = [self.rows.index(name) for name in plan.rows]  # by bot
        self.deals = 0
        self.outcomes: Counter[Outcome] = Counter()
        self.times: list[Counter[int]] = [Counter() for _ in self.rows]
        self.longest = [0.0 for _ in self.rows]
        self.faults: dict[tuple[str, Kind], list[Fault]] = {}  # the first one, and those with a record
        self.fault_times: Counter[tuple[str, Kind]] = Counter()

    def add(self, deal: Deal) -> None:
        self.deals += 1
        self.outcomes[self.outcome(deal.ranks)] += 1
        for bot, row in enumerate(self.row):
            self.times[row].update(deal.times[bot])
            self.longest[row] = max(self.longest[row], deal.longest[bot])
        for fault in deal.faults:
            key = (self.plan.bots[fault.bot], fault.kind)
            self.fault_times[key] += fault.times
            if fault.record or key not in self.faults:
                self.faults.setdefault(key, []).append(fault)

    def outcome(self, ranks: Sequence[Sequence[int]]) -> Outcome:
        n = len(self.rows)
        wins = [0.0] * n
        before = [0.0] * (n * n)
        for game in ranks:
            best = game.count(1)
            for bot, row in enumerate(self.row):
                wins[row] += (game[bot] == 1) / best
                for other, column in enumerate(self.row):
                    if column != row:
                        before[row * n + column] += (game[bot] < game[other]) + (game[bot] == game[other]) / 2
        return tuple(wins), tuple(before)

    def figures(self) -> list[Row]:
        """The strongest first."""
        if not self.deals:
            return []
        outcomes = sorted(self.outcomes.items())  # not by arrival: it would depend on the processes
        rated = self.rated(outcomes)
        rows = [self.figure(row, outcomes, rated[row]) for row in range(len(self.rows))]
        return sorted(rows, key=lambda row: -row.rating)

    def figure(
        self, row: int, outcomes: Sequence[tuple[Outcome, int]], rated: tuple[float, float | None, float | None]
    ) -> Row:
        each = len(self.plan.seatings) * self.row.count(row)  # games of this row in a deal
        wins = sum(times * wins[row] for (wins, _), times in outcomes)
        rate = wins / (each * self.deals)
        squares = sum(times * (wins[row] / each - rate) ** 2 for (wins, _), times in outcomes)
        low, high = interval(rate, squares, self.deals)
        fair = 1 / len(self.plan.bots)
        times = self.times[row]
        return Row(
            self.rows[row], each * self.deals, wins, rate, low, high, fair, rate / fair, *rated, times.total(),
            percentile(times, 0.50), percentile(times, 0.95), self.longest[row] if times else None,
        )  # fmt: skip

    def rated(self, outcomes: Sequence[tuple[Outcome, int]]) -> list[tuple[float, float | None, float | None]]:
        """Each row's rating with what lies between 95 % of the ratings from deals drawn anew out of these."""
        n = len(self.rows)
        pairs = [before for (_, before), _ in outcomes]
        found = ratings(summed(pairs, (times for _, times in outcomes), n))
        anchor = self.rows.index("random") if "random" in self.rows else found.index(min(found))
        found = [rating - found[anchor] for rating in found]
        if self.deals < 2:
            return [(rating, None, None) for rating in found]
        rng, weights = Random(f"{self.plan.seed} again"), [times for _, times in outcomes]
        drawn: list[list[float]] = []
        for _ in range(RESAMPLES):
            again = Counter(rng.choices(range(len(pairs)), weights, k=self.deals))
            drawn.append(ratings(summed([pairs[n] for n in again], again.values(), n), anchor))
        spread = [sorted(ratings[row] for ratings in drawn) for row in range(n)]
        out = round(0.025 * RESAMPLES)
        return [(rating, spread[row][out - 1], spread[row][-out]) for row, rating in enumerate(found)]


def summed(pairs: Sequence[tuple[float, ...]], times: Iterable[int], n: int) -> list[list[float]]:
    total = [0.0] * (n * n)
    for pair, many in zip(pairs, times, strict=True):
        for place, score in enumerate(pair):
            total[place] += many * score
    return [total[n * row : n * row + n] for row in range(n)]


def interval(rate: float, squares: float, deals: int) -> tuple[float | None, float | None]:
    """95 % for a rate, by Wilson, from as many independent games as would spread like these deals."""
    if deals < 2:
        return None, None
    variance = squares / (deals - 1) / deals
    if variance:
        games = rate * (1 - rate) / variance
    elif 0 < rate < 1:
        return rate, rate  # every deal came out the same
    else:
        games = deals  # always or never, so far
    share = NORMAL**2 / games
    middle = (rate + share / 2) / (1 + share)
    half = sqrt(share * (rate * (1 - rate) + share / 4)) / (1 + share)
    return max(0.0, middle - half), min(1.0, middle + half)


def percentile(times: Counter[int], share: float) -> float | None:
    """The milliseconds within which this share of the decisions was made."""
    wanted = share * times.total()
    for kept in sorted(times):
        wanted -= times[kept]
        if wanted <= 0:
            return told_time(kept)
    return None
