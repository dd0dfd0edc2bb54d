"""Games of an experiment, played on the kernel or by the rules: one row of whole numbers each, and what was chosen."""

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
from tablee.lab.chunk import HEAD, TENTHS, UNIT, Rows, Told
from tablee.lab.deal import Play, Room, Sheet
from tablee.lab.experiment import Experiment
from tablee.lab.plan import Plan
from tablee.poll import Prompt

LONGEST: Final = 1 << 16  # decisions of a game of which it is told what was chosen
OTHER: Final = "other"  # an action that depends on the state, and so has no name of its own
SILENCE: Final = "let it pass"


# ---- on the kernel ------------------------------------------------------------------


def kernel_rows(one: Experiment, first: int, count: int, again: int = 0) -> tuple[Rows, Told, Told]:
    """The games from `first` on; chance is the same however often they are played `again`."""
    game, options = one.game, one.plan.options
    kernel = turbo.kernel(game)
    rows = np.zeros((count, HEAD + 2 * one.players), np.int64)
    told = np.zeros((2, kernel.actions, TENTHS), np.int64)
    said = np.zeros(0 if again else LONGEST, np.int64)
    lane = turbo.lanes(game, options, 1)
    named = names(game, options)
    silent = named.index(SILENCE) if SILENCE in named else -1
    cast = turbo.cast(game, one.plan.bots)
    turbo.course(game).noted(lane, cast, one.plan.seed, first, again, UNIT, silent, said, rows, told)
    chosen: Told = {}
    won: Told = {}
    for action in np.flatnonzero(told[0].any(axis=1)):
        for text, sums in ((chosen, told[0, action]), (won, told[1, action])):
            before = text.get(named[action], [0] * TENTHS)
            text[named[action]] = [n + more for n, more in zip(before, sums.tolist(), strict=True)]
    return rows, chosen, won


@cache
def names(game: AnyGame, options: Options) -> list[str]:
    """What each number of the kernel's alphabet is called here."""
    kernel = turbo.kernel(game)
    return [
        str(action) if action is not None else SILENCE if number == kernel.to_pass else OTHER
        for number, action in enumerate(kernel.alphabet(options))
    ]


# ---- by the rules -------------------------------------------------------------------


class Trial(Play):
    """One game among bots, every seat in its place, with what is noted of it."""

    def __init__(self, room: Room, number: int, again: int = 0) -> None:
        self.written = Sheet(room.plan)
        super().__init__(room, self.written, number, again, tuple(range(len(room.plan.bots))))
        self.said: list[tuple[Seat, str]] = []
        self.leading = leader(room.plan)
        self.lead = self.before = self.changes = self.since = 0

    def answer(self, asked: Prompt) -> Any:
        action = super().answer(asked)
        if len(self.said) < LONGEST:
            self.said.append((asked.seat, called(self.room.plan, action)))
        return action

    def play(self, move: Move[Any]) -> None:
        super().play(move)
        now = self.leading(self.state)
        if now != self.lead:
            self.lead, self.since = now, len(self.moves)
            if now:
                self.changes += self.before != 0 and now & self.before == 0
                self.before = now

    def row(self) -> list[int]:
        """Plays it, and tells of it as the kernel does."""
        self.ranks()
        over = self.room.game.awaits(self.state)
        assert isinstance(over, Over)
        first = self.said[0][0] if self.said else 0
        scores = over.scores or (0,) * len(over.ranks)
        return [len(self.said), len(self.moves), self.changes, self.since, first, *over.ranks, *scores]

    @property
    def faults(self) -> Iterator[str]:
        """What bots did wrong; being late is the machine's affair."""
        for (bot, kind), fault in self.written.faults.items():
            if kind != "late":
                yield from [f"{self.room.plan.bots[bot]} {kind}"] * fault.times

    def lines(self) -> Iterator[tuple[int, int | None, str]]:
        """Of each move its number, whose it was (None: chance's), and what it was."""
        for number, move in enumerate(self.moves):
            yield number, None if isinstance(move, Happened) else move.by, str(move.action)


@cache
def room_of(plan: Plan) -> Room:
    return Room(plan)


def rules_rows(trials: list[Trial], players: int) -> tuple[Rows, Told, Told, dict[str, int]]:
    """These games, played."""
    rows = np.zeros((len(trials), HEAD + 2 * players), np.int64)
    chosen: Told = {}
    won: Told = {}
    faults: Counter[str] = Counter()
    for n, trial in enumerate(trials):
        rows[n] = trial.row()
        ranks = rows[n, HEAD : HEAD + players].tolist()
        share = UNIT // ranks.count(1)
        for k, (seat, text) in enumerate(trial.said):
            tenth = k * TENTHS // len(trial.said)
            chosen.setdefault(text, [0] * TENTHS)[tenth] += 1
            won.setdefault(text, [0] * TENTHS)[tenth] += share if ranks[seat] == 1 else 0
        faults.update(trial.faults)
    return rows, chosen, won, dict(faults)


def called(plan: Plan, action: Any) -> str:
    if action is None:
        return SILENCE
    text = str(action)
    known = known_names(plan)
    return text if text in known else OTHER if known else text.partition(" ")[0]


@cache
def known_names(plan: Plan) -> frozenset[str]:
    game = room_of(plan).game
    return frozenset(names(game, plan.options)) if parts.has_kernel(game) else frozenset()


@cache
def leader(plan: Plan) -> Callable[[Any], int]:
    """Who would win if a game ended here, as `course.leading` has it; always nobody where there is no kernel."""
    game = room_of(plan).game
    if not parts.has_kernel(game):
        return lambda state: 0
    kernel, course = turbo.kernel(game), turbo.course(game)
    lane: NDArray[Any] = turbo.lanes(game, plan.options, 1)

    def leading(state: Any) -> int:
        kernel.pack(state, lane[0])
        return int(course.leading(lane[0]))

    return leading
