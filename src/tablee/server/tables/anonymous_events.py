"""The events of a table without one person: without their id, their name, what they said and what they typed."""

from __future__ import annotations

from typing import Final

from msgspec import MsgspecError, Struct
from msgspec.structs import replace

from tablee.server.people.names import SOMEBODY
from tablee.server.store import event_sum
from tablee.server.tables import events
from tablee.server.tables.events import AnyEvent, Left, Opened, Said, Sat, Worded
from tablee.server.tables.stored_events import StoredEvents

NOBODY: Final = ""  # the owner of a seat whose data is deleted
SILENCE: Final = "…"  # what they said


class RewrittenEvents(Struct, frozen=True):
    """Of each event that had something of a person: its number, its new body and the sum of that."""

    changed: list[tuple[int, bytes, int]]
    others_sat: bool  # whether anybody else has ever sat at this table


def rewrite_without(stored: StoredEvents, who: str) -> RewrittenEvents:
    """A worker's job: a table may have many events, damaged ones among them."""
    mine: set[int] = set()  # seats that were theirs at the time of an event
    changed: list[tuple[int, bytes, int]] = []
    others_sat = False
    for n, body in stored.rows():
        try:
            event = events.decoder.decode(body)
            written = events.encode(without_person(event, who, mine))
            others_sat = others_sat or (isinstance(event, Sat) and event.who not in (who, NOBODY))
        except MsgspecError:
            written = b"{}" if who.encode() in body else body  # it was damaged, and cannot be read as it is
        if written != body:
            changed.append((n, written, event_sum(stored.table, n, written)))
    return RewrittenEvents(changed, others_sat)


def without_person(event: AnyEvent, who: str, mine: set[int]) -> AnyEvent:
    """An event as it is without this person. `mine` follows who sits where."""
    asked = event.ask is not None and event.ask.startswith(f"{who} ")
    match event:
        case Opened(by=by) if by == who:
            event = replace(event, by=NOBODY)
        case Sat(seat=seat, who=sitter):
            mine.discard(seat)
            if sitter == who:
                mine.add(seat)
                event = replace(event, who=NOBODY, name=SOMEBODY)
        case Left(seat=seat):
            mine.discard(seat)
        case Worded(seat=seat) if seat in mine:
            event = replace(event, words="", erased=True)
        case Said(seat=seat) if asked or seat in mine:
            event = replace(event, name=SOMEBODY, text=SILENCE)
        case _:
            pass
    return replace(event, ask=None) if asked else event
