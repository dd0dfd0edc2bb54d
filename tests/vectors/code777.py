"""Code 777: which tiles a seat has seen elsewhere, which answers concern it, what comes next, final scores, and what is
tapped into a notebook."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from tablee.contract import Choice, Played, Seat
from tablee.games.code777 import GAME
from tablee.games.code777.actions import ASK, Declare, DeclareTiles
from tablee.games.code777.rules import awaits
from tablee.games.code777.state import Asked, State
from tablee.games.code777.tiles import DIGITS, TILES, Tile
from tablee.tuples import around
from tests.vectors.notes import Noted, note_code777
from tests.vectors.playing import final_score, plain, play, play_whole, sample

RULES = ("C77-01", "C77-04", "C77-10", "C77-11", "C77-21", "C77-22", "C77-23", "C77-30", "C77-31")
OPTIONS = (
    {"players": "4", "target": "3", "limit": "40"},
    {"players": "3", "target": "5", "limit": "40"},
    {"players": "2", "target": "10", "limit": "40", "show_removed": "on"},
    {"players": "4", "colours": "on", "limit": "40"},
    {"players": "3", "questions": "reshuffle", "limit": "40"},
    {"players": "2", "declare_again": "any", "limit": "30"},
)


class Witness:
    """What one seat has seen with its own eyes since its tiles were put up."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.most: Counter[Tile] = Counter()
        self.hidden: Counter[Tile] = Counter()  # own tiles that lie aside and were not shown
        self.heard: list[Asked] = []

    def copy(self) -> Witness:
        found = Witness(self.seat)
        found.most, found.heard = self.most.copy(), self.heard
        return found

    def look(self, before: State, after: State) -> None:
        seat = self.seat
        removed = seat in after.filling and seat not in before.filling and before.racks[seat]
        if removed and not after.options.show_removed:
            self.hidden.update(before.racks[seat][-1])
        if len(after.racks[seat]) > len(before.racks[seat]):
            self.most.clear()
            self.heard = []
        if len(after.log) > len(before.log):
            event = after.log[-1]
            if isinstance(event, Asked) and event.by != seat:
                self.heard = [*self.heard, event]
        if len(after.stock) > len(before.stock):  # mixed, once the tiles were drawn: what lay aside was not drawn
            self.see(after, Counter(before.aside))
            self.hidden.clear()
        self.see(after, Counter(after.aside))

    def see(self, state: State, aside: Counter[Tile]) -> None:
        standing = [
            racks[-1]
            for rack, racks in enumerate(state.racks)
            if rack != self.seat and racks and rack not in state.filling[:1]
        ]
        self.most |= Counter(tile for tiles in standing for tile in tiles) + (aside - self.hidden)


def cases() -> dict[str, list[Any]]:
    positions, scores = [], []
    witnesses: list[Witness] = []
    for _, place, (before, _, after) in play(GAME, OPTIONS, games=2):
        if not place:
            witnesses = [Witness(seat) for seat in around(before.options.players)]
        for witness in witnesses:
            witness.look(before, after)
        if score := final_score(GAME, after):
            scores.append(score)
        if isinstance(awaits(after), Choice):
            positions += [(after, witness.copy()) for witness in witnesses]
    return {
        "positions": [position(*case) for case in sample(positions, 70)],
        "scores": scores,
        "noted": noted(),
    }


def noted() -> list[Any]:
    """What one player taps in, and the lines that it makes."""
    found = Noted(GAME)
    for steps in play_whole(GAME, OPTIONS):
        note_code777(GAME, steps, Seat(0), found)
    return found.cases()


def position(state: State, witness: Witness) -> dict[str, Any]:
    seat = witness.seat
    return {
        "view": plain(GAME.view(state, seat)),
        "seen": {tile: witness.most[tile] for tile in TILES},
        "answers": [plain(event) for event in witness.heard],
        "next": next_question(state),
        "closing": state.closing,
        "wins": wins(state, seat),
    }


def next_question(state: State) -> int | None:
    """The question that the player whose turn it is would ask, where everybody knows it."""
    if state.pile or state.closing:
        return None
    assert state.turn is not None
    event = GAME.apply(state, Played(state.turn, ASK)).log[-1]
    assert isinstance(event, Asked)
    return event.number


def wins(state: State, seat: Seat) -> bool:
    """Whether a right declaration would win the game now."""
    free = replace(state, turn=seat, spent=frozenset())
    rack = state.racks[seat][-1]
    right = DeclareTiles(rack) if state.options.colours else Declare(DIGITS[rack])
    return bool(GAME.apply(free, Played(seat, right)).ended == "C77-30")
