"""Whether a move may be taken back: not if it showed anybody something hidden.

That is judged in worlds that the player could be in, and not in the real one: otherwise the answer would tell them what
the others know. It takes up to some tenths of a second, so a worker does it. All that it is given is the player's view.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from tablee.bots.thinking import read_view
from tablee.contract import AnyGame, IllegalMove, Played, Seat
from tablee.games import GAMES
from tablee.server.tables.table import TableState

WORLDS = 8  # worlds imagined, and worlds of each seat in each, to see whether a move showed something hidden


class TakebackQuestion(Struct, frozen=True):
    """Whether this move of this seat, who saw this (as JSON), showed anybody something."""

    game: str
    seat: int
    view: bytes
    action: str
    players: int


def takeback_question(table: TableState, seat: int) -> TakebackQuestion | None:
    """What has to be asked before this seat's last move is taken back; None where nothing has to."""
    who, _, action = table.moves[-1].partition(": ") if table.moves else ("", "", "")
    if who != str(seat) or table.back is None or not table.game.hidden:
        return None
    view = msgspec.json.encode(table.game.view(table.back, Seat(seat)))
    return TakebackQuestion(table.game.name, seat, view, action, len(table.places))


def shows_nothing(question: bytes) -> bool:
    asked = msgspec.json.decode(question, type=TakebackQuestion)
    game, rng = GAMES[asked.game], Random(0)
    seen = read_view(game, asked.view)
    move = Played(Seat(asked.seat), game.parse(asked.action))
    for _ in range(WORLDS):
        world = game.imagine(seen, rng)
        for other in range(asked.players):  # the player, too, who would not repeat a guess that was wrong
            if shows(game, world, move, Seat(other), rng):
                return False
    return True


def shows(game: AnyGame, world: Any, move: Any, seat: Seat, rng: Random) -> bool:
    """Whether this move tells a seat something that it could not know: in another world that it could be in, it would
    read or see something else."""
    after, eyes = game.apply(world, move), game.view(world, seat)
    line, seen = game.told(world, move, after, seat), game.view(after, seat)
    for _ in range(WORLDS):
        twin = game.imagine(eyes, rng)
        try:
            after = game.apply(twin, move)
        except IllegalMove:
            if line == str(move):
                return True  # the seat sees what was done, and learns that it could be done
            continue
        if game.told(twin, move, after, seat) != line or game.view(after, seat) != seen:
            return True
    return False
