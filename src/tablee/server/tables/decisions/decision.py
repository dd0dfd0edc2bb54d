"""What a decision is, and what it is made from."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tablee import bots
from tablee.contract import Seat
from tablee.server.people.people import Person
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.asks import AnyAsk
from tablee.server.tables.events import AnyEvent
from tablee.server.tables.table import AppliedMove, TableState

A = TypeVar("A", bound=AnyAsk)


class Decision(Struct, frozen=True, gc=False):
    """Events that are to be stored, and the table after them. Nothing has happened until they are."""

    table: TableState
    events: tuple[AnyEvent, ...] = ()
    ask: str | None = None  # the ask that is decided: its first event carries it

    def then(self, event: AnyEvent, applied: AppliedMove | None = None) -> Decision:
        """One event more. `applied` is what a move does, where that is known already."""
        if self.ask is not None and not self.events:
            event = replace(event, ask=self.ask)
        return Decision(self.table.take(event, applied), (*self.events, event), self.ask)


class AskContext(Struct, Generic[A], frozen=True, gc=False):
    """One ask of one table: by whom, when, and what else the decision depends on."""

    table: TableState
    person: Person
    ask: A
    now: int
    secret: bytes  # from which the dice of this table are drawn
    keyed: bool = False  # whether the person has the key of the seat that they name
    rematch: str = ""  # the id that a rematch of this table has
    outside: tuple[str, ...] = ()  # bots from outside that this server offers for this game
    harmless: bool = False  # whether the last move showed nobody anything hidden, where that is asked: see `takebacks`

    @property
    def key(self) -> str:
        """What tells this ask from all others at this table."""
        return f"{self.person.id} {self.ask.id}"

    def begin(self) -> Decision:
        """A decision of which the first event will carry this ask."""
        return Decision(self.table, (), self.key)

    @property
    def seat(self) -> Seat:
        """The person's own seat, or the one of theirs that they name."""
        mine, named = self.table.seats_of(self.person.id), self.ask.seat
        if len(mine) == 0:
            raise ServerRefusal("spectator", "you do not sit at this table")
        if named is None and len(mine) > 1:
            raise ServerRefusal("seat", "you have several seats here: say which one")
        if named is not None and named not in mine:
            raise ServerRefusal("seat", "this seat is not yours")
        return mine[0] if named is None else Seat(named)

    def check(self, holds: object, code: str, template: str, /, **facts: object) -> None:
        if not holds:
            raise ServerRefusal(code, template, **facts)

    def check_live(self) -> None:
        if self.table.ended:
            raise ServerRefusal("over", "this table is closed")
        self.check(self.table.started, "not_started", "the game has not begun")

    def check_not_sealed(self) -> None:
        """Once the numbers for the dice are being disclosed, nothing changes any more that they depend on."""
        self.check(self.table.started or not self.table.sealed, "starting", "the game is about to start: please wait")

    def check_bot_can_play(self) -> None:
        table = self.table
        self.check(not (table.opened.settings.real and table.game.hidden), "real",
                   "at a real table of this game no bot can play for you: it would not see what you have")  # fmt: skip

    def check_substitute(self, name: str | None = None) -> str:
        """The bot that plays for this person: the one that is named, or one of the strongest level that is allowed."""
        self.check_bot_can_play()
        strongest, levels = self.table.substitute, bots.levels(self.table.game)
        if strongest is None:
            raise ServerRefusal("bot", "no bot may play for you at this table: play on or resign")
        self.check(name not in self.outside, "bot", "only the game's own bots can play for you")
        name = name or strongest
        self.check(levels.index(bots.level_of(self.table.game, name)) <= levels.index(strongest), "bot",
                   "no bot stronger than {level!r} may play for you at this table", level=strongest)  # fmt: skip
        return name
