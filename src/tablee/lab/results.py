"""What an experiment found, as tables: rows of named figures, for whoever reads them."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from tablee.lab.chunk import TENTHS, UNIT, Chunk, Counts
from tablee.lab.experiment import AGAIN, Experiment, identified
from tablee.lab.figures import interval
from tablee.lab.luck import Luck, luck
from tablee.lab.span import Span

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
Table = list[dict[str, Any]]


class Results(Struct, frozen=True):
    """The figures of an experiment; `path` is where it is kept."""

    experiment: Experiment
    path: Path
    chunk: Chunk
    span: Span | None = None  # from random to master, where it was asked for

    @property
    def games(self) -> int:
        return self.chunk.games

    @property
    def seats(self) -> Table:
        """What each seat won, with 95 % intervals; a shared win counts its share."""
        chunk, bots = self.chunk, self.experiment.plan.bots
        return [
            {"seat": seat, "bot": bots[seat], **won(chunk.wins[seat], chunk.squares[seat], self.games)}
            | {f"rank_{n}": times for n, times in enumerate(chunk.ranks[seat], 1)}
            for seat in range(len(bots))
        ]

    @property
    def order(self) -> Table:
        """The same by place, from whoever is first to choose (place 0) on."""
        chunk = self.chunk
        return [
            {"place": place, **won(chunk.order_wins[place], chunk.order_squares[place], self.games)}
            for place in range(self.experiment.players)
        ]

    @property
    def lengths(self) -> Table:
        """How long games are: in decisions, in moves (chance's too), changes of the lead, percent until decided."""
        chunk = self.chunk
        counts = {
            "decisions": chunk.decisions,
            "moves": chunk.moves,
            "lead_changes": chunk.changes,
            "decided": chunk.decided,
        }
        return [{"of": name, **described(counted)} for name, counted in counts.items()]

    @property
    def scores(self) -> Table:
        """Scores by seat, and by rank."""
        of = [
            *((f"seat {seat}", counted) for seat, counted in enumerate(self.chunk.scores)),
            *((f"rank {rank}", counted) for rank, counted in enumerate(self.chunk.rank_scores, 1) if counted),
        ]
        return [{"of": name, **described(counted)} for name, counted in of]

    @property
    def actions(self) -> Table:
        """Of each action how often it was chosen, and what those who chose it won on average."""
        return self.chosen({name: name for name in self.chunk.chosen})

    @property
    def kinds(self) -> Table:
        """The same by the first word of the action."""
        return self.chosen({name: name.partition(" ")[0] for name in self.chunk.chosen if name != "let it pass"})

    def chosen(self, under: dict[str, str]) -> Table:
        sums: dict[str, list[int]] = {}
        for name, key in under.items():
            both = sums.setdefault(key, [0, 0])
            both[0] += sum(self.chunk.chosen[name])
            both[1] += sum(self.chunk.won[name])
        every = sum(times for times, _ in sums.values())
        rows = [
            {"action": key, "times": times, "share": times / every, "won": won / UNIT / times}
            for key, (times, won) in sums.items()
        ]
        return sorted(rows, key=lambda row: (-row["times"], row["action"]))

    @property
    def phases(self) -> Table:
        """Of each action, how often it was chosen in each tenth of a game, and what it won there."""
        return [
            {"action": name, "tenth": tenth, "times": times, "won": won / UNIT / times}
            for name in sorted(self.chunk.chosen)
            for tenth, times, won in zip(
                range(1, TENTHS + 1), self.chunk.chosen[name], self.chunk.won[name], strict=True
            )
            if times
        ]

    @property
    def rules(self) -> Table:
        """Of each rule, in which share of the watched games it was consulted, and in how many moves a game."""
        watched = self.chunk.watched
        return [
            {"rule": rule, "games": games / watched, "moves": moves / watched}
            for rule, (games, moves) in sorted(self.chunk.rules.items(), key=lambda item: rule_order(item[0]))
        ]

    @property
    def luck(self) -> Luck | None:
        return luck(self.chunk.luck, AGAIN)

    def tables(self) -> dict[str, Table]:
        names = ("seats", "order", "lengths", "scores", "kinds", "actions", "phases", "rules")
        return {name: getattr(self, name) for name in names}

    def told(self) -> dict[str, Any]:
        """All of it, as JSON can say it."""
        return {
            **identified(self.experiment),
            "games": self.games,
            "faults": self.chunk.faults,
            "luck_found": self.luck,
            "span": self.span,
        } | (self.tables())

    def write_json(self, path: Path) -> None:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self.told())) + b"\n")


def rule_order(rule: str) -> tuple[str, int]:
    head, _, number = rule.rpartition("-")
    return head, int(number) if number.isdigit() else 0


def won(wins: int, squares: int, games: int) -> dict[str, Any]:
    rate = wins / UNIT / games
    low, high = interval(rate, squares / UNIT**2 - games * rate**2, games)
    return {"games": games, "wins": wins / UNIT, "rate": rate, "low": low, "high": high}


def described(counts: Counts) -> dict[str, Any]:
    """Mean, deviation and quantiles of what was counted."""
    games = sum(counts.values())
    mean = sum(value * times for value, times in counts.items()) / games
    spread = sqrt(sum(times * (value - mean) ** 2 for value, times in counts.items()) / max(1, games - 1))
    quantiles = {f"p{100 * share:02.0f}": quantile(counts, share) for share in QUANTILES}
    return {"games": games, "mean": mean, "deviation": spread, "least": min(counts), **quantiles, "most": max(counts)}


def quantile(counts: Counts, share: float) -> int:
    """The least value that at least this share of the games do not exceed."""
    wanted = share * sum(counts.values())
    for value in sorted(counts):
        wanted -= counts[value]
        if wanted <= 0:
            return value
    return max(counts)
