"""What worker processes do for an export of a person's data: they add files to its zip file, one table after the other.

A table can be long, and packing takes as long as playing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from msgspec import Struct

from tablee.record import date_of
from tablee.server.store import SqlRow
from tablee.server.tables.events import AnyEvent, Said
from tablee.server.tables.live import log_entries
from tablee.server.tables.long_tables import play
from tablee.server.tables.public import LogLine, LogNote
from tablee.server.tables.record_text import record_text
from tablee.server.tables.stored_events import StoredEvents
from tablee.server.tables.table import states

encode = msgspec.json.Encoder().encode


class SaidText(Struct, frozen=True):
    """Something that a person said in a chat."""

    table: str
    at: int
    text: str


def add_files(path: str, files: Sequence[tuple[str, bytes]]) -> None:
    with ZipFile(path, "a", ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)


def add_profile(path: str, profile: bytes, results: Sequence[SqlRow], notes: Sequence[SqlRow]) -> None:
    ended = [{"table": tab, "game": game, "seat": seat, "rank": rank, "shared": bool(shared), "at": at}
             for tab, game, seat, rank, shared, at in results]  # fmt: skip
    files = [(f"notes/{table}.txt", text.encode()) for table, text in notes]
    add_files(path, [("profile.json", profile), ("results.json", encode(ended)), *files])


def add_notebook(path: str, id: str, events: Sequence[bytes]) -> None:
    """Its events, as JSON."""
    add_files(path, [(f"notebooks/{id}.json", b"[" + b",".join(events) + b"]")])


def add_branches(path: str, rows: Sequence[SqlRow]) -> None:
    """Which of the tables are what-ifs, and what they are called."""
    what_ifs = [{"table": tab, "source": source, "name": name, "at": at} for tab, source, name, at in rows]
    add_files(path, [("what-ifs.json", encode(what_ifs))])


def add_daily_deals(path: str, rows: Sequence[SqlRow]) -> None:
    """Which of the tables are daily deals, and of which day."""
    deals = [{"table": tab, "game": game, "day": str(date_of(day))} for tab, day, game in rows]
    add_files(path, [("daily-deals.json", encode(deals))])


def add_appraisals(path: str, rows: Sequence[SqlRow]) -> None:
    """How this person played at their tables, as far as that was reviewed: in all (theme ""), and by theme."""
    found = [{"table": tab, "theme": theme, "decisions": decisions, "cost": cost / 10_000, "stake": stake / 10_000}
             for tab, theme, decisions, cost, stake in rows]  # fmt: skip
    add_files(path, [("how-i-played.json", encode(found))])


def add_said(path: str, said: Sequence[SaidText]) -> None:
    add_files(path, [("said.json", encode(said))])


def add_table(stored: StoredEvents, path: str, who: str, secret: bytes) -> list[SaidText]:
    """Adds the file of one table; what this person has said there."""
    events: list[AnyEvent] = []
    file: tuple[str, bytes] | None = None
    with suppress(Exception):  # it is damaged, or of a game that is not installed
        events += stored.events()
        file = describe_table(stored.table, events, who, secret)
    add_files(path, [file] if file else [])
    asked = f"{who} "
    return [SaidText(stored.table, event.at, event.text) for event in events
            if isinstance(event, Said) and event.ask is not None and event.ask.startswith(asked)]  # fmt: skip


def describe_table(id: str, events: list[AnyEvent], who: str, secret: bytes) -> tuple[str, bytes] | None:
    """A table's record once it is closed; before that only what this person was told."""
    table = play(id, events)
    name = f"tables/{table.game.name}-{id}"
    if table.ended is not None and table.started:
        return f"{name}.game", record_text(table, secret).encode()
    told: dict[str, list[LogLine | LogNote]] = {str(seat): [] for seat in table.seats_of(who)}
    for after in states(id, events) if told else ():
        for seat in table.seats_of(who):
            told[str(seat)] += log_entries(after, after.tail[-1:], seat, True)
    return (f"{name}.json", encode(told)) if told else None
