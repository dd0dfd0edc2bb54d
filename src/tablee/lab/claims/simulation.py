"""Plays what a game's `claims.py` asks for, and counts."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablee import options as agreed
from tablee import turbo
from tablee.claims import ClaimRun
from tablee.contract import AnyGame
from tablee.games import GAMES, parts
from tablee.games.part_protocols import ClaimsPart
from tablee.lab.plan import MatchPlan
from tablee.lab.pool import run_jobs
from tablee.turbo.counting import BLOCKS, Counts, Finding, Loop

CountingLoop: TypeAlias = tuple[Loop, int]  # a compiled loop of the game's own, and how many counters it has


class ClaimSimulator:
    """The `Simulator` of a game's `claims.py`. It plays the same thing only once, and remembers what was asked for."""

    def __init__(self, game: AnyGame, games: int, seed: int, workers: int) -> None:
        self.game, self.games, self.seed, self.workers = game, games, seed, workers
        self.known: dict[tuple[MatchPlan, int, CountingLoop | None], tuple[Counts, ClaimRun]] = {}
        self.used: list[ClaimRun] = []
        play_block(self.plan(["random"], {}), 0, 0)  # compiles, so that this is not timed

    def __call__(self, bots: Sequence[str], share: float = 1, **options: str) -> Counts:
        return self.count(self.plan(bots, options), share, options)

    def deals(self, loop: Loop, counters: int, share: float = 1, **options: str) -> Counts:
        plan = self.plan((), options)
        play_block(plan, 0, 0, (loop, counters))  # compiles
        return self.count(plan, share, options, (loop, counters))

    def count(self, plan: MatchPlan, share: float, options: dict[str, str], loop: CountingLoop | None = None) -> Counts:
        each = max(1, round(self.games * share / BLOCKS))
        if (plan, each, loop) not in self.known:
            began = perf_counter()
            counts = self.play(plan, each, loop)
            seconds = round(perf_counter() - began, 1)
            self.known[plan, each, loop] = counts, ClaimRun(plan.bots, options, counts.games, seconds)
        counts, run = self.known[plan, each, loop]
        if run not in self.used:
            self.used.append(run)
        return counts

    def plan(self, bots: Sequence[str], options: dict[str, str]) -> MatchPlan:
        usual = str(max(len(bots), self.game.options().players))
        read = agreed.read(self.game.options, {"players": usual, **options})
        seated = (*bots, *[bots[-1]] * (read.players - len(bots))) if bots else ()
        return MatchPlan(self.game.name, tuple(agreed.write(read).items()), seated, self.seed)

    def play(self, plan: MatchPlan, each: int, loop: CountingLoop | None) -> Counts:
        """This many games in each block."""
        jobs = {n: (plan, n * each, each, loop) for n in range(BLOCKS)}
        blocks = dict(run_jobs(play_block, jobs, workers=self.workers, threads=True))
        return Counts(np.stack([blocks[n] for n in range(BLOCKS)]), BLOCKS * each)

    def take_used(self) -> list[ClaimRun]:
        """What was used since the last call."""
        runs, self.used = self.used, []
        return runs


def questions(game: AnyGame) -> ClaimsPart:
    """The game's `claims.py`."""
    part = parts.claims(game)
    if part is None:
        raise LookupError(f"{game.name} has no claims.py")
    return part


def play_block(plan: MatchPlan, first: int, games: int, loop: CountingLoop | None = None) -> NDArray[np.int64]:
    """The counters after this many games."""
    game = GAMES[plan.game]
    lane = turbo.lanes(game, plan.options, 1)
    if loop:
        run, counters = loop
        counts = np.zeros(counters, np.int64)
        run(lane, plan.seed, first, games, counts)
        return counts
    asked = questions(game)
    cast = np.array([asked.PLAYERS.index(bot) for bot in plan.bots], np.int64)
    memo, counts = np.zeros(asked.MEMORY, np.int64), np.zeros(asked.COUNTERS, np.int64)
    turbo.count_games(game)(lane, cast, plan.seed, first, games, memo, counts)
    return counts


def find_claims(
    game: AnyGame, games: int, *, seed: int = 1, workers: int = 1, only: Sequence[str] = ()
) -> list[tuple[Finding, tuple[ClaimRun, ...]]]:
    """The answers in figures, each with what was played for it; to all questions, or to those that are named."""
    simulator = ClaimSimulator(game, games, seed, workers)
    return [
        (question(simulator), tuple(simulator.take_used()))
        for name, question in questions(game).CLAIMS.items()
        if not only or name in only
    ]
