"""What clients send and are sent. One page of types, from which the TypeScript ones and the OpenAPI ones are made."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from tablee.server.events import AnyEvent, Clock, Fallen, Help, Name, Thing

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=9)]


# ---- what is asked ------------------------------------------------------------


class Ask(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One thing asked of a table: exactly one of the verbs. `id` makes asking twice harmless.

    `seat` is for who has several; without it the one seat that the asker has is meant.
    """

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    seat: Seat | None = None
    do: Annotated[str, Meta(max_length=400)] | None = None  # a move, in the game's notation
    fell: Annotated[str, Meta(max_length=400)] | None = None  # at a real table: what was rolled or drawn
    sit: Name | None = None  # on `seat`, under this name
    key: Annotated[str, Meta(max_length=100)] | None = None  # with the key of that seat's own link
    leave: bool = False  # the seat; a bot plays on if the game has begun
    bot: Annotated[str, Meta(max_length=20)] | None = None  # of this level: plays my seat until I take it back
    back: bool = False  # take my seat back
    words: Annotated[str, Meta(max_length=200)] | None = None  # my own words for the dice, before the start
    start: bool = False
    offer: Thing | None = None
    answer: bool | None = None  # to what is offered
    resume: bool = False
    resign: bool = False
    say: Annotated[str, Meta(min_length=1, max_length=500)] | None = None
    again: bool = False  # a rematch with the same people


VERBS = (
    "do", "fell", "sit", "leave", "bot", "back", "words", "start", "offer", "answer", "resume", "resign", "say",
    "again",
)  # fmt: skip


# ---- what is told ---------------------------------------------------------------


class Chair(Struct, frozen=True):
    """One seat as everybody sees it."""

    name: str  # nobody's: empty
    kind: Literal["open", "link", "person", "bot"]
    level: str | None = None  # of the bot that plays it
    owned: bool = False  # a bot plays for a person, who may come back
    here: bool | None = False  # the person is connected; none: not to this node, of many
    left: int | None = None  # milliseconds on the clock, when it was last looked at


class Awaits(Struct, frozen=True, gc=False):
    """Who is to act, and since when; or how it ended. `chance` is awaited at a real table only: `seats` may type it."""

    kind: Literal["choice", "chance", "over", "nothing"]
    seats: tuple[int, ...] = ()
    free: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    rule: str | None = None
    deadline: int | None = None  # milliseconds since 1970
    hand: int | None = None  # whose hand rolls or draws
    forms: tuple[str, ...] = ()  # how what chance does is written: "rolled {faces}"


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
    chairs: tuple[Chair, ...]
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


class Line(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="is", tag="line"):
    """A move as this seat is told of it. `hand` is who rolled or drew, where chance spoke."""

    n: int
    at: int
    told: str
    hand: int | None = None


class Note(Struct, frozen=True, gc=False, tag_field="is", tag="note"):
    """Anything else that happened."""

    n: int
    event: AnyEvent


class News(Struct, frozen=True, gc=False, omit_defaults=True):
    """What happened since the client's last number, and how things stand now, for one seat (None: for who watches).

    `n` is the number of the newest event. If `fresh`, too much was missed to be told one by one.
    """

    n: int
    seat: int | None
    events: tuple[Line | Note, ...] = ()
    fresh: bool = False
    view: Any = None
    legal: tuple[str, ...] = ()
    awaits: Awaits | None = None
    head: Head | None = None  # when it changed
    asked: tuple[str, ...] = ()  # the ids of this client's own asks among the events
    now: int = 0  # the server's clock, for those that run
    seats: tuple[int, ...] = ()  # whoever looks through several: all of them
    mistyped: bool = False  # at a real table: what was typed in last may be taken back


class Moment(Struct, frozen=True):
    """How a game stood after its event, or its line, `n`. `views` are everybody's, where nothing is hidden any more."""

    n: int
    seat: int | None
    view: Any = None
    legal: tuple[str, ...] = ()  # always empty: nothing is to be done in the past
    awaits: Awaits | None = None
    views: dict[int, Any] | None = None


class Takeback(Struct, frozen=True):
    """Whether the last move may be taken back, if everybody agrees; where it may not, a sentence that says why."""

    why: str | None


class Thought(Struct, frozen=True):
    """One thing that a seat may do, weighed by a bot. `do` is none where letting it pass is meant."""

    do: str | None
    value: float  # the chance to win with it
    why: str


class Helping(Struct, frozen=True):
    """What a careful player could work out from one seat's view, and what a strong one thinks of its moves."""

    n: int
    worlds: int | float | None = None  # how many worlds fit; none where nothing is hidden
    chances: dict[str, dict[str, float]] | None = None  # of each hidden place, how likely each value is
    weighed: tuple[Thought, ...] = ()  # the best first; none where nothing is awaited from this seat


class Told(Struct, frozen=True, omit_defaults=True):
    """Line `n` of a record, from 1: as who watches was told of it, and as who knew most was. `hand` rolled or drew."""

    n: int
    told: str
    open: str
    hand: int | None = None


class Studied(Struct, frozen=True):
    """A record laid open. Each of `figures` has a row for each line, as things stood after it, with a figure a seat."""

    game: str
    version: int
    options: dict[str, str]
    seats: tuple[str, ...]
    lines: tuple[Told, ...]
    awaits: Awaits
    figures: dict[str, tuple[tuple[float, ...], ...]]


class Reviewed(Struct, frozen=True):
    """One decision of a record, as the strongest bot thinks of it, from what that seat saw."""

    n: int  # the line
    seat: int
    did: str
    did_value: float
    best: str | None  # none: it would have let it pass
    best_value: float
    why: str  # why the best is best
    worlds: int | float | None = None


class Tally(Struct, frozen=True):
    """My closed tables of one game: a win with an equal or a partner is `shared`. `last` is when the last one ended."""

    game: str
    played: int
    won: int
    shared: int
    last: int
    collected: int | None = None  # by so many dice my collection has grown, where a game has one


class Done(Struct, frozen=True, gc=False):
    """An ask over HTTP was granted, or had been granted before: it is event `n`."""

    done: str
    n: int
    table: str | None = None  # the rematch


class Refused(Struct, frozen=True, omit_defaults=True):
    """An ask, or anything else, was not granted. `why` is a sentence in the caller's language."""

    refused: str | None
    code: str
    why: str
    rule: str | None = None
    line: int | None = None  # of a record that cannot be read or played, counted from 1


ask_decoder: msgspec.json.Decoder[Ask] = msgspec.json.Decoder(Ask)
