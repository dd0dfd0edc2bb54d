"""The unit of work: a fixed range of games, played by any free worker on any machine."""

from __future__ import annotations

from functools import cache

import numpy as np
from msgspec import Struct

from tablee.games import GAMES
from tablee.lab.bot_game import setup_for
from tablee.lab.plan import code_digest
from tablee.lab.runs.experiment import REPLAYS, Experiment
from tablee.lab.runs.parquet import games_file, moves_file
from tablee.lab.runs.play import NotedGame, noted_games, play_by_rules, play_on_kernel, play_rows
from tablee.lab.runs.rule_coverage import count_rules
from tablee.lab.runs.stakes import weigh_games
from tablee.lab.runs.sums import GameSums, no_luck, sum_games, sum_luck, win_shares
from tablee.turbo.rows import Rows


class JobResult(Struct, frozen=True):
    """The sums of a job, and its tables as Parquet files where they are kept."""

    number: int
    code: str  # of the worker: see `code_digest`
    sums: GameSums
    games: bytes = b""
    moves: bytes = b""


@cache
def worker_code(game: str) -> str:
    """The digest of the code that this worker plays with."""
    return code_digest(GAMES[game])


def job_sizes(games: int, size: int) -> list[tuple[int, int]]:
    """The number and the games of each job: only the last may have fewer than `size`."""
    return [(number, min(size, games - number * size)) for number in range(-(-games // size))]


def play_job(one: Experiment, number: int, count: int) -> JobResult:
    """The first `count` games of this job. The result does not depend on other jobs or on the machine."""
    first = number * one.job_games
    games: list[NotedGame] = []
    if one.engine == "kernel":
        played = play_on_kernel(one, first, count)
    else:
        games = noted_games(one, first, count)
        played = play_by_rules(games, one.players)
    rows, watched = played.rows, games_within(one.watched, first, count)
    sums = sum_games(
        played, play_for_luck(one, first, games_within(one.luck, first, count), rows),
        watched, count_rules(setup_for(one.plan), first, watched),
        weigh_games(setup_for(one.plan), first, games_within(one.weighed, first, count)),
    )  # fmt: skip
    return JobResult(
        number,
        worker_code(one.plan.game),
        sums,
        games_file(first, rows) if one.keep else b"",
        moves_file(first, games) if one.keep == "moves" else b"",
    )


def games_within(limit: int, first: int, count: int) -> int:
    """How many of these games are among the first `limit` of all."""
    return max(0, min(limit - first, count))


def play_for_luck(one: Experiment, first: int, deals: int, rows: Rows) -> list[list[int]]:
    """Plays these deals again with the same chance and other choices."""
    if not deals:
        return no_luck(one.players)
    plays = [rows[:deals], *(play_rows(one, first, deals, again) for again in range(1, REPLAYS))]
    return sum_luck(first, np.stack([win_shares(play["ranks"]) for play in plays]))
