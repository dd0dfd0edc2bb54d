"""What came of a chunk of games, in sums of whole numbers: of one size however many games there are, and the same
whatever the order in which they are added up."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

UNIT: Final = 2520  # a win: 1 to 10 can share it without a remainder
HEAD: Final = 5  # columns of a row before ranks and scores: see `course.noted`
DECISIONS, MOVES, CHANGES, SINCE, FIRST = range(HEAD)
TENTHS: Final = 10
BLOCKS: Final = 32  # into which deals are divided, to see how sure a figure is

Rows = NDArray[np.int64]
Counts = dict[int, int]
Told = dict[str, list[int]]  # of each action, by tenths of the game


class Chunk(Struct, frozen=True):
    """Sums over some games. `wins` and their squares are in UNITs."""

    games: int
    ranks: list[list[int]]  # [seat][rank - 1]
    wins: list[int]  # by seat
    squares: list[int]
    order_wins: list[int]  # by place, from whoever was first to choose
    order_squares: list[int]
    decisions: Counts
    moves: Counts
    changes: Counts  # how often the lead passed to others
    decided: Counts  # after how many percent of the moves the result stood for good
    scores: list[Counts]  # by seat
    rank_scores: list[Counts]  # by rank
    chosen: Told
    won: Told  # in UNITs
    luck: list[list[int]]  # by block: deals, squares of the sums of a deal, squares, and then the sum by seat
    watched: int
    rules: dict[str, list[int]]  # games in which a rule was at work, and how often in all
    faults: dict[str, int]


def shares(ranks: Rows) -> Rows:
    """What each seat of each game won, in UNITs."""
    first = ranks == 1
    result: Rows = np.where(first, UNIT // first.sum(axis=1, keepdims=True), 0)
    return result


def ranks_of(rows: Rows, players: int) -> Rows:
    return rows[:, HEAD : HEAD + players]


def scores_of(rows: Rows, players: int) -> Rows:
    return rows[:, HEAD + players :]


def decided(rows: Rows) -> Rows:
    """After how many percent of its moves the result of each game stood."""
    return 100 * rows[:, SINCE] // np.maximum(rows[:, MOVES], 1)


def summary(
    rows: Rows,
    players: int,
    chosen: Told,
    won: Told,
    luck: list[list[int]],
    watched: int = 0,
    rules: dict[str, list[int]] | None = None,
    faults: dict[str, int] | None = None,
) -> Chunk:
    ranks, scores = ranks_of(rows, players), scores_of(rows, players)
    wins = shares(ranks)
    seats = (rows[:, [FIRST]] + np.arange(players)) % players
    order = np.take_along_axis(wins, seats, axis=1)
    return Chunk(
        games=len(rows),
        ranks=[[int((ranks[:, seat] == rank).sum()) for rank in range(1, players + 1)] for seat in range(players)],
        wins=wins.sum(axis=0).tolist(),
        squares=(wins**2).sum(axis=0).tolist(),
        order_wins=order.sum(axis=0).tolist(),
        order_squares=(order**2).sum(axis=0).tolist(),
        decisions=counted(rows[:, DECISIONS]),
        moves=counted(rows[:, MOVES]),
        changes=counted(rows[:, CHANGES]),
        decided=counted(decided(rows)),
        scores=[counted(scores[:, seat]) for seat in range(players)],
        rank_scores=[counted(scores[ranks == rank]) for rank in range(1, players + 1)],
        chosen=chosen,
        won=won,
        luck=luck,
        watched=watched,
        rules=rules or {},
        faults=faults or {},
    )


def counted(values: Rows) -> Counts:
    found, times = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), times.tolist(), strict=True))


def no_luck(players: int) -> list[list[int]]:
    return [[0] * (3 + players) for _ in range(BLOCKS)]


def lucky(first: int, plays: NDArray[np.int64]) -> list[list[int]]:
    """plays[k, d, seat]: what each seat won when the deal `first` + d was played for the k-th time."""
    deals = plays.sum(axis=0)
    block = (first + np.arange(len(deals))) % BLOCKS
    columns = np.column_stack([
        np.ones(len(deals), np.int64), (deals**2).sum(axis=1), (plays**2).sum(axis=(0, 2)), deals,
    ])  # fmt: skip
    sums = np.zeros((BLOCKS, columns.shape[1]), np.int64)
    np.add.at(sums, block, columns)
    found: list[list[int]] = sums.tolist()
    return found


def joined(one: Any, two: Any) -> Any:
    """Two sums made one: numbers are added, lists place by place, and what stands under a key with its like."""
    if isinstance(one, Chunk):
        return Chunk(*(joined(getattr(one, name), getattr(two, name)) for name in Chunk.__struct_fields__))
    if isinstance(one, dict):
        return one | {key: joined(one[key], value) if key in one else value for key, value in two.items()}
    if isinstance(one, list):
        return [joined(mine, theirs) for mine, theirs in zip(one, two, strict=True)]
    return one + two


def plus(total: Chunk | None, chunk: Chunk) -> Chunk:
    """What there was, if anything, and this chunk."""
    if total is None:
        return chunk
    both: Chunk = joined(total, chunk)
    return both
