"""A table in memory, who looks at it, and what each of them has not been told yet."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import time

from tablee.contract import Seat
from tablee.poll import NOBODY_POLLED
from tablee.server.people.people import Person
from tablee.server.store import TableSummary
from tablee.server.tables import decisions
from tablee.server.tables.news import Head, LogLine, LogNote, News
from tablee.server.tables.table import EventStep, TableState


def now() -> int:
    return int(time() * 1000)


class Reader:
    """One connection's eyes: whose they are, from which seats they look, and up to which event they were told."""

    __slots__ = ("head", "n", "named", "person", "seats")

    def __init__(
        self, person: Person | None, seats: tuple[Seat | None, ...], since: int, named: int | None = None
    ) -> None:
        self.person, self.seats, self.n, self.named = person, seats, since, named
        self.head = -1  # the version of the head it was shown last

    def wake(self) -> None:
        """There is news. Who looks only once need not know."""

    def look(self, table: TableState) -> None:
        """Through the seats that are this person's now: who has left a seat sees nothing more through it."""
        mine = table.seats_of(self.person.id if self.person else None)
        self.seats = tuple(seat for seat in mine if self.named in (None, seat)) or (None,)


class LiveTable:
    """A table in memory."""

    def __init__(self, table: TableState, secret: bytes) -> None:
        self.table, self.secret = table, secret
        self.lock = asyncio.Lock()
        self.readers: set[Reader] = set()
        self.polled: dict[str, float] = {}  # who asks over plain HTTP, and when they did last
        self.head = 0  # grows whenever the head changes
        self.summary: TableSummary | None = None  # as it was stored last, if that was here
        self.thinking: asyncio.Task[None] | None = None
        self.polling = NOBODY_POLLED  # of bots, since the decision of line `polled_since`
        self.polled_since = 0
        self.bots_done_at = 0  # the event after which no bot was left to ask, if that is stored
        self.used = time()

    def wake(self) -> None:
        for reader in self.readers:
            reader.wake()

    def present(self) -> set[str]:
        return {reader.person.id for reader in self.readers if reader.person is not None} | self.polled.keys()

    def watchers(self) -> int:
        return sum(reader.seats == (None,) for reader in self.readers)


def build_news(
    table: TableState, version: int, head: Head | None, reader: Reader, missed: list[EventStep] | None
) -> list[News]:
    """News for each of the reader's seats, who is up to date then."""
    seats, asked, moment = reader.seats, granted_asks(table, reader, missed), now()
    mistyped = table.live and table.offer is None and decisions.mistyped(table) > 0
    news = [
        News(
            n=table.n,
            seat=seat,
            events=tuple(log_entries(table, missed or (), seat, seats != (None,))),
            fresh=missed is None,
            view=table.game.view(table.state, seat) if table.started else None,
            legal=table.legal(seat),
            awaits=table.awaits(),
            head=head,
            asked=asked,
            now=moment,
            mistyped=mistyped and seat is not None,
            seats=tuple([int(mine) for mine in seats if mine is not None]) if len(seats) > 1 else (),
        )
        for seat in seats
    ]
    reader.n, reader.head = table.n, version
    return news


def recent_steps(table: TableState, after: int) -> list[EventStep] | None:
    """The events after this number; None where not all of them are remembered, or it was not heard of here."""
    return steps_since(table, after) if table.tail[0].n <= after + 1 <= table.n + 1 else None


def steps_since(table: TableState, n: int) -> list[EventStep]:
    """The events after this number, as far as they are remembered."""
    return [table.tail[place] for place in range(max(n - table.n, -len(table.tail)), 0)]


def log_entries(
    table: TableState, steps: Sequence[EventStep], seat: Seat | None, players: bool
) -> list[LogLine | LogNote]:
    """What of this comes to the ears of a seat, or of who watches."""
    return [entry for step in steps if (entry := table.log_entry(step, seat, players)) is not None]


def granted_asks(table: TableState, reader: Reader, missed: list[EventStep] | None) -> tuple[str, ...]:
    """The ids of the reader's own asks among what it missed."""
    if reader.person is None:
        return ()
    mine = f"{reader.person.id} "
    if missed is None:
        granted: list[str | None] = [ask for ask, n in table.granted.items() if n > reader.n]
    else:
        granted = [step.event.ask for step in missed]
    return tuple([ask[len(mine) :] for ask in granted if ask and ask.startswith(mine)])
