"""The order in which players are asked where one is asked at a time: bots, simulations, the adapters of `rl`.

A game may wait for several seats at once, and let others cut in. So that each has a turn of its own:

- seats that choose blind to one another are asked one by one, from the lowest; no view shows what the others chose;
- before each awaited decision every seat that may cut in is polled once, in seat order from the awaited seat, which
  comes first if it may cut in, too; a polled seat may let it pass, which is no move of the game. After a cut-in the
  polling goes on with the next seat.

People are not polled: they cut in when they like.
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
        """The prompts of this state, in order; each stands until somebody does something."""
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
        """The first of them; None where no seat is awaited."""
        return next(self.prompts(game, state), None)

    def after_answer(self, prompt: Prompt) -> Polling:
        """Once this prompt is answered, whatever the answer is."""
        return Polling(self.polled | {prompt.seat}) if prompt.polled else NOBODY_POLLED

    def after_move(self, move: Move[Any]) -> Polling:
        """Once anybody has moved: after an awaited decision every seat is polled again."""
        return NOBODY_POLLED if is_decision(move) else self


NOBODY_POLLED = Polling()


def is_decision(move: Move[Any]) -> bool:
    """Whether this was an awaited decision, and neither chance nor a cut-in."""
    return isinstance(move, Played) and not move.action.cuts_in
