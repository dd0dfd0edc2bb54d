"""A table in memory, its readers, and the news that each of them has not seen yet."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

from tablee import record
from tablee.awaits import Awaits
from tablee.contract import Seat
from tablee.games import parts
from tablee.poll import NOBODY_POLLED, Prompt, is_decision
from tablee.server.people.people import Person
from tablee.server.store import TableSummary
from tablee.server.tables.decisions.consent import count_last_entry
from tablee.server.tables.events import Moved
from tablee.server.tables.head import Head, table_head
from tablee.server.tables.news import EntryQuestion, News
from tablee.server.tables.public import LogLine, LogNote, public
from tablee.server.tables.summary import needs_bot
from tablee.server.tables.table import EventStep, TableState
from tablee.server.timekeeping import now

SPECTATOR: Final = (None,)  # the seats of somebody who has none
MANY_SHARED = 64  # texts that are kept for the spectators of one table
SHOWN_SINGLY = 16  # a client that missed more lines than this shows none of them: it shows how things stand now


class Reader:
    """One connection: whose it is, through which seats that person looks, and up to which event they have news.

    Only a client that shows line after line (`stepwise`) is sent the views between them: they take a tenth of the time
    of a move.
    """

    __slots__ = ("head", "n", "named", "person", "seats", "stepwise")

    def __init__(
        self,
        person: Person | None,
        seats: tuple[Seat | None, ...],
        since: int,
        named: int | None = None,
        stepwise: bool = False,
    ) -> None:
        self.person, self.seats, self.n, self.named, self.stepwise = person, seats, since, named, stepwise
        self.head = -1  # the version of the head that was sent last

    def wake(self) -> None:
        """There is news. A reader that looks only once ignores it."""

    def update_seats(self, table: TableState) -> None:
        """A person looks through the seats that are theirs now: nothing more is seen through a seat that they left."""
        mine = table.seats_of(self.person.id if self.person else None)
        self.seats = eyes_of(tuple(seat for seat in mine if self.named in (None, seat)))


def eyes_of(mine: tuple[Seat, ...]) -> tuple[Seat | None, ...]:
    """Through which seats a person with these seats looks. A person without a seat is a spectator. A screen that
    several players share also shows what spectators see, because between two turns all of them look at it."""
    return mine if len(mine) == 1 else (*mine, None)


class LiveTable:
    """A table in memory. `table` is replaced after each commit; everything else here is not stored."""

    def __init__(self, table: TableState, secret: bytes) -> None:
        self.table, self.secret = table, secret
        self.lock = asyncio.Lock()
        self.readers: set[Reader] = set()
        self.polled: dict[str, float] = {}  # people who ask over plain HTTP, and when they did last
        self.head = 0  # the version of the head: it grows whenever the head changes
        self.summary: TableSummary | None = None  # as it was stored last, if this node did that
        self.thinking: asyncio.Task[None] | None = None
        self.polling = NOBODY_POLLED  # of bots, since the decision of line `polled_since`
        self.polled_since = 0
        self.bots_done_at = 0  # the event after which no bot was left to ask, if that is stored
        self.used = monotonic()
        self.described: tuple[TableState, Awaits] | None = None  # see `awaits`
        self.shown: tuple[TableState, int, Head] | None = None  # see `table_head`
        self.shared = SharedNews()
        self.reading = asyncio.Lock()  # spectators who missed the same look it up once
        self.presence: asyncio.TimerHandle | None = None  # set while it is to be told who is present

    def wake(self) -> None:
        for reader in self.readers:
            reader.wake()

    def table_head(self, absent: bool | None) -> Head:
        """The head as it is now: made once for each version, however many readers there are."""
        if self.shown is None or self.shown[0] is not self.table or self.shown[1] != self.head:
            self.shown = self.table, self.head, table_head(self.table, self.present(), self.watchers(), absent)
        return self.shown[2]

    def present(self) -> set[str]:
        """The people who are connected, by id."""
        return {reader.person.id for reader in self.readers if reader.person is not None} | self.polled.keys()

    def watchers(self) -> int:
        return sum(reader.seats == (None,) for reader in self.readers)

    def next_bot(self) -> Prompt | None:
        """The bot to ask now, and what for."""
        table = self.table
        if not needs_bot(table):
            return None
        if (last := last_decision(table)) != self.polled_since:
            self.polling, self.polled_since = NOBODY_POLLED, last
        prompts = self.polling.prompts(table.game, table.state)
        return next((asked for asked in prompts if table.bot_of(asked.seat)), None)

    def awaits(self) -> Awaits:
        """Who is to act: worked out once for each event, however many readers there are."""
        if self.described is None or self.described[0] is not self.table:
            self.described = self.table, self.table.awaits()
        return self.described[1]


class SharedNews:
    """News for spectators as texts: those who have seen the same are sent the same, encoded once.

    The server's clock is no part of it, and is added for each.
    """

    __slots__ = ("head", "table", "texts")

    def __init__(self) -> None:
        self.table: TableState | None = None
        self.head = -1
        self.texts: dict[
            tuple[int, bool, bool], bytes
        ] = {}  # by the last event, by whether the head is known, stepwise

    def find(self, live: LiveTable, reader: Reader) -> bytes | None:
        """The text for this reader, who is up to date then; None where nobody has made it yet."""
        if self.table is not live.table or self.head != live.head:
            self.table, self.head, self.texts = live.table, live.head, {}
            return None
        text = self.texts.get((reader.n, reader.head == live.head, reader.stepwise))
        if text is not None:
            reader.n, reader.head = live.table.n, live.head
        return text

    def keep(self, table: TableState, version: int, since: int, headed: bool, stepwise: bool, text: bytes) -> None:
        """A text of this table with this version of its head, for those who have seen all up to `since`."""
        if self.table is table and self.head == version and len(self.texts) < MANY_SHARED:
            self.texts[since, headed, stepwise] = text


def last_decision(table: TableState) -> int:
    """The number of the last line that was an awaited decision; 0: there was none yet."""
    for n in range(len(table.moves), 0, -1):
        if is_decision(record.read_move(table.game, table.moves[n - 1])):
            return n
    return 0


def question_for(table: TableState, seat: Seat | None) -> EntryQuestion | None:
    """What this seat of a real table is asked, if it may act now."""
    if seat is None or not table.live or table.paused:
        return None
    part = parts.load_or_skip(parts.entry, table.game, None)
    if part is None or not (seat in table.waiting or seat in table.may_cut_in or seat in table.typists(table.state)):
        return None
    key, facts = part.question(table.game.view(table.state, seat))
    return EntryQuestion(key, {name: fact if isinstance(fact, int) else str(fact) for name, fact in facts.items()})


def build_news(
    table: TableState, awaits: Awaits, version: int, head: Head | None, reader: Reader, missed: list[EventStep] | None
) -> list[News]:
    """News for each of the reader's seats, which is up to date then."""
    seats, moment, real = reader.seats, now(), table.opened.settings.real
    undoes = count_last_entry(table) if real else 0
    news = [
        News(
            n=table.n,
            seat=seat,
            events=tuple(log_entries(table, missed or (), seat, seats != (None,))),
            fresh=missed is None,
            view=table.game.view(table.state, seat) if table.started else None,
            views=views_between(table, missed, seat) if reader.stepwise and missed else (),
            legal=table.legal(seat),
            awaits=awaits,
            head=head,
            now=moment,
            mistyped=undoes > 0 and seat is not None,
            undoes=0 if seat is None else undoes,
            question=question_for(table, seat) if real else None,
            seats=tuple([int(mine) for mine in seats if mine is not None]) if len(seats) > 1 else (),
        )
        for seat in seats
    ]
    reader.n, reader.head = table.n, version
    return news


def views_between(table: TableState, missed: list[EventStep], seat: Seat | None) -> tuple[Any, ...]:
    """What a seat saw after each of these lines but the last."""
    states = [step.after for step in missed if type(step.event) is Moved]
    return tuple([table.game.view(state, seat) for state in states[:-1]]) if len(states) <= SHOWN_SINGLY else ()


def recent_steps(table: TableState, after: int) -> list[EventStep] | None:
    """The events after this number; None where not all of them are in memory, or the number is not known here."""
    return steps_since(table, after) if table.tail[0].n <= after + 1 <= table.n + 1 else None


def steps_since(table: TableState, n: int) -> list[EventStep]:
    """The events after this number, as far as they are in memory."""
    return list(table.tail[max(0, len(table.tail) - (table.n - n)) :])


def log_entries(
    table: TableState, steps: Sequence[EventStep], seat: Seat | None, plays: bool
) -> list[LogLine | LogNote]:
    """What a seat, or a spectator, is told of these events."""
    return [entry for step in steps if (entry := public(table.game, step, seat, plays)) is not None]


def keeps_summary(live: LiveTable) -> bool:
    """Whether a move changes nothing in the summary but the time and the number of moves: see `refresh_summaries`."""
    table = live.table
    return (
        live.summary is not None
        and table.opened.settings.clock is None
        and table.offer is None
        and not any([place.level for place in table.places])
    )
