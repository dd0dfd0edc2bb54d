"""Plays games of an experiment, on the kernel or by the rules: a row for each game, and counts of the actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee import turbo
from tablee.contract import AnyGame, Happened, Move, Options, Over, Seat
from tablee.games import parts
from tablee.lab.bot_game import BotGame, BotLog, Setup, setup_for
from tablee.lab.plan import MatchPlan
from tablee.lab.runs.experiment import Experiment
from tablee.lab.runs.sums import TENTHS, UNIT, ActionCounts
from tablee.poll import Prompt
from tablee.turbo.rows import RowFields, Rows, fields, game_row

LONGEST: Final = 1 << 16  # decisions of a game whose actions are counted
OTHER: Final = "other"  # an action that depends on the state, and so has no name of its own
PASS: Final = "let it pass"


# ---- on the kernel ------------------------------------------------------------------


def play_on_kernel(one: Experiment, first: int, count: int, again: int = 0) -> tuple[Rows, ActionCounts, ActionCounts]:
    """The games from `first` on. `again` changes the choices, but not the chance."""
    game, options = one.game, one.plan.options
    kernel = turbo.kernel(game)
    rows = np.zeros(count, game_row(one.players))
    counts = np.zeros((2, kernel.actions, TENTHS), np.int64)
    said = np.zeros(0 if again else LONGEST, np.int64)
    lane = turbo.lanes(game, options, 1)
    names = action_names(game, options)
    silent = names.index(PASS) if PASS in names else -1
    cast = turbo.cast(game, one.plan.bots)
    note_games = turbo.note_games(game)
    note_games(lane, cast, one.plan.seed, first, again, UNIT, silent, said, fields(rows), counts)
    chosen: ActionCounts = {}
    won: ActionCounts = {}
    for action in np.flatnonzero(counts[0].any(axis=1)):
        for by_name, sums in ((chosen, counts[0, action]), (won, counts[1, action])):
            before = by_name.get(names[action], [0] * TENTHS)
            by_name[names[action]] = [n + more for n, more in zip(before, sums.tolist(), strict=True)]
    return rows, chosen, won


@cache
def action_names(game: AnyGame, options: Options) -> list[str]:
    """The name of each number of the kernel's alphabet."""
    kernel = turbo.kernel(game)
    return [
        str(action) if action is not None else PASS if number == kernel.to_pass else OTHER
        for number, action in enumerate(kernel.alphabet(options))
    ]


# ---- by the rules -------------------------------------------------------------------


class NotedGame(BotGame):
    """One game among bots, each on its own seat, with all that a row tells of it."""

    def __init__(self, setup: Setup, number: int, again: int = 0) -> None:
        super().__init__(setup, BotLog(setup.plan), number, again, tuple(range(len(setup.plan.bots))))
        self.said: list[tuple[Seat, str]] = []
        self.leader = leader(setup.plan)
        self.lead = self.before = self.changes = self.since = 0

    def answer(self, prompt: Prompt) -> Any:
        action = super().answer(prompt)
        if len(self.said) < LONGEST:
            self.said.append((prompt.seat, action_name(self.setup.plan, action)))
        return action

    def apply(self, move: Move[Any]) -> None:
        super().apply(move)
        now = self.leader(self.state)
        if now != self.lead:
            self.lead, self.since = now, len(self.moves)
            if now:
                self.changes += self.before != 0 and now & self.before == 0
                self.before = now

    def fill(self, rows: RowFields, n: int) -> None:
        """Plays the game and fills the n-th row, as the kernel does."""
        self.play()
        over = self.setup.game.awaits(self.state)
        assert isinstance(over, Over)
        rows.decisions[n], rows.moves[n], rows.lead_changes[n] = len(self.said), len(self.moves), self.changes
        rows.decided[n], rows.first[n] = self.since, self.said[0][0] if self.said else 0
        rows.ranks[n], rows.scores[n] = over.ranks, over.scores or 0

    @property
    def faults(self) -> Iterator[str]:
        """The faults of the bots, except lateness, which depends on the machine."""
        for (bot, kind), fault in self.log.faults.items():
            if kind != "late":
                yield from [f"{self.setup.plan.bots[bot]} {kind}"] * fault.times

    def lines(self) -> Iterator[tuple[int, int | None, str]]:
        """Each move's number, its seat (None: chance) and its action."""
        for number, move in enumerate(self.moves):
            yield number, None if isinstance(move, Happened) else move.by, str(move.action)


def noted_games(one: Experiment, first: int, count: int, again: int = 0) -> list[NotedGame]:
    """Games of an experiment, not played yet."""
    return [NotedGame(setup_for(one.plan), n, again) for n in range(first, first + count)]


def play_by_rules(games: list[NotedGame], players: int) -> tuple[Rows, ActionCounts, ActionCounts, dict[str, int]]:
    rows = np.zeros(len(games), game_row(players))
    chosen: ActionCounts = {}
    won: ActionCounts = {}
    faults: Counter[str] = Counter()
    for n, game in enumerate(games):
        game.fill(fields(rows), n)
        ranks = rows["ranks"][n].tolist()
        share = UNIT // ranks.count(1)
        for k, (seat, text) in enumerate(game.said):
            tenth = k * TENTHS // len(game.said)
            chosen.setdefault(text, [0] * TENTHS)[tenth] += 1
            won.setdefault(text, [0] * TENTHS)[tenth] += share if ranks[seat] == 1 else 0
        faults.update(game.faults)
    return rows, chosen, won, dict(faults)


def play_rows(one: Experiment, first: int, count: int, again: int = 0) -> Rows:
    """The rows alone, by the experiment's engine."""
    if one.engine == "kernel":
        return play_on_kernel(one, first, count, again)[0]
    return play_by_rules(noted_games(one, first, count, again), one.players)[0]


def action_name(plan: MatchPlan, action: Any) -> str:
    if action is None:
        return PASS
    text = str(action)
    known = known_names(plan)
    return text if text in known else OTHER if known else text.partition(" ")[0]


@cache
def known_names(plan: MatchPlan) -> frozenset[str]:
    game = setup_for(plan).game
    return frozenset(action_names(game, plan.options)) if parts.has_kernel(game) else frozenset()


@cache
def leader(plan: MatchPlan) -> Callable[[Any], int]:
    """A function that tells who would win if the game ended in a state, as `course.leading` does.

    It always says nobody for a game without a kernel.
    """
    game = setup_for(plan).game
    if not parts.has_kernel(game):
        return lambda state: 0
    kernel, course = turbo.kernel(game), turbo.course(game)
    lane: NDArray[Any] = turbo.lanes(game, plan.options, 1)

    def leading(state: Any) -> int:
        kernel.pack(state, lane[0])
        return int(course.leading(lane[0]))

    return leading
