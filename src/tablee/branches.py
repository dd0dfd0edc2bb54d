"""A what-if: a game that is played on from a moment of another one.

What was hidden then stays as it was, or it is dealt again from what one seat could know. For that, a world behind the
view of this seat is imagined, and the lines that the seat was told are completed from it: neither sees the real game.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any, Final

from tablee import record
from tablee.contract import AnyGame, Move, Options, Refusal, Seat
from tablee.games import parts
from tablee.record import Record
from tablee.told_line import ToldLine, tell

WORLDS: Final = 20  # worlds that are imagined before it is given up


def told_lines(read: Record, seat: Seat) -> list[ToldLine]:
    """What this seat was told of the whole record."""
    moves = zip(pairwise(record.states(read)), read.moves, strict=True)
    return [tell(read.game, before, move, after, seat) for (before, after), move in moves]


def can_redeal(game: AnyGame) -> bool:
    """Whether what is hidden in this game can be dealt again; where nothing is hidden, nothing has to be."""
    return not game.hidden or parts.load_or_skip(parts.redeal, game, None) is not None


def dealt_again(read: Record, seat: Seat, rng: Random) -> tuple[Move[Any], ...] | None:
    """The moves of another game in which this seat was told the same; None where none was found."""
    game = read.game
    if not game.hidden:
        return read.moves
    view: Any = None
    for state in record.states(read):
        view = game.view(state, seat)
    return complete(game, read.options, told_lines(read, seat), view, rng)


def complete(
    game: AnyGame, options: Options, told: Sequence[ToldLine], view: Any, rng: Random
) -> tuple[Move[Any], ...] | None:
    """Moves of which the seat of this view would have been told these lines."""
    part = parts.redeal(game)
    if part is None:
        return None
    names = tuple(f"player {n + 1}" for n in range(options.players))
    for _ in range(WORLDS):
        try:
            lines = part.redeal(told, game.imagine(view, rng), rng)
            moves = tuple(record.read_move(game, line) for line in lines)
            if told_lines(Record(game, options, names, moves), view.seat) == list(told):
                return moves
        except Refusal:  # the rules do not allow it in this world: what others did depends on what they held
            continue
    return None
