"""A game as a sequence of single decisions, for any game of the contract.

Research libraries ask one player at a time; `tablee.poll` says which one, and for which actions. Chance moves are made
whenever they are due. Nothing here knows a particular game or draws a random number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec import Struct

from tablee.contract import AnyGame, Awaited, Chance, Happened, Move, Options, Over, Played, Seat
from tablee.contract import rewards as rewards
from tablee.poll import NOBODY_POLLED, Polling, Prompt


class SeatTurn(Struct, frozen=True):
    """A position of a game: what is awaited and, if that is a choice, which seat is asked."""

    state: Any
    awaited: Awaited[Any]
    asked: Prompt | None  # the seat that is asked; None: chance is due, or the game is over
    polling: Polling  # the seats polled since the last awaited decision
    moves: tuple[Move[Any], ...]  # all that was played, since the start or since it was imagined
    imagined: Any = None  # the state that was imagined, if one was

    @property
    def seat(self) -> Seat | None:
        return self.asked.seat if self.asked else None

    @property
    def polled(self) -> bool:
        """Whether the seat that is asked may pass."""
        return self.asked is not None and self.asked.polled

    @property
    def over(self) -> Over | None:
        return self.awaited if isinstance(self.awaited, Over) else None


@dataclass(frozen=True)
class Turns:
    """The turns of one game with these options."""

    game: AnyGame
    options: Options

    def begin(self) -> SeatTurn:
        return self.turn(self.game.start(self.options))

    def turn(
        self, state: Any, polling: Polling = NOBODY_POLLED, moves: tuple[Move[Any], ...] = (), imagined: Any = None
    ) -> SeatTurn:
        awaited = self.game.awaits(state)
        return SeatTurn(state, awaited, polling.next_prompt(self.game, state), polling, moves, imagined)

    # ---- what can be done -------------------------------------------------------

    def offers(self, turn: SeatTurn) -> Sequence[Any]:
        """What the seat that is asked may do; None means pass."""
        return turn.asked.offers if turn.asked else ()

    def view(self, turn: SeatTurn, seat: int | None) -> Any:
        return self.game.view(turn.state, None if seat is None else Seat(seat))

    # ---- what happens -----------------------------------------------------------

    def act(self, turn: SeatTurn, action: Any) -> SeatTurn:
        """The seat that is asked does this, or passes; IllegalMove if the rules forbid it.

        ValueError if the rules allow it, but the seat is not asked for it now.
        """
        assert turn.asked is not None, "nobody is asked"
        seat, polled = turn.asked.seat, turn.asked.polled
        polling = turn.polling.after_answer(turn.asked)
        if action in turn.asked.offers:
            if action is None:
                return self.turn(turn.state, polling, turn.moves, turn.imagined)
            return self.play(turn, Played(seat, action), polling)
        if action is not None:
            self.game.apply(turn.state, Played(seat, action))
        raise ValueError(
            f"seat {seat} is {'polled: it may cut in or let it pass' if polled else 'to decide'}, not {action}"
        )

    def happen(self, turn: SeatTurn, action: Any) -> SeatTurn:
        """Chance does this."""
        return self.play(turn, Happened(action), turn.polling)

    def play(self, turn: SeatTurn, move: Move[Any], polling: Polling) -> SeatTurn:
        return self.turn(self.game.apply(turn.state, move), polling, (*turn.moves, move), turn.imagined)

    def settle(self, turn: SeatTurn, rng: Random) -> SeatTurn:
        """Makes the chance moves that are due, until a seat is asked or the game is over."""
        while isinstance(turn.awaited, Chance):
            turn = self.happen(turn, turn.awaited.sample(rng))
        return turn

    def imagine(self, turn: SeatTurn, seat: int, rng: Random) -> SeatTurn:
        """The same position in a world that this seat cannot distinguish from the real one."""
        return self.elsewhere(turn, self.game.imagine(self.view(turn, seat), rng))

    def elsewhere(self, turn: SeatTurn, state: Any) -> SeatTurn:
        """The same position in another world."""
        return self.turn(state, turn.polling, (), state)
