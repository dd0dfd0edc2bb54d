"""What a table tells its players and spectators: the news since they last looked, and the answer to an ask."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from tablee.awaits import Awaits
from tablee.server.tables.head import Head
from tablee.server.tables.public import LogLine, LogNote


class EntryQuestion(Struct, frozen=True, gc=False):
    """What a seat is asked at a real table: a sentence of the game's section `table`, and its facts."""

    key: str
    facts: dict[str, str | int]


class News(Struct, frozen=True, gc=False, omit_defaults=True):
    """What happened since the client's last number, and how things stand now, for one seat (None: a spectator).

    `n` is the number of the newest event. If `fresh`, too much was missed to be sent one by one. `views` are the
    views after each line of `events` but the last, for a client that shows line after line and has asked for them.
    """

    n: int
    seat: int | None
    events: tuple[LogLine | LogNote, ...] = ()
    fresh: bool = False
    view: Any = None
    views: tuple[Any, ...] = ()
    legal: tuple[str, ...] = ()
    awaits: Awaits | None = None
    head: Head | None = None  # when it changed
    now: int = 0  # the server's clock, for those that run
    seats: tuple[int, ...] = ()  # all seats of a person who has several
    mistyped: bool = False  # at a real table: what was typed in last may be taken back
    undoes: int = 0  # and how many lines that takes
    question: EntryQuestion | None = None  # at a real table: what this seat is asked


class Done(Struct, frozen=True, gc=False):
    """An ask was granted, or had been granted before: it is event `n`."""

    done: str
    n: int
    table: str | None = None  # the rematch


encode_news = msgspec.json.Encoder().encode
