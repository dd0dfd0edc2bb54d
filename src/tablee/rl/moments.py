"""Moments of a game tree, as OpenSpiel walks it: each knows what came before it and what every seat was told."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, Final

import msgspec

from tablee import record
from tablee.bots import posterior
from tablee.contract import Chance, Seat
from tablee.games import GAMES
from tablee.poll import Polling
from tablee.rl.numbering import Numbering, Numbers
from tablee.rl.turns import SeatTurn, Turns

CHANCE: Final = -1  # pyspiel.PlayerId.CHANCE
TERMINAL: Final = -4  # pyspiel.PlayerId.TERMINAL


class Moment:
    """An immutable turn: copies share it, and what was computed about it.

    It knows what came before it; with `keep` also what came after, for trees small enough to be walked again and again.
    `told` is what seats were told before the first moment: where a world was imagined, by whom it was.
    """

    def __init__(
        self,
        turn: SeatTurn,
        turns: Turns,
        numbers: Numbering,
        keep: bool,
        before: Moment | None = None,
        told: Mapping[int | None, str] | None = None,
    ) -> None:
        self.turn, self.turns, self.numbers, self.keep, self.before = turn, turns, numbers, keep, before
        self.over = turn.over is not None
        self.player = TERMINAL if self.over else CHANCE if turn.seat is None else int(turn.seat)
        self.next: dict[int, Moment] = {}
        self.told: dict[int | None, str] = dict(told or {})
        self.views: dict[int | None, str] = {}
        self.tensors: dict[int, Numbers] = {}

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    # ---- what comes next --------------------------------------------------------

    def after(self, number: int) -> Moment:
        """What comes after this action, of chance or of the seat that is asked."""
        if number in self.next:
            return self.next[number]
        if self.player == CHANCE:
            turn = self.turns.happen(self.turn, self.odds[number][0])
        else:
            turn = self.turns.act(self.turn, self.numbers.action_of(self.turn.state, number))
        moment = self.then(turn)
        if self.keep:
            self.next[number] = moment
        return moment

    def then(self, turn: SeatTurn) -> Moment:
        return Moment(turn, self.turns, self.numbers, self.keep, before=self)

    def imagine(self, seat: int, rng: Random) -> Moment:
        """The same moment in a world that this seat cannot distinguish from the real one, and as likely."""
        behind = posterior(self.turns.game, self.turns.view(self.turn, seat))
        if behind is None:
            turn = self.turns.imagine(self.turn, seat, rng)
        else:
            turn = self.turns.elsewhere(self.turn, behind.sample(rng))
        return Moment(turn, self.turns, self.numbers, self.keep, told={seat: self.lines(seat)})

    @cached_property
    def legal(self) -> list[int]:
        return sorted(self.numbers.numbers(self.turn.state, self.turns.offers(self.turn)))

    @cached_property
    def odds(self) -> list[tuple[Any, Fraction]]:
        """What chance can do here, by number."""
        assert isinstance(self.turn.awaited, Chance)
        return list(self.turn.awaited.odds().items())

    # ---- what a seat knows ------------------------------------------------------

    def lines(self, seat: int | None) -> str:
        """Everything that this seat was told."""
        news: list[Moment] = []
        here = self
        while here.before is not None and seat not in here.told:
            news.append(here)
            here = here.before
        told = here.told.get(seat, "")
        for moment in reversed(news):
            told += moment.line(seat)
            moment.told[seat] = told
        return told

    def line(self, seat: int | None) -> str:
        """What this seat was told last; passing is not told."""
        assert self.before is not None
        before, now = self.before.turn, self.turn
        if len(before.moves) == len(now.moves):
            return ""
        at = None if seat is None else Seat(seat)
        return self.turns.game.told(before.state, now.moves[-1], now.state, at) + "\n"

    def view(self, seat: int | None) -> str:
        """What this seat sees."""
        if seat not in self.views:
            view = self.turns.view(self.turn, seat)
            self.views[seat] = msgspec.json.encode(view, order="deterministic").decode()
        return self.views[seat]

    def tensor(self, seat: int) -> Numbers:
        if seat not in self.tensors:
            self.tensors[seat] = self.numbers.observe(self.turns.view(self.turn, seat))
        return self.tensors[seat]

    # ---- written down -----------------------------------------------------------

    @cached_property
    def written(self) -> str:
        """What identifies this moment: its origin, what was played since, and which polled seats passed."""
        turn = self.turn
        origin = "" if turn.imagined is None else f"imagined: {msgspec.json.encode(turn.imagined).decode()}\n"
        polled = f"polled: {','.join(map(str, sorted(turn.polling.polled)))}\n" if turn.polling.polled else ""
        return origin + "".join(f"{move}\n" for move in turn.moves) + polled

    def __reduce__(self) -> tuple[Any, ...]:
        first = self
        while first.before is not None:
            first = first.before
        turn, lines = self.turn, tuple(map(str, self.turn.moves))
        facts = (turn.imagined, first.told, lines, tuple(sorted(turn.polling.polled)), self.keep)
        return restore, (self.turns.game.name, self.turns.options, *facts)


def restore(
    name: str,
    options: Any,
    imagined: Any,
    told: Mapping[int | None, str],
    lines: tuple[str, ...],
    polled: tuple[Seat, ...],
    keep: bool,
) -> Moment:
    """The same moment, from the text of its moves."""
    turns = Turns(GAMES[name], options)
    turn = turns.begin() if imagined is None else turns.turn(imagined, imagined=imagined)
    moment = Moment(turn, turns, Numbering(turns.game, options), keep, told=told)
    for line in lines:
        turn = turns.play(turn, record.read_move(turns.game, line), turn.polling)
        moment = moment.then(turn)
    return moment.then(turns.turn(turn.state, Polling(frozenset(polled)), turn.moves, imagined))
