"""What can happen at a table, as it is stored. A table is the list of its events, numbered from 1, and nothing else."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from tablee.server.tables.settings import Settings, Thing


class Stamped(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="what"):
    at: int  # milliseconds since 1970, by the server's clock


class Event(Stamped, frozen=True, kw_only=True):
    ask: str | None = None  # whose ask did it, and which: so that asking twice is harmless


class Opened(Event, frozen=True, tag="opened"):
    settings: Settings
    version: int  # of the game
    by: str  # the person, by id
    pledge: str  # the SHA-256 of the secret that the dice will follow
    after: str | None = None  # the table that this is a rematch of


class Sat(Event, frozen=True, tag="sat"):
    seat: int
    who: str
    name: str


class Left(Event, frozen=True, tag="left"):
    seat: int


class Botted(Event, frozen=True, tag="botted"):
    """A bot plays this seat from now on; whose seat it is may take it back."""

    seat: int
    level: str
    why: Literal["asked", "left", "fallen", "failed", "resigned"]


class Back(Event, frozen=True, tag="back"):
    seat: int


class Worded(Event, frozen=True, tag="worded"):
    """A player's own words, which the dice follow, too."""

    seat: int
    words: str


class Started(Event, frozen=True, tag="started"):
    pass


class Moved(Event, frozen=True, tag="moved"):
    """A line of the record."""

    line: str


class Offered(Event, frozen=True, tag="offered"):
    seat: int
    thing: Thing


class Answered(Event, frozen=True, tag="answered"):
    seat: int
    yes: bool


class TakenBack(Event, frozen=True, tag="taken_back"):
    """The record's last line was never played; at a real table, what was typed in and all that was drawn after it."""

    seat: int
    lines: int = 1


class Paused(Event, frozen=True, tag="paused"):
    pass


class Resumed(Event, frozen=True, tag="resumed"):
    seat: int


class Fell(Event, frozen=True, tag="fell"):
    """This seat's time is up."""

    seat: int


class Slept(Event, frozen=True, tag="slept"):
    """Nobody could move since then, because no server was awake: until now no clock has run."""

    since: int


class Resigned(Event, frozen=True, tag="resigned"):
    seat: int


class Said(Event, frozen=True, tag="said"):
    """Chat. Players are heard by players; watchers by watchers."""

    name: str
    text: str
    to: Literal["players", "watchers"]
    seat: int | None = None


class Ended(Event, frozen=True, tag="ended"):
    """The table is closed, and what the dice followed is shown. `ranks` are none where the game was not ended."""

    why: Literal["over", "resigned", "expired", "abandoned"]
    secret: str
    ranks: tuple[int, ...] = ()


class Rematched(Event, frozen=True, tag="again"):
    """There is a rematch."""

    table: str


AnyEvent: TypeAlias = (
    Opened | Sat | Left | Botted | Back | Worded | Started | Moved | Offered | Answered | TakenBack | Paused | Resumed
    | Fell | Slept | Resigned | Said | Ended | Rematched
)  # fmt: skip

decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
encode = msgspec.json.encode
