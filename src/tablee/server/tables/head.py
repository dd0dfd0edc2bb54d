"""The head of a table: what everybody sees of it except the game itself. The lobby shows it without opening the table.

What is stored of it has a type of its own (`store/heads.py`); the head that clients see is built from that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict

from tablee.help import Help
from tablee.record import Branch
from tablee.server.store.heads import VERSION, StoredBranch, StoredClock, StoredHead, StoredSeat, read_stored_head
from tablee.server.tables.seat_clocks import SeatState
from tablee.server.tables.settings import Clock, Fallen, Thing
from tablee.server.tables.table import TableState


class PublicSeat(Struct, frozen=True):
    """One seat as everybody sees it."""

    name: str  # empty where nobody sits
    kind: Literal["open", "link", "person", "bot"]
    level: str | None = None  # of the bot that plays it, or its character: "club", "moka"
    owned: bool = False  # a bot plays for a person, who may come back
    here: bool | None = False  # the person is connected; None: not to this node, of several
    left: int | None = None  # milliseconds on the clock, when it was last looked at
    ready: bool = False  # for the start: the person has said so


class Head(Struct, frozen=True):
    """A table as everybody sees it, except the game itself."""

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
    substitute: str = "none"  # the strongest level of a bot that may play for a person
    pledges: dict[int, str] = {}  # of the numbers that players' pages add to the dice, by seat
    disclosed: tuple[int, ...] = ()  # the seats whose number counts
    sealed: int = 0  # since when the start waits for these numbers
    branch: Branch | None = None  # of a what-if: which lines were played elsewhere
    daily: int | None = None  # the deal of this day (days since 1970)


def stored_head(table: TableState) -> StoredHead:
    """What is stored of this table's head."""
    opened, ended = table.opened, table.ended
    settings = opened.settings
    clock = settings.clock
    return StoredHead(
        v=VERSION,
        id=table.id,
        game=settings.game,
        version=opened.version,
        options=table.options_text,
        join=settings.join,
        clock=StoredClock(clock.per, clock.seconds, clock.increment) if clock else None,
        fallen=settings.fallen,
        help=table.help,
        status=table.status,
        chairs=tuple([stored_seat(place) for place in table.places]),
        pledge=opened.pledge,
        words=table.words,
        offer=table.offer,
        after=opened.after,
        again=table.again,
        ended=ended.why if ended else None,
        real=settings.real,
        ranks=ended.ranks if ended else (),
        lines=len(table.moves),
        opened=opened.at,
        touched=table.touched,
        substitute=table.substitute or "none",
        pledges={seat: place.pledge for seat, place in enumerate(table.places) if place.pledge},
        disclosed=tuple([seat for seat, place in enumerate(table.places) if place.number]),
        sealed=table.sealed,
        branch=StoredBranch(**asdict(opened.branch)) if opened.branch else None,
        daily=opened.daily,
    )


def stored_seat(place: SeatState) -> StoredSeat:
    kind = "bot" if place.level else "person" if place.who is not None else place.plan
    return StoredSeat(place.name, kind, place.level, place.who is not None and place.level is not None, place.left,
                      place.ready)  # fmt: skip


def table_head(
    table: TableState, present: Collection[str] = (), watchers: int = 0, absent: bool | None = False
) -> Head:
    """The head of a table in memory. `absent` is what is known of people who are not `present`."""
    here = [place.who is not None and (place.who in present or absent) for place in table.places]
    return build_head(stored_head(table), here, watchers)


def read_heads(rows: Iterable[bytes]) -> list[Head]:
    """The heads of stored tables. A row that cannot be read at all is logged and left out."""
    heads = []
    for row in rows:
        with suppress(LookupError):
            heads.append(read_head(row))
    return heads


@lru_cache(2048)  # the same tables are listed again and again
def read_head(row: bytes) -> Head:
    """The head of a stored table; LookupError, and a line in the log, where it cannot be read."""
    if (stored := read_stored_head(row)) is None:
        raise LookupError
    return build_head(stored, [False] * len(stored.chairs), 0)


def build_head(stored: StoredHead, here: Sequence[bool | None], watchers: int) -> Head:
    fields: dict[str, Any] = asdict(stored)
    del fields["v"]
    fields["clock"] = Clock(**asdict(stored.clock)) if stored.clock else None
    fields["branch"] = Branch(**asdict(stored.branch)) if stored.branch else None
    fields["chairs"] = tuple(
        [PublicSeat(**asdict(seat), here=connected) for seat, connected in zip(stored.chairs, here, strict=True)]
    )
    return Head(**fields, watchers=watchers)
