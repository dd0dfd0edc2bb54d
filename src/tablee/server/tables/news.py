"""What a table tells its players and spectators: news, the head that everybody sees, and the answer to an ask."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tablee.awaits import Awaits
from tablee.server.tables.events import AnyEvent
from tablee.server.tables.settings import Clock, Fallen, Help, Thing


class PublicSeat(Struct, frozen=True):
    """One seat as everybody sees it."""

    name: str  # nobody's: empty
    kind: Literal["open", "link", "person", "bot"]
    level: str | None = None  # of the bot that plays it
    owned: bool = False  # a bot plays for a person, who may come back
    here: bool | None = False  # the person is connected; none: not to this node, of many
    left: int | None = None  # milliseconds on the clock, when it was last looked at


class Head(Struct, frozen=True):
    """A table as everybody sees it, the game itself apart."""

    id: str
    game: str
    version: int
    options: dict[str, str]
    join: Literal["link", "anyone"]
    clock: Clock | None
    fallen: Fallen
    help: Help
    status: Literal["open", "live", "paused", "over"]
    chairs: tuple[PublicSeat, ...]
    pledge: str
    words: dict[int, str]
    offer: tuple[int, Thing] | None = None
    after: str | None = None
    again: str | None = None
    ended: str | None = None
    watchers: int = 0
    real: bool = False  # dice and cards are real, and typed in
    ranks: tuple[int, ...] = ()  # once it is over
    lines: int = 0  # moves so far
    opened: int = 0  # milliseconds since 1970
    touched: int = 0


class LogLine(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="is", tag="line"):
    """A move as this seat is told of it. `hand` is who rolled or drew, where chance spoke."""

    n: int
    at: int
    told: str
    hand: int | None = None


class LogNote(Struct, frozen=True, gc=False, tag_field="is", tag="note"):
    """Anything else that happened."""

    n: int
    event: AnyEvent


class News(Struct, frozen=True, gc=False, omit_defaults=True):
    """What happened since the client's last number, and how things stand now, for one seat (None: for who watches).

    `n` is the number of the newest event. If `fresh`, too much was missed to be told one by one.
    """

    n: int
    seat: int | None
    events: tuple[LogLine | LogNote, ...] = ()
    fresh: bool = False
    view: Any = None
    legal: tuple[str, ...] = ()
    awaits: Awaits | None = None
    head: Head | None = None  # when it changed
    asked: tuple[str, ...] = ()  # the ids of this client's own asks among the events
    now: int = 0  # the server's clock, for those that run
    seats: tuple[int, ...] = ()  # whoever looks through several: all of them
    mistyped: bool = False  # at a real table: what was typed in last may be taken back


class Done(Struct, frozen=True, gc=False):
    """An ask over HTTP was granted, or had been granted before: it is event `n`."""

    done: str
    n: int
    table: str | None = None  # the rematch
