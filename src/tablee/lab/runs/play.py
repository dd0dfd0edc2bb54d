"""Plays games of an experiment, on the kernel or by the rules: a row for each game, and counts of the actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee import turbo
from tablee.contract import AnyGame, Happened, Move, Options, Over, Seat
from tablee.games import parts
from tablee.lab.bot_game import BotGame, BotLog, Setup, setup_for
from tablee.lab.plan import MatchPlan
from tablee.lab.runs.action_spread import BLOCK_GAMES, TENTHS, measure_spread, merge_names
from tablee.lab.runs.experiment import Experiment
from tablee.lab.runs.sums import UNIT, PlayedGames
from tablee.poll import Prompt
from tablee.turbo.rows import RowFields, Rows, fields, game_row

LONGEST: Final = 1 << 16  # decisions of a game whose actions are counted
OTHER: Final = "other"  # an action that depends on the state, and so has no name of its own
PASS: Final = "let it pass"


# ---- on the kernel ------------------------------------------------------------------


def count_blocks(
    names: Sequence[str], rows: Rows, blocks: Sequence[NDArray[np.int64]], faults: dict[str, int]
) -> PlayedGames:
    """`blocks` has an array for each block of games: [chosen, won][name][tenth]. Names may occur several times."""
    unique = list(dict.fromkeys(names))
    first_words = [name.partition(" ")[0] if name != PASS else PASS for name in unique]
    kinds = [kind for kind in dict.fromkeys(first_words) if kind != PASS]
    merged = [merge_names(names, block, unique) for block in blocks]
    total = sum(merged, np.zeros((2, len(unique), TENTHS), np.int64))
    there = np.flatnonzero(total[0].any(axis=1)).tolist()
    return PlayedGames(
        rows,
        {unique[n]: total[0, n].tolist() for n in there},
        {unique[n]: total[1, n].tolist() for n in there},
        measure_spread(unique, merged),
        measure_spread(kinds, [merge_names(first_words, block, kinds) for block in merged]),
        faults,
    )


def play_on_kernel(one: Experiment, first: int, count: int, again: int = 0) -> PlayedGames:
    """The games from `first` on. `again` changes the choices, but not the chance."""
    game, options = one.game, one.plan.options
    kernel = turbo.kernel(game)
    rows = np.zeros(count, game_row(one.players))
    said = np.zeros(0 if again else LONGEST, np.int64)
    lane = turbo.lanes(game, options, 1)
    names = action_names(game, options)
    silent = names.index(PASS) if PASS in names else -1
    cast = turbo.cast(game, one.plan.bots)
    note_games = turbo.note_games(game)
    blocks = []
    for start in range(0, max(1, count), BLOCK_GAMES):
        counts = np.zeros((2, kernel.actions, TENTHS), np.int64)
        some = fields(rows[start : start + BLOCK_GAMES])
        note_games(lane, cast, one.plan.seed, first + start, again, UNIT, silent, said, some, counts)
        blocks.append(counts)
    return count_blocks(names, rows, blocks, {})


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

    def count_choices(self, names: Sequence[str], ranks: Sequence[int]) -> NDArray[np.int64]:
        """How often each of these actions was chosen, and what it won, by tenths of the game."""
        place = {name: n for n, name in enumerate(names)}
        counts = np.zeros((2, len(names), TENTHS), np.int64)
        share = UNIT // ranks.count(1)
        for k, (seat, text) in enumerate(self.said):
            counts[:, place[text], k * TENTHS // len(self.said)] += (1, share if ranks[seat] == 1 else 0)
        return counts

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


def play_by_rules(games: list[NotedGame], players: int) -> PlayedGames:
    rows = np.zeros(len(games), game_row(players))
    faults: Counter[str] = Counter()
    for n, game in enumerate(games):
        game.fill(fields(rows), n)
        faults.update(game.faults)
    names = list(dict.fromkeys([text for game in games for _, text in game.said]))
    blocks = [game.count_choices(names, ranks) for game, ranks in zip(games, rows["ranks"].tolist(), strict=True)]
    return count_blocks(names, rows, blocks, dict(faults))


def play_rows(one: Experiment, first: int, count: int, again: int = 0) -> Rows:
    """The rows alone, by the experiment's engine."""
    if one.engine == "kernel":
        return play_on_kernel(one, first, count, again).rows
    return play_by_rules(noted_games(one, first, count, again), one.players).rows


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
    kernel, course = turbo.compiled_kernel(game), turbo.compiled_course(game)
    lane: NDArray[Any] = turbo.lanes(game, plan.options, 1)

    def leading(state: Any) -> int:
        kernel.pack(state, lane[0])
        return int(course.leading(lane[0]))

    return leading
