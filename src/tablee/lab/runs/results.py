"""The results of an experiment as tables: rows of named figures."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from tablee.lab.runs.action_spread import TENTHS, ActionSpread
from tablee.lab.runs.experiment import REPLAYS, Experiment, experiment_identity
from tablee.lab.runs.luck import Luck, luck_share
from tablee.lab.runs.rating_span import RatingSpan
from tablee.lab.runs.stakes import Stakes, measure_stakes
from tablee.lab.runs.sums import UNIT, Counts, GameSums
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
        """What each seat won, with 95% intervals; a shared win counts as a share."""
        sums, bots = self.sums, self.experiment.plan.bots
        return [
            {"seat": seat, "bot": bots[seat], **win_figures(sums.wins[seat], sums.squares[seat], self.games)}
            | rank_figures(sums.ranks[seat], self.games)
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
        return self.count_actions({name: name for name in self.sums.chosen}, self.sums.spread)

    @property
    def kinds(self) -> Table:
        """The same by the first word of the action."""
        under = {name: name.partition(" ")[0] for name in self.sums.chosen if name != "let it pass"}
        return self.count_actions(under, self.sums.kinds)

    def count_actions(self, under: dict[str, str], spread: ActionSpread) -> Table:
        """`under` tells which actions count, and under which name."""
        sums: dict[str, list[int]] = {}
        for name, key in under.items():
            both = sums.setdefault(key, [0, 0])
            both[0] += sum(self.sums.chosen[name])
            both[1] += sum(self.sums.won[name])
        every = sum(times for times, _ in sums.values())
        rows = [
            {"action": key, "times": times,
             **figure("share", times / every, spread.share_interval(key, times, every)),
             **figure("won", won / UNIT / times, spread.won_interval(key, times, won / UNIT / times, UNIT))}
            for key, (times, won) in sums.items()
        ]  # fmt: skip
        return sorted(rows, key=lambda row: (-row["times"], row["action"]))

    @property
    def phases(self) -> Table:
        """For each action, how often it was chosen in each tenth of a game, and what it won there."""
        return [
            {"action": name, "tenth": tenth, "times": times,
             **figure("won", won / UNIT / times,
                      self.sums.spread.won_interval(name, times, won / UNIT / times, UNIT, tenth - 1))}
            for name in sorted(self.sums.chosen)
            for tenth, times, won in zip(range(1, TENTHS + 1), self.sums.chosen[name], self.sums.won[name], strict=True)
            if times
        ]  # fmt: skip

    @property
    def rules(self) -> Table:
        """For each rule, the share of the watched games in which it was applied, and the moves per game."""
        watched = self.sums.watched
        return [
            {"rule": rule, "games": games / watched, **rate_interval(games, watched),
             **figure("moves", moves / watched, mean_interval(moves, squares, watched))}
            for rule, (games, moves, squares) in sorted(self.sums.rules.items(), key=lambda item: rule_order(item[0]))
        ]  # fmt: skip

    @property
    def luck(self) -> Luck | None:
        return luck_share(self.sums.luck, REPLAYS)

    @property
    def stakes(self) -> Stakes | None:
        return measure_stakes(self.sums.stakes)

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
            "stakes": self.stakes,
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


def rank_figures(ranks: list[int], games: int) -> dict[str, Any]:
    """How often a seat had each rank, and the interval of the share of its games that this is."""
    found: dict[str, Any] = {}
    for rank, times in enumerate(ranks, 1):
        bounds = rate_interval(times, games)
        found |= {f"rank_{rank}": times, f"rank_{rank}_low": bounds["low"], f"rank_{rank}_high": bounds["high"]}
    return found


def rate_interval(times: int, games: int) -> dict[str, float | None]:
    """The 95% interval of what happened in so many of these games."""
    low, high = wilson_interval(times / games, times - times**2 / games, games)
    return {"low": low, "high": high}


def figure(name: str, value: float, bounds: tuple[float | None, float | None]) -> dict[str, float | None]:
    return {name: value, f"{name}_low": bounds[0], f"{name}_high": bounds[1]}


def mean_interval(total: int, squares: int, games: int) -> tuple[float | None, float | None]:
    """The 95% interval of a mean, from the sums of values and of their squares."""
    if games < 2:
        return None, None
    mean = total / games
    half = NORMAL * sqrt(max(0.0, squares / games - mean**2) / (games - 1))
    return mean - half, mean + half


def describe(counts: Counts) -> dict[str, Any]:
    """Mean, standard deviation and quantiles of values that were counted, each with its 95% interval."""
    games = sum(counts.values())
    mean = sum(value * times for value, times in counts.items()) / games
    spread = sqrt(sum(times * (value - mean) ** 2 for value, times in counts.items()) / max(1, games - 1))
    fourth = sum(times * (value - mean) ** 4 for value, times in counts.items()) / games
    around = NORMAL * sqrt(max(0.0, fourth - spread**4) / games) / (2 * spread) if spread else 0.0
    quantiles: dict[str, Any] = {}
    for share in QUANTILES:
        name, margin = f"p{100 * share:02.0f}", NORMAL * sqrt(share * (1 - share) / games)
        bounds = (quantile(counts, share - margin), quantile(counts, share + margin)) if games > 1 else (None, None)
        quantiles |= figure(name, quantile(counts, share), bounds)
    half = NORMAL * spread / sqrt(games) if games > 1 else None
    low, high = (None, None) if half is None else (mean - half, mean + half)
    return {
        "games": games,
        "mean": mean,
        "low": low,
        "high": high,
        **figure("deviation", spread, (max(0.0, spread - around), spread + around) if games > 1 else (None, None)),
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
