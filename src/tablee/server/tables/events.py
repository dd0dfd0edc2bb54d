"""What can happen at a table, as it is stored. A table is the list of its events, numbered from 1.

Clients never see these types: `public.py` decides what each seat is told of each of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from tablee.help import Help
from tablee.record import Branch, Note, daily_note
from tablee.server.tables.settings import Settings, Thing


class Stamped(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="what"):
    at: int  # milliseconds since 1970, by the server's clock


class Event(Stamped, frozen=True, kw_only=True):
    ask: str | None = None  # the person and the id of the ask that caused it: asking twice is harmless


class Opened(Event, frozen=True, tag="opened"):
    settings: Settings
    version: int  # of the game
    by: str  # the person, by id
    pledge: str  # the SHA-256 of the secret from which the dice are drawn
    after: str | None = None  # the table that this is a rematch of
    branch: Branch | None = None  # a what-if: which lines were played elsewhere
    daily: int | None = None  # the deal of this day (days since 1970)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a record says of such a table before its first move."""
        branch = () if self.branch is None else (self.branch.note(),)
        return branch if self.daily is None else (*branch, daily_note(self.daily))


class Sat(Event, frozen=True, tag="sat"):
    seat: int
    who: str
    name: str


class Left(Event, frozen=True, tag="left"):
    seat: int


class Botted(Event, frozen=True, tag="botted"):
    """A bot plays this seat from now on; its owner may take it back."""

    seat: int
    level: str
    why: Literal["asked", "left", "fallen", "failed", "resigned"]


class BotFaulted(Event, frozen=True, tag="bot_faulted"):
    """A bot from outside has not answered as it should: a legal action was chosen in its place."""

    seat: int
    fault: Literal["raised", "illegal", "silent", "late"]
    times: int  # that this has happened on this seat


class Back(Event, frozen=True, tag="back"):
    seat: int


class Readied(Event, frozen=True, tag="ready"):
    """Whether the player on this seat is ready for the start."""

    seat: int
    ready: bool


class Worded(Event, frozen=True, tag="worded"):
    """A player's own words, which the dice depend on, too."""

    seat: int
    words: str
    erased: bool = False  # the player has deleted their data since: what the words were is not known any more


class Pledged(Event, frozen=True, tag="pledged"):
    """The SHA-256 of a number that a player's page adds to the dice. Nobody else knows the number yet."""

    seat: int
    pledge: str


class Sealed(Event, frozen=True, tag="sealed"):
    """The game is about to start: from now on no seat, no word and no pledge changes, and the numbers are disclosed."""


class Disclosed(Event, frozen=True, tag="disclosed"):
    """The number that was pledged for this seat."""

    seat: int
    number: str


class Started(Event, frozen=True, tag="started"):
    pass


class Moved(Event, frozen=True, tag="moved"):
    """A line of the record."""

    line: str


class HouseRuled(Event, frozen=True, tag="house_rule"):
    """At a real table: the rules forbid this line, and the table did it all the same. It is no line of the record."""

    seat: int
    line: str
    rule: str  # that forbids it


class Offered(Event, frozen=True, tag="offered"):
    seat: int
    thing: Thing


class Answered(Event, frozen=True, tag="answered"):
    seat: int
    yes: bool


class TakenBack(Event, frozen=True, tag="taken_back"):
    """The last line of the record is removed; at a real table, the last typed line and all that was drawn after it."""

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
    """No server ran since then, so nobody could move: that time is not counted on any clock."""

    since: int
    heartbeat: int = 0  # the last one before: each is followed by one such event at most


class Resigned(Event, frozen=True, tag="resigned"):
    seat: int


class Said(Event, frozen=True, tag="said"):
    """Chat. Players read what players write; spectators read what spectators write."""

    name: str
    text: str
    to: Literal["players", "watchers"]
    seat: int | None = None


class HelpChanged(Event, frozen=True, tag="help"):
    """From now on there is more help at this table, or less: a player alone against bots has decided so."""

    seat: int
    help: Help


class Ended(Event, frozen=True, tag="ended"):
    """The table is closed, and the secret of the dice is shown. Without `ranks` the game was not played to its end."""

    why: Literal["over", "resigned", "expired", "abandoned", "closed"]
    secret: str
    ranks: tuple[int, ...] = ()


class Rematched(Event, frozen=True, tag="again"):
    """There is a rematch."""

    table: str


class Erased(Event, frozen=True, tag="erased"):
    """Somebody has deleted their data: these seats were theirs, and all events before are without them."""

    seats: tuple[int, ...] = ()


AnyEvent: TypeAlias = (
    Opened | Sat | Left | Botted | BotFaulted | Back | Readied | Worded | Pledged | Sealed | Disclosed | Started | Moved
    | HouseRuled
    | Offered | Answered | TakenBack | Paused | Resumed | Fell | Slept | Resigned | Said | HelpChanged | Ended
    | Rematched | Erased
)  # fmt: skip

decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
encode = msgspec.json.encode
