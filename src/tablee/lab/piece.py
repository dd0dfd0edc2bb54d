"""The unit of work: a chunk of games between fixed borders, played by whoever is free, here or elsewhere."""

from __future__ import annotations

from functools import cache

import numpy as np
from msgspec import Struct

from tablee.games import GAMES
from tablee.lab.chunk import Chunk, Rows, lucky, no_luck, ranks_of, shares, summary
from tablee.lab.data import games_file, moves_file
from tablee.lab.experiment import AGAIN, Experiment
from tablee.lab.fired import fired
from tablee.lab.plan import code
from tablee.lab.trial import Trial, kernel_rows, room_of, rules_rows


class Piece(Struct, frozen=True):
    """The `number`-th chunk: its figures, and its tables where they are kept."""

    number: int
    code: str  # of what it was played by: see `plan.code`
    chunk: Chunk
    games: bytes = b""
    moves: bytes = b""


@cache
def code_of(name: str) -> str:
    return code(GAMES[name])


def piece(one: Experiment, number: int, count: int) -> Piece:
    """The first `count` games of this chunk. Nothing in it depends on what else is played, or where."""
    first = number * one.size
    trials: list[Trial] = []
    faults: dict[str, int] = {}
    if one.engine == "kernel":
        rows, chosen, won = kernel_rows(one, first, count)
    else:
        trials = [Trial(room_of(one.plan), n) for n in range(first, first + count)]
        rows, chosen, won, faults = rules_rows(trials, one.players)
    watched = within(one.watched, first, count)
    chunk = summary(
        rows, one.players, chosen, won, luck(one, first, within(one.luck, first, count), rows),
        watched, fired(room_of(one.plan), first, watched), faults,
    )  # fmt: skip
    return Piece(
        number,
        code_of(one.plan.game),
        chunk,
        games_file(first, rows, one.players) if one.keep else b"",
        moves_file(first, trials) if one.keep == "moves" else b"",
    )


def within(limit: int, first: int, count: int) -> int:
    """How many of these games are among the first `limit` of all."""
    return max(0, min(limit - first, count))


def luck(one: Experiment, first: int, deals: int, rows: Rows) -> list[list[int]]:
    """These deals, played again with the same chance and other choices."""
    if not deals:
        return no_luck(one.players)
    plays = [rows[:deals], *(again(one, first, deals, times) for times in range(1, AGAIN))]
    return lucky(first, np.stack([shares(ranks_of(play, one.players)) for play in plays]))


def again(one: Experiment, first: int, count: int, times: int) -> Rows:
    """The same games with the same chance, but chosen anew."""
    if one.engine == "kernel":
        return kernel_rows(one, first, count, times)[0]
    return rules_rows([Trial(room_of(one.plan), n, times) for n in range(first, first + count)], one.players)[0]
