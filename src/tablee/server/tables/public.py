"""What each seat, and each spectator, is told of each event.

These types are what clients see. They are built here, field by field, from the stored events: nothing is removed from
an event, and nothing is passed on by default. A new kind of event does not pass the type check until `public_event`
says who is told what of it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from tablee.contract import AnyGame, Seat
from tablee.help import Help
from tablee.record import Branch
from tablee.server.tables.events import (
    Answered,
    AnyEvent,
    Back,
    BotFaulted,
    Botted,
    Disclosed,
    Ended,
    Erased,
    Fell,
    HelpChanged,
    HouseRuled,
    Left,
    Moved,
    Offered,
    Opened,
    Paused,
    Pledged,
    Readied,
    Rematched,
    Resigned,
    Resumed,
    Said,
    Sat,
    Sealed,
    Slept,
    Started,
    TakenBack,
    Worded,
)  # fmt: skip
from tablee.server.tables.settings import Clock, Fallen, Settings, Thing
from tablee.server.tables.table import EventStep


class PublicEvent(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="what"):
    at: int  # milliseconds since 1970, by the server's clock


class PublicSeatPlan(Struct, frozen=True, omit_defaults=True):
    kind: Literal["me", "open", "link", "bot"] = "open"
    level: str | None = None


class PublicSettings(Struct, frozen=True):
    game: str
    options: dict[str, str]
    seats: tuple[PublicSeatPlan, ...]
    join: Literal["link", "anyone"]
    clock: Clock | None
    fallen: Fallen
    help: Help
    real: bool


class PublicOpened(PublicEvent, frozen=True, tag="opened"):
    settings: PublicSettings
    version: int  # of the game
    pledge: str  # the SHA-256 of the secret from which the dice are drawn
    after: str | None = None  # the table that this is a rematch of
    branch: Branch | None = None  # a what-if: which lines were played elsewhere
    daily: int | None = None  # the deal of this day (days since 1970)


class PublicSat(PublicEvent, frozen=True, tag="sat"):
    seat: int
    name: str


class PublicLeft(PublicEvent, frozen=True, tag="left"):
    seat: int


class PublicBotted(PublicEvent, frozen=True, tag="botted"):
    seat: int
    level: str
    why: Literal["asked", "left", "fallen", "failed", "resigned"]


class PublicBotFaulted(PublicEvent, frozen=True, tag="bot_faulted"):
    seat: int
    fault: Literal["raised", "illegal", "silent", "late"]
    times: int


class PublicBack(PublicEvent, frozen=True, tag="back"):
    seat: int


class PublicReadied(PublicEvent, frozen=True, tag="ready"):
    seat: int
    ready: bool


class PublicWorded(PublicEvent, frozen=True, tag="worded"):
    seat: int
    words: str


class PublicPledged(PublicEvent, frozen=True, tag="pledged"):
    seat: int
    pledge: str


class PublicSealed(PublicEvent, frozen=True, tag="sealed"):
    pass


class PublicDisclosed(PublicEvent, frozen=True, tag="disclosed"):
    seat: int  # its number is in the record


class PublicStarted(PublicEvent, frozen=True, tag="started"):
    pass


class PublicHouseRuled(PublicEvent, frozen=True, tag="house_rule"):
    seat: int
    rule: str
    line: str | None = None  # where the game hides nothing; else only the record has it


class PublicOffered(PublicEvent, frozen=True, tag="offered"):
    seat: int
    thing: Thing


class PublicAnswered(PublicEvent, frozen=True, tag="answered"):
    seat: int
    yes: bool


class PublicTakenBack(PublicEvent, frozen=True, tag="taken_back"):
    seat: int
    lines: int = 1


class PublicPaused(PublicEvent, frozen=True, tag="paused"):
    pass


class PublicResumed(PublicEvent, frozen=True, tag="resumed"):
    seat: int


class PublicFell(PublicEvent, frozen=True, tag="fell"):
    seat: int


class PublicSlept(PublicEvent, frozen=True, tag="slept"):
    since: int


class PublicResigned(PublicEvent, frozen=True, tag="resigned"):
    seat: int


class PublicSaid(PublicEvent, frozen=True, tag="said"):
    name: str
    text: str
    to: Literal["players", "watchers"]
    seat: int | None = None


class PublicHelpChanged(PublicEvent, frozen=True, tag="help"):
    seat: int
    help: Help


class PublicEnded(PublicEvent, frozen=True, tag="ended"):
    why: Literal["over", "resigned", "expired", "abandoned", "closed"]
    secret: str
    ranks: tuple[int, ...] = ()


class PublicRematched(PublicEvent, frozen=True, tag="again"):
    table: str


AnyPublicEvent: TypeAlias = (
    PublicOpened | PublicSat | PublicLeft | PublicBotted | PublicBotFaulted | PublicBack | PublicReadied | PublicWorded
    | PublicPledged | PublicSealed
    | PublicDisclosed | PublicStarted | PublicHouseRuled | PublicOffered
    | PublicAnswered | PublicTakenBack | PublicPaused | PublicResumed | PublicFell | PublicSlept | PublicResigned
    | PublicSaid | PublicHelpChanged | PublicEnded | PublicRematched
)  # fmt: skip


class LogLine(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="is", tag="line"):
    """A move as one seat is told of it. `hand` is the player who rolled or drew, where chance moved."""

    n: int
    at: int
    told: str
    hand: int | None = None


class LogNote(Struct, frozen=True, gc=False, tag_field="is", tag="note"):
    """Anything else that happened."""

    n: int
    event: AnyPublicEvent


def public(game: AnyGame, step: EventStep, seat: Seat | None, plays: bool) -> LogLine | LogNote | None:
    """What this seat (None: a spectator) is told of one event; None where it is not told of it at all.

    `plays` is whether the person who looks through this seat plays at the table.
    """
    event = step.event
    if type(event) is Moved:  # by far the most frequent one
        return LogLine(step.n, event.at, game.told(step.before, step.move, step.after, seat), step.hand)
    told = public_event(event, plays)
    if isinstance(event, HouseRuled) and isinstance(told, PublicHouseRuled) and not game.hidden:
        told = replace(told, line=event.line)
    return None if told is None else LogNote(step.n, told)


def public_event(event: AnyEvent, plays: bool) -> AnyPublicEvent | None:
    """The public part of an event that is no move: the same for all players, and for all spectators."""
    at = event.at
    match event:
        case Erased():
            return None  # nobody is told more than that a seat has no name any more, which its head says
        case Moved():
            return None  # each seat is told of a move in its own words: see `public`
        case Opened(settings=settings, version=version, pledge=pledge, after=after, branch=branch, daily=daily):
            return PublicOpened(at, public_settings(settings), version, pledge, after, branch, daily)
        case Sat(seat=seat, name=name):
            return PublicSat(at, seat, name)
        case Left(seat=seat):
            return PublicLeft(at, seat)
        case Botted(seat=seat, level=level, why=why):
            return PublicBotted(at, seat, level, why)
        case BotFaulted(seat=seat, fault=fault, times=times):
            return PublicBotFaulted(at, seat, fault, times)
        case Back(seat=seat):
            return PublicBack(at, seat)
        case Readied(seat=seat, ready=ready):
            return PublicReadied(at, seat, ready)
        case Worded(seat=seat, words=words):
            return PublicWorded(at, seat, words)
        case Pledged(seat=seat, pledge=pledge):
            return PublicPledged(at, seat, pledge)
        case Sealed():
            return PublicSealed(at)
        case Disclosed(seat=seat):
            return PublicDisclosed(at, seat)
        case Started():
            return PublicStarted(at)
        case HouseRuled(seat=seat, rule=rule):
            return PublicHouseRuled(at, seat, rule)
        case Offered(seat=seat, thing=thing):
            return PublicOffered(at, seat, thing)
        case Answered(seat=seat, yes=yes):
            return PublicAnswered(at, seat, yes)
        case TakenBack(seat=seat, lines=lines):
            return PublicTakenBack(at, seat, lines)
        case Paused():
            return PublicPaused(at)
        case Resumed(seat=seat):
            return PublicResumed(at, seat)
        case Fell(seat=seat):
            return PublicFell(at, seat)
        case Slept(since=since):
            return PublicSlept(at, since)
        case Resigned(seat=seat):
            return PublicResigned(at, seat)
        case Said(name=name, text=text, to=to, seat=by):
            return PublicSaid(at, name, text, to, by) if (to == "players") == plays else None
        case HelpChanged(seat=seat, help=help):
            return PublicHelpChanged(at, seat, help)
        case Ended(why=why, secret=secret, ranks=ranks):
            return PublicEnded(at, why, secret, ranks)
        case Rematched(table=table):
            return PublicRematched(at, table)
        case _:
            assert_never(event)


def public_settings(settings: Settings) -> PublicSettings:
    return PublicSettings(
        game=settings.game,
        options=settings.options,
        seats=tuple(PublicSeatPlan(plan.kind, plan.level) for plan in settings.seats),
        join=settings.join,
        clock=settings.clock,
        fallen=settings.fallen,
        help=settings.help,
        real=settings.real,
    )
