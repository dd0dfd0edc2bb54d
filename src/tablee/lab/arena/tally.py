"""The figures of an arena. The games of a deal are not independent, so errors come from how whole deals differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from tablee.bots.faults import FaultKind
from tablee.lab.arena.deal import Deal
from tablee.lab.arena.rating import ratings
from tablee.lab.bot_game import Fault, bucket_time
from tablee.lab.plan import MatchPlan
from tablee.statistics import wilson_interval

RESAMPLES: Final = 400
Outcome: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]  # of a deal: wins by row, and who came before whom


class BotFigures(Struct, frozen=True):
    """The figures of one level, or of one bot if all are of one level."""

    bot: str
    games: int  # two bots of a level at one table count twice
    wins: float  # a shared win counts its share
    win_rate: float
    win_low: float | None  # None: one deal says nothing about the spread
    win_high: float | None
    fair: float
    times_fair: float
    rating: float
    rating_low: float | None
    rating_high: float | None
    timed: int  # decisions, except the first of each process
    ms_p50: float | None  # None: nothing was timed
    ms_p95: float | None
    ms_max: float | None


class ArenaTally:
    """The deals so far. It counts different outcomes and keeps no deals, so memory hardly grows with their number."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        self.rows = list(dict.fromkeys(plan.rows))
        self.row = [self.rows.index(name) for name in plan.rows]  # by bot
        self.deals = 0
        self.outcomes: Counter[Outcome] = Counter()
        self.times: list[Counter[int]] = [Counter() for _ in self.rows]
        self.longest = [0.0 for _ in self.rows]
        self.faults: dict[tuple[str, FaultKind], list[Fault]] = {}  # the first one, and those with a record
        self.fault_times: Counter[tuple[str, FaultKind]] = Counter()

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

    def figures(self) -> list[BotFigures]:
        """The strongest first."""
        if not self.deals:
            return []
        outcomes = sorted(self.outcomes.items())  # the order of arrival depends on the processes
        rated = self.rate(outcomes)
        rows = [self.figure(row, outcomes, rated[row]) for row in range(len(self.rows))]
        return sorted(rows, key=lambda row: -row.rating)

    def figure(
        self, row: int, outcomes: Sequence[tuple[Outcome, int]], rated: tuple[float, float | None, float | None]
    ) -> BotFigures:
        each = len(self.plan.seatings) * self.row.count(row)  # games of this row in a deal
        wins = sum(times * wins[row] for (wins, _), times in outcomes)
        rate = wins / (each * self.deals)
        squares = sum(times * (wins[row] / each - rate) ** 2 for (wins, _), times in outcomes)
        low, high = wilson_interval(rate, squares, self.deals)
        fair = 1 / len(self.plan.bots)
        times = self.times[row]
        return BotFigures(
            self.rows[row], each * self.deals, wins, rate, low, high, fair, rate / fair, *rated, times.total(),
            percentile(times, 0.50), percentile(times, 0.95), self.longest[row] if times else None,
        )  # fmt: skip

    def rate(self, outcomes: Sequence[tuple[Outcome, int]]) -> list[tuple[float, float | None, float | None]]:
        """Each row's rating, with a 95% interval from ratings of deals resampled out of these (bootstrap)."""
        n = len(self.rows)
        pairs = [before for (_, before), _ in outcomes]
        found = ratings(sum_pairs(pairs, (times for _, times in outcomes), n))
        anchor = self.rows.index("random") if "random" in self.rows else found.index(min(found))
        found = [rating - found[anchor] for rating in found]
        if self.deals < 2:
            return [(rating, None, None) for rating in found]
        rng, weights = Random(f"{self.plan.seed} again"), [times for _, times in outcomes]
        drawn: list[list[float]] = []
        for _ in range(RESAMPLES):
            again = Counter(rng.choices(range(len(pairs)), weights, k=self.deals))
            drawn.append(ratings(sum_pairs([pairs[n] for n in again], again.values(), n), anchor))
        spread = [sorted(ratings[row] for ratings in drawn) for row in range(n)]
        out = round(0.025 * RESAMPLES)
        return [(rating, spread[row][out - 1], spread[row][-out]) for row, rating in enumerate(found)]


def sum_pairs(pairs: Sequence[tuple[float, ...]], times: Iterable[int], n: int) -> list[list[float]]:
    total = [0.0] * (n * n)
    for pair, many in zip(pairs, times, strict=True):
        for place, score in enumerate(pair):
            total[place] += many * score
    return [total[n * row : n * row + n] for row in range(n)]


def percentile(times: Counter[int], share: float) -> float | None:
    """The milliseconds within which this share of the decisions was made."""
    wanted = share * times.total()
    for bucket in sorted(times):
        wanted -= times[bucket]
        if wanted <= 0:
            return bucket_time(bucket)
    return None
