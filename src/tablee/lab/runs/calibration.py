"""How far predicted chances of winning come true.

In games between bots, each bot says at some of its own decisions how likely it is to win with what it is about to do.
By tenths of what was predicted: how much was won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Struct

from tablee.bots.appraisal import win_shares
from tablee.lab.bot_game import BotGame, BotLog, Setup, setup_for
from tablee.lab.plan import MatchPlan, plan_identity
from tablee.lab.pool import Notice, run_jobs, say_nothing, worker_count
from tablee.lab.runs.action_spread import ratio_interval
from tablee.lab.runs.folder import JobFolder
from tablee.lab.runs.job import job_sizes
from tablee.poll import Prompt

TENTHS: Final = 10
JOB_GAMES: Final = 8

Predictions = tuple[tuple[float, float], ...]  # of one game: what was predicted, and what was won


class Tenth(Struct, frozen=True):
    """The predictions of one tenth, from `at` to 10 points more. The interval is one of games, not of predictions."""

    at: float
    games: int
    predictions: int
    predicted: float  # the mean
    won: float
    low: float | None
    high: float | None


class PredictedGame(BotGame):
    """A game between bots that keeps its decisions, to ask some of them again. That changes nothing that is played."""

    def __init__(self, setup: Setup, number: int) -> None:
        plan = setup.plan
        seatings = setup.seatings
        super().__init__(setup, BotLog(plan), number, 0, seatings[number % len(seatings)])
        self.decisions: list[tuple[Prompt, Any, Any]] = []

    def answer(self, prompt: Prompt) -> Any:
        action = super().answer(prompt)
        if len(prompt.offers) > 1:
            self.decisions.append((prompt, self.state, action))
        return action

    def predictions(self, each: int) -> Predictions:
        """Plays the game, and asks for so many of its decisions."""
        game, plan = self.setup.game, self.setup.plan
        ranks = self.play()
        won = win_shares(game.sides(self.setup.options), [ranks[bot] for bot in self.seating])
        rng = Random(f"{plan.seed} {self.number} predicted")
        found = []
        for prompt, state, action in rng.sample(self.decisions, min(each, len(self.decisions))):
            bot = self.setup.bots[plan.bots[self.seating[prompt.seat]]]
            weighed = bot.advise(game.view(state, prompt.seat), prompt.offers, rng)
            value = next(one.value for one in weighed if one.action == action)
            found.append((round(value, 6), won[prompt.seat]))
        return tuple(found)


def predict_games(plan: MatchPlan, each: int, first: int, count: int) -> list[Predictions]:
    setup = setup_for(plan)
    return [PredictedGame(setup, number).predictions(each) for number in range(first, first + count)]


def open_folder(plan: MatchPlan, each: int, path: Path | None, *, fresh: bool = False) -> JobFolder:
    """Where the predictions of each finished job are kept."""
    return JobFolder({**plan_identity(plan), "calibration": 1, "decisions": each}, path, fresh=fresh)


def calibrate(
    plan: MatchPlan,
    games: int,
    each: int,
    folder: JobFolder,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    notice: Notice = say_nothing,
) -> list[Predictions]:
    """The predictions of each game, with those of an earlier run of the same command."""
    found: dict[int, list[Predictions]] = {}
    missing: dict[int, tuple[MatchPlan, int, int, int]] = {}
    for job, count in job_sizes(games, JOB_GAMES):
        kept = folder.read_job(job, list[Predictions])
        if kept is not None and len(kept) == count:
            found[job] = kept
        else:
            missing[job] = (plan, each, job * JOB_GAMES, count)
    progress(sum(map(len, found.values())))
    workers = worker_count(workers, len(missing))
    for job, predictions in run_jobs(predict_games, missing, workers=workers, cluster=cluster, notice=notice):
        folder.write_job(job, predictions)
        found[job] = predictions
        progress(sum(map(len, found.values())))
    return [game for _, games_of_job in sorted(found.items()) for game in games_of_job]


def by_tenths(games: Iterable[Predictions]) -> list[Tenth]:
    """What was predicted and what was won, for every tenth in which anything was predicted."""
    sums: dict[int, list[tuple[int, float, float]]] = {}
    for game in games:
        of_game: dict[int, list[tuple[float, float]]] = {}
        for predicted, won in game:
            of_game.setdefault(min(int(predicted * TENTHS), TENTHS - 1), []).append((predicted, won))
        for tenth, pairs in of_game.items():
            row = len(pairs), sum(predicted for predicted, _ in pairs), sum(won for _, won in pairs)
            sums.setdefault(tenth, []).append(row)
    return [make_tenth(tenth / TENTHS, rows) for tenth, rows in sorted(sums.items())]


def overall(games: Iterable[Predictions]) -> Tenth:
    """All predictions together."""
    return make_tenth(0.0, [
        (len(game), sum(predicted for predicted, _ in game), sum(won for _, won in game)) for game in games if game
    ])  # fmt: skip


def make_tenth(at: float, rows: Sequence[tuple[int, float, float]]) -> Tenth:
    """`rows` has for each game how often something was predicted, and the sums of what was predicted and won."""
    count = sum(n for n, _, _ in rows)
    rate = sum(won for _, _, won in rows) / count
    left = sum((won - rate * n) ** 2 for n, _, won in rows)
    low, high = ratio_interval(rate, left, count, len(rows)) if len(rows) > 1 else (None, None)
    return Tenth(at, len(rows), count, sum(predicted for _, predicted, _ in rows) / count, rate, low, high)
