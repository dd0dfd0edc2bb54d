"""The order in which seats are asked if one is asked at a time: bots, simulations, the adapters of `rl`.

A game may wait for several seats at once, and let others interrupt. They are put into an order:

- seats that choose simultaneously are asked one by one, from the lowest; no view shows what the others chose;
- before each awaited decision every seat that may interrupt is polled once, in seat order from the awaited seat, which
  comes first if it may interrupt itself. A polled seat may pass, which is not a move of the game. After an interrupt
  the polling continues with the next seat.

People are not polled: they interrupt when they like.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from tablee.contract import AnyGame, Choice, Move, Played, Seat


class Prompt(Struct, frozen=True):
    """One seat, and what it may do."""

    seat: Seat
    offers: Sequence[Any]  # None, always the first, means letting it pass

    @property
    def polled(self) -> bool:
        return self.offers[0] is None


class Polling(Struct, frozen=True):
    """The seats that were polled since the last awaited decision."""

    polled: frozenset[Seat] = frozenset()

    def prompts(self, game: AnyGame, state: Any) -> Iterator[Prompt]:
        """The prompts of this state, in order; each is valid until the state changes."""
        awaited = game.awaits(state)
        if not isinstance(awaited, Choice):
            return
        first = min(awaited.seats)
        for seat in sorted(({first} | awaited.free) - self.polled, key=lambda seat: (seat < first, seat)):
            legal = game.legal(state, seat)
            cut_ins = [action for action in legal if action.cuts_in] if seat == first else legal
            if cut_ins:
                yield Prompt(seat, (None, *cut_ins))
        for seat in sorted(awaited.seats):
            yield Prompt(seat, tuple(action for action in game.legal(state, seat) if not action.cuts_in))

    def next_prompt(self, game: AnyGame, state: Any) -> Prompt | None:
        """The first prompt, or None if no seat is awaited."""
        return next(self.prompts(game, state), None)

    def after_answer(self, prompt: Prompt) -> Polling:
        """Once this prompt is answered, whatever the answer is."""
        return Polling(self.polled | {prompt.seat}) if prompt.polled else NOBODY_POLLED

    def after_move(self, move: Move[Any]) -> Polling:
        """Once anybody has moved: after an awaited decision every seat is polled again."""
        return NOBODY_POLLED if is_decision(move) else self


NOBODY_POLLED = Polling()


def is_decision(move: Move[Any]) -> bool:
    """Whether this was an awaited decision, and neither chance nor an interrupt."""
    return isinstance(move, Played) and not move.action.cuts_in
