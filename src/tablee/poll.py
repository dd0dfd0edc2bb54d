"""Whom to ask next, where players are asked one at a time: bots, simulations, the libraries of research.

A game may wait for several seats at once, and let others cut in. So that each has a turn of its own:

- what is chosen blind to one another is asked seat by seat, from the lowest; no view shows what the others chose;
- before each awaited decision all who may cut in are polled, once, in seat order from the awaited seat, itself first if
  it may; they may let it pass, which is no move of the game. After a cut-in the polling goes on with the next.

People are not polled: they cut in when they like.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any

from msgspec import Struct

from tablee.contract import AnyGame, Choice, Move, Played, Seat


class Prompt(Struct, frozen=True):
    """One seat, and what it may do."""

    seat: Seat
    offers: Sequence[Any]  # None, the first where it is there: letting it pass

    @property
    def polled(self) -> bool:
        return self.offers[0] is None


def poll(game: AnyGame, state: Any, choice: Choice, heard: Set[Seat]) -> Iterator[Prompt]:
    """Whom to ask, one after the other, until somebody does something; `heard` were polled for this choice before."""
    first = min(choice.seats)
    for seat in sorted(({first} | choice.free) - heard, key=lambda seat: (seat < first, seat)):
        legal = game.legal(state, seat)
        cut_ins = [action for action in legal if action.cuts_in] if seat == first else legal
        if cut_ins:
            yield Prompt(seat, (None, *cut_ins))
    for seat in sorted(choice.seats):
        yield Prompt(seat, tuple(action for action in game.legal(state, seat) if not action.cuts_in))


def decided(move: Move[Any]) -> bool:
    """Whether this was an awaited decision, after which everybody is polled anew."""
    return isinstance(move, Played) and not move.action.cuts_in
