"""The results of an experiment as tables: rows of named figures."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from tablee.lab.runs.experiment import REPLAYS, Experiment, experiment_identity
from tablee.lab.runs.luck import Luck, luck_share
from tablee.lab.runs.rating_span import RatingSpan
from tablee.lab.runs.sums import TENTHS, UNIT, Counts, GameSums
from tablee.statistics import NORMAL, wilson_interval

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
Table = list[dict[str, Any]]


class Results(Struct, frozen=True):
    """The figures of an experiment; `path` is where it is kept."""

    experiment: Experiment
    path: Path
    sums: GameSums
    span: RatingSpan | None = None  # from random to master, where it was measured

    @property
    def games(self) -> int:
        return self.sums.games

    @property
    def seats(self) -> Table:
        """What each seat won, with 95 % intervals; a shared win counts as a share."""
        sums, bots = self.sums, self.experiment.plan.bots
        return [
            {"seat": seat, "bot": bots[seat], **win_figures(sums.wins[seat], sums.squares[seat], self.games)}
            | {f"rank_{n}": times for n, times in enumerate(sums.ranks[seat], 1)}
            for seat in range(len(bots))
        ]

    @property
    def order(self) -> Table:
        """The same by position in turn order, from the seat that chooses first (place 1)."""
        sums = self.sums
        return [
            {"place": n + 1, **win_figures(sums.order_wins[n], sums.order_squares[n], self.games)}
            for n in range(self.experiment.players)
        ]

    @property
    def lengths(self) -> Table:
        """Decisions, moves (including chance), changes of the lead, percentage of the moves until it was decided."""
        sums = self.sums
        counts = {
            "decisions": sums.decisions,
            "moves": sums.moves,
            "lead_changes": sums.changes,
            "decided": sums.decided,
        }
        return [{"of": name, **describe(counted)} for name, counted in counts.items()]

    @property
    def scores(self) -> Table:
        """Scores by seat, and by rank."""
        of = [
            *((f"seat {seat}", counted) for seat, counted in enumerate(self.sums.scores)),
            *((f"rank {rank}", counted) for rank, counted in enumerate(self.sums.rank_scores, 1) if counted),
        ]
        return [{"of": name, **describe(counted)} for name, counted in of]

    @property
    def actions(self) -> Table:
        """For each action, how often it was chosen, and what the players who chose it won on average."""
        return self.count_actions({name: name for name in self.sums.chosen})

    @property
    def kinds(self) -> Table:
        """The same by the first word of the action."""
        return self.count_actions({name: name.partition(" ")[0] for name in self.sums.chosen if name != "let it pass"})

    def count_actions(self, under: dict[str, str]) -> Table:
        """`under` tells which actions count, and under which name."""
        sums: dict[str, list[int]] = {}
        for name, key in under.items():
            both = sums.setdefault(key, [0, 0])
            both[0] += sum(self.sums.chosen[name])
            both[1] += sum(self.sums.won[name])
        every = sum(times for times, _ in sums.values())
        rows = [
            {"action": key, "times": times, "share": times / every, "won": won / UNIT / times}
            for key, (times, won) in sums.items()
        ]
        return sorted(rows, key=lambda row: (-row["times"], row["action"]))

    @property
    def phases(self) -> Table:
        """For each action, how often it was chosen in each tenth of a game, and what it won there."""
        return [
            {"action": name, "tenth": tenth, "times": times, "won": won / UNIT / times}
            for name in sorted(self.sums.chosen)
            for tenth, times, won in zip(range(1, TENTHS + 1), self.sums.chosen[name], self.sums.won[name], strict=True)
            if times
        ]

    @property
    def rules(self) -> Table:
        """For each rule, the share of the watched games in which it was applied, and the moves per game."""
        watched = self.sums.watched
        return [
            {"rule": rule, "games": games / watched, **rate_interval(games, watched), "moves": moves / watched}
            for rule, (games, moves) in sorted(self.sums.rules.items(), key=lambda item: rule_order(item[0]))
        ]

    @property
    def luck(self) -> Luck | None:
        return luck_share(self.sums.luck, REPLAYS)

    def tables(self) -> dict[str, Table]:
        names = ("seats", "order", "lengths", "scores", "kinds", "actions", "phases", "rules")
        return {name: getattr(self, name) for name in names}

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            **experiment_identity(self.experiment),
            "games": self.games,
            "faults": self.sums.faults,
            "luck_found": self.luck,
            "span": self.span,
        } | (self.tables())

    def write_json(self, path: Path) -> None:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self.to_dict())) + b"\n")


def rule_order(rule: str) -> tuple[str, int]:
    head, _, number = rule.rpartition("-")
    return head, int(number) if number.isdigit() else 0


def win_figures(wins: int, squares: int, games: int) -> dict[str, Any]:
    rate = wins / UNIT / games
    low, high = wilson_interval(rate, squares / UNIT**2 - games * rate**2, games)
    return {"games": games, "wins": wins / UNIT, "rate": rate, "low": low, "high": high}


def rate_interval(times: int, games: int) -> dict[str, float | None]:
    """The 95 % interval of what happened in so many of these games."""
    low, high = wilson_interval(times / games, times - times**2 / games, games)
    return {"low": low, "high": high}


def describe(counts: Counts) -> dict[str, Any]:
    """Mean with its 95 % interval, standard deviation and quantiles of values that were counted."""
    games = sum(counts.values())
    mean = sum(value * times for value, times in counts.items()) / games
    spread = sqrt(sum(times * (value - mean) ** 2 for value, times in counts.items()) / max(1, games - 1))
    quantiles = {f"p{100 * share:02.0f}": quantile(counts, share) for share in QUANTILES}
    half = NORMAL * spread / sqrt(games) if games > 1 else None
    low, high = (None, None) if half is None else (mean - half, mean + half)
    return {
        "games": games,
        "mean": mean,
        "low": low,
        "high": high,
        "deviation": spread,
        "least": min(counts),
        **quantiles,
        "most": max(counts),
    }


def quantile(counts: Counts, share: float) -> int:
    """The smallest value that at least this share of the games does not exceed."""
    wanted = share * sum(counts.values())
    for value in sorted(counts):
        wanted -= counts[value]
        if wanted <= 0:
            return value
    return max(counts)
