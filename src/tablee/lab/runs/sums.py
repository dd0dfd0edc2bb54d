"""Sums of whole numbers over games. Their size does not grow with the number of games, and the order in which games are
added does not matter."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tablee.lab.runs.action_spread import ActionSpread
from tablee.turbo.rows import Rows, Whole

UNIT: Final = 2520  # a win: 1 to 10 players can share it without a remainder
BLOCKS: Final = 32  # into which deals are divided for the interval of the luck

Counts = dict[int, int]
ActionCounts = dict[str, list[int]]  # by action, by tenths of the game


class PlayedGames(NamedTuple):
    """What was played: a row for each game, and the choices."""

    rows: Rows
    chosen: ActionCounts
    won: ActionCounts
    spread: ActionSpread  # of the actions
    kinds: ActionSpread  # of the first words of the actions, without those who let it pass
    faults: dict[str, int]


class StakeSums(Struct, frozen=True):
    """Sums over games whose decisions were weighed: see `stakes`. What a choice is worth is in millionths of a win."""

    games: int = 0
    decisions: int = 0
    choices: int = 0  # decisions with several legal actions
    matter: int = 0  # choices that are worth more than `stakes.MATTERS`
    worth: int = 0
    choices_squared: int = 0  # of each game, like the following
    matter_squared: int = 0
    worth_squared: int = 0
    matter_choices: int = 0
    worth_choices: int = 0


class GameSums(Struct, frozen=True):
    """Sums over some games, as a file of a run holds them. `wins` and their squares are in UNITs."""

    games: int
    ranks: list[list[int]]  # [seat][rank - 1]
    wins: list[int]  # by seat
    squares: list[int]
    order_wins: list[int]  # by place, from the seat that was first to choose
    order_squares: list[int]
    decisions: Counts
    moves: Counts
    changes: Counts  # how often the lead passed to others
    decided: Counts  # after how many percent of the moves the result stood
    scores: list[Counts]  # by seat
    rank_scores: list[Counts]  # by rank
    chosen: ActionCounts
    won: ActionCounts  # in UNITs
    luck: list[list[int]]  # by block: see `sum_luck`
    watched: int
    rules: dict[str, list[int]]  # by rule: games in which it was applied, moves, and the squares of the moves of a game
    faults: dict[str, int]
    spread: ActionSpread  # of `chosen` and `won` between blocks of games
    kinds: ActionSpread  # the same by the first word of the action
    stakes: StakeSums


def win_shares(ranks: Whole) -> Whole:
    """What each seat of each game won, in UNITs."""
    first = ranks == 1
    result: Whole = np.where(first, UNIT // first.sum(axis=1, keepdims=True), 0)
    return result


def decided_percent(rows: Rows) -> Whole:
    """After how many percent of its moves the result of each game stood, to the nearest percent."""
    moves = np.maximum(rows["moves"], 1)
    percent: Whole = (200 * rows["decided"] + moves) // (2 * moves)
    return percent


def sum_games(
    played: PlayedGames, luck: list[list[int]], watched: int, rules: dict[str, list[int]], stakes: StakeSums
) -> GameSums:
    rows = played.rows
    ranks, scores = rows["ranks"], rows["scores"]
    players = ranks.shape[1]
    wins = win_shares(ranks)
    seats = (rows["first"][:, np.newaxis] + np.arange(players)) % players
    order = np.take_along_axis(wins, seats, axis=1)
    return GameSums(
        games=len(rows),
        ranks=[[int((ranks[:, seat] == rank).sum()) for rank in range(1, players + 1)] for seat in range(players)],
        wins=wins.sum(axis=0).tolist(),
        squares=(wins**2).sum(axis=0).tolist(),
        order_wins=order.sum(axis=0).tolist(),
        order_squares=(order**2).sum(axis=0).tolist(),
        decisions=count_values(rows["decisions"]),
        moves=count_values(rows["moves"]),
        changes=count_values(rows["lead_changes"]),
        decided=count_values(decided_percent(rows)),
        scores=[count_values(scores[:, seat]) for seat in range(players)],
        rank_scores=[count_values(scores[ranks == rank]) for rank in range(1, players + 1)],
        chosen=played.chosen,
        won=played.won,
        luck=luck,
        watched=watched,
        rules=rules,
        faults=played.faults,
        spread=played.spread,
        kinds=played.kinds,
        stakes=stakes,
    )


def count_values(values: Whole) -> Counts:
    """How often each value occurs."""
    found, times = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), times.tolist(), strict=True))


def no_luck(players: int) -> list[list[int]]:
    """The sums of `sum_luck` where no deal was played again."""
    return [[0] * (3 + players) for _ in range(BLOCKS)]


def sum_luck(first: int, plays: NDArray[np.int64]) -> list[list[int]]:
    """By block: the number of deals, the squares of each deal's sums, the squares, and then the sum by seat.

    plays[k, d, seat] is what each seat won when the deal `first` + d was played for the k-th time.
    """
    deals = plays.sum(axis=0)
    block = (first + np.arange(len(deals))) % BLOCKS
    columns = np.column_stack([
        np.ones(len(deals), np.int64), (deals**2).sum(axis=1), (plays**2).sum(axis=(0, 2)), deals,
    ])  # fmt: skip
    sums = np.zeros((BLOCKS, columns.shape[1]), np.int64)
    np.add.at(sums, block, columns)
    found: list[list[int]] = sums.tolist()
    return found


def add(one: Any, two: Any) -> Any:
    """Adds numbers, lists element by element, dicts key by key, and sums field by field."""
    if isinstance(one, Struct):
        return type(one)(*(add(getattr(one, name), getattr(two, name)) for name in one.__struct_fields__))
    if isinstance(one, dict):
        return one | {key: add(one[key], value) if key in one else value for key, value in two.items()}
    if isinstance(one, list):
        return [add(mine, theirs) for mine, theirs in zip(one, two, strict=True)]
    return one + two


def add_sums(total: GameSums | None, more: GameSums) -> GameSums:
    """The total so far, if there is one, and these sums."""
    if total is None:
        return more
    both: GameSums = add(total, more)
    return both
