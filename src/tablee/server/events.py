"""What can happen at a table, as it is stored. A table is the list of its events, numbered from 1, and nothing else."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

Help: TypeAlias = Literal["none", "book", "full"]
Fallen: TypeAlias = Literal["wait", "bot", "lose"]
Thing: TypeAlias = Literal["pause", "takeback"]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """So long for a move, or for all one's moves; what is added after each. In seconds."""

    per: Literal["move", "game"]
    seconds: Annotated[int, Meta(ge=5, le=30 * 86_400)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class Plan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who is to sit here: whoever opens the table, anybody, somebody with this seat's own link, or a bot."""

    kind: Literal["me", "open", "link", "bot"] = "open"
    level: Annotated[str, Meta(max_length=20)] | None = None  # a bot's
    name: Name | None = None  # of who plays here at the opener's own screen


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed when a table is opened."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Annotated[str, Meta(max_length=200)]] = {}
    seats: Annotated[tuple[Plan, ...], Meta(max_length=10)] = ()
    join: Literal["link", "anyone"] = "link"  # whether the lobby shows it
    clock: Clock | None = None
    fallen: Fallen = "wait"  # what happens when a clock has fallen
    help: Help = "book"
    real: bool = False  # dice and cards are real: who sees them types them in


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


class Again(Event, frozen=True, tag="again"):
    """There is a rematch."""

    table: str


AnyEvent: TypeAlias = (
    Opened | Sat | Left | Botted | Back | Worded | Started | Moved | Offered | Answered | TakenBack | Paused | Resumed
    | Fell | Slept | Resigned | Said | Ended | Again
)  # fmt: skip

decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
encode = msgspec.json.encode
