"""A table fold from its events. Nothing here decides, stores or sends: the clerk decides, a node stores and tells."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tablee import options as agreed
from tablee import record
from tablee.awaits import Awaits, describe_awaited
from tablee.contract import AnyGame, Chance, Choice, Happened, Played, Seat, replay
from tablee.games import GAMES
from tablee.real import witnesses
from tablee.server.tables.events import (
    Answered,
    AnyEvent,
    Back,
    Botted,
    Ended,
    Fell,
    Left,
    Moved,
    Offered,
    Opened,
    Paused,
    Rematched,
    Resigned,
    Resumed,
    Said,
    Sat,
    Slept,
    Started,
    TakenBack,
    Worded,
)
from tablee.server.tables.news import Head, LogLine, LogNote, PublicSeat
from tablee.server.tables.settings import Thing  # fmt: skip
from tablee.server.tables.typed_outcomes import forms, outcomes
from tablee.tuples import around

TAIL = 64  # so many events are remembered with the states around them; older ones are told from the store
REMEMBERED_ASKS = 64  # so many asks are remembered, so that asking twice is harmless


class SeatState(Struct):
    """A seat: who owns it, who plays it."""

    plan: str  # open, link or bot
    who: str | None = None
    name: str = ""
    level: str | None = None  # of the bot that plays it
    left: int | None = None  # milliseconds on the clock
    resigned: bool = False


class EventStep(Struct, frozen=True, gc=False):
    """One event of the tail. Where it was a move: the states before and after it, and whose hand rolled or drew."""

    n: int
    event: AnyEvent
    before: Any = None
    after: Any = None
    move: Any = None
    hand: int | None = None


class Foreseen(Struct, frozen=True, gc=False):
    """A line of the record that may come, and the states around it."""

    line: str
    before: Any
    move: Any
    after: Any
    hand: int | None


@lru_cache(4096)
def parse_action(parse: Callable[[str], Any], text: str) -> Any:
    """The action that a text means: each is played again and again. NotationError where it means nothing."""
    return parse(text)


class TableState:
    """`n` events old. `opened` is its first; there is no table without one."""

    game: AnyGame
    opened: Opened

    def __init__(self, id: str) -> None:
        self.id = id
        self.n = 0
        self.places: list[SeatState] = []
        self.state: Any = None
        self.moves: list[str] = []
        self.back: Any = None  # the state before the last line
        self.started = self.paused = False
        self.ended: Ended | None = None
        self.again: str | None = None
        self.offer: tuple[int, Thing] | None = None
        self.agreed: set[int] = set()
        self.words: dict[int, str] = {}
        self.since = 0  # when whoever is awaited began to be
        self.fell: set[int] = set()  # whose time was up, since the last move
        self.touched = 0
        self.tail: deque[EventStep] = deque(maxlen=TAIL)
        self.granted: dict[str, int] = {}  # asks that were granted, and which event each became
        self.waiting: tuple[int, ...] = ()  # who is awaited, kept because it is asked so often
        self.may_cut_in: tuple[int, ...] = ()
        self.awaits_cache: Awaits | None = None  # as everybody was told since the last event
        self.foreseen: dict[int, Foreseen] = {}  # by the number of the line: what the clerk has worked out already

    # ---- the fold -----------------------------------------------------------------

    def take(self, event: AnyEvent) -> None:
        """The next event has happened."""
        self.n += 1
        self.touched = event.at
        self.awaits_cache = None
        if event.ask:
            self.remember_ask(event.ask)
        match event:
            case Moved():
                self.tail.append(self.move(event))
                return
            case Opened(settings=settings):
                self.opened, self.game = event, GAMES[settings.game]
                self.options = agreed.read(self.game.options, settings.options)
                self.agreed_on = agreed.write(self.options)
                self.places = [SeatState("open" if plan.kind == "me" else plan.kind, level=plan.level, left=self.given)
                               for plan in settings.seats]  # fmt: skip
            case Sat(seat=seat, who=who, name=name):
                self.places[seat].who, self.places[seat].name, self.places[seat].level = who, name, None
            case Left(seat=seat):
                place = self.places[seat]
                place.who, place.name, place.level = None, "", self.opened.settings.seats[seat].level
                self.words.pop(seat, None)
            case Botted(seat=seat, level=level):
                self.run_down(event.at)
                self.places[seat].level = level
            case Back(seat=seat):
                self.run_down(event.at)
                self.places[seat].level = None
            case Worded(seat=seat, words=words):
                self.words[seat] = words
            case Started():
                self.started, self.since = True, event.at
                self.state = self.game.start(self.options)
                self.update_awaited()
            case Offered(seat=seat, thing=thing):
                self.offer, self.agreed = (seat, thing), {seat}
            case Answered(seat=seat, yes=yes):
                self.agreed.add(seat)
                if not yes:
                    self.offer = None
            case TakenBack(lines=lines):
                self.state, self.since, self.back, self.offer = self.before(lines), event.at, None, None
                del self.moves[-lines:]
                self.update_awaited()
            case Paused():
                self.run_down(event.at)
                self.paused, self.offer = True, None
            case Resumed():
                self.paused, self.since = False, event.at
            case Fell(seat=seat):
                self.fell.add(seat)
            case Slept(since=since):
                self.run_down(since)
                self.since = event.at
            case Resigned(seat=seat):
                self.places[seat].resigned = True
            case Ended():
                self.ended, self.offer = event, None
            case Rematched(table=table):
                self.again = table
            case Said():
                pass
        self.tail.append(EventStep(self.n, event))

    def take_all(self, events: Sequence[AnyEvent]) -> None:
        for event in events:
            self.take(event)

    def move(self, event: Moved) -> EventStep:
        before, known = self.state, self.foreseen.pop(len(self.moves) + 1, None)
        if known is None or known.line != event.line or known.before is not before:
            move, drawn_by = self.read(event.line), drawing_hand(self.game, before) if event.line[0] == "*" else None
            known = Foreseen(event.line, before, move, self.game.apply(before, move), drawn_by)
        move, self.state, self.back = known.move, known.after, before
        self.run_down(event.at, getattr(move, "by", None))
        self.moves.append(event.line)
        self.since, self.offer = event.at, None
        self.fell.clear()
        self.update_awaited()
        return EventStep(self.n, event, before, self.state, move, known.hand)

    def read(self, line: str) -> Any:
        """The move of a line that this server wrote: what is stored is taken as it is."""
        who, _, said = line.partition(": ")
        action = parse_action(self.game.parse, said)
        return Happened(action) if who == "*" else Played(Seat(int(who)), action)

    def foresee(self, number: int, state: Any, move: Any, hand: int | None = None) -> Foreseen:
        """What a move makes of a state, as the line of this number: what the clerk has tried the fold need not try."""
        found = self.foreseen[number] = Foreseen(str(move), state, move, self.game.apply(state, move), hand)
        return found

    def before(self, lines: int) -> Any:
        """The state before the last so many lines."""
        if lines == 1 and self.back is not None:
            return self.back
        return replay(self.game, self.options, [record.read_move(self.game, line) for line in self.moves[:-lines]])

    def update_awaited(self) -> None:
        """Who is awaited now."""
        awaited = self.game.awaits(self.state)
        self.waiting, self.may_cut_in = (
            (tuple(sorted(awaited.seats)), tuple(sorted(awaited.free))) if isinstance(awaited, Choice) else ((), ())
        )

    def typists(self, state: Any) -> tuple[Seat, ...]:
        """At a real table, the people who see what chance does in this state, and type it in; else the server draws."""
        if not self.opened.settings.real:
            return ()
        return tuple(witnesses(self.game, state, [seat for seat in self.seats if self.places[seat].who is not None]))

    def fork(self) -> TableState:
        """One that can go on while this one stays as it is."""
        other = TableState.__new__(TableState)
        other.__dict__.update(self.__dict__)
        other.places = [replace(place) for place in self.places]
        other.moves, other.words, other.granted = self.moves.copy(), self.words.copy(), self.granted.copy()
        other.agreed, other.fell, other.tail = self.agreed.copy(), self.fell.copy(), self.tail.copy()
        return other

    def remember_ask(self, ask: str) -> None:
        self.granted[ask] = self.n
        if len(self.granted) > REMEMBERED_ASKS:
            del self.granted[next(iter(self.granted))]

    # ---- the clock ------------------------------------------------------------------

    @property
    def given(self) -> int | None:
        clock = self.opened.settings.clock
        return clock.seconds * 1000 if clock else None

    def run_down(self, now: int, by: int | None = None) -> None:
        """Takes what was used off the clocks of all who were awaited; who moved gets the increment, or a new move's.

        A seat that a bot plays uses nothing.
        """
        clock = self.opened.settings.clock
        if clock is None or self.paused:
            return
        for seat in self.waiting:
            place = self.places[seat]
            assert place.left is not None
            if place.level is None:
                place.left = max(0, place.left - (now - self.since))
            if seat == by:
                place.left = clock.seconds * 1000 if clock.per == "move" else place.left + clock.increment * 1000
        self.since = now

    @property
    def deadline(self) -> tuple[int, int] | None:
        """The next moment at which a clock falls, and whose."""
        if not self.live or self.paused or self.opened.settings.clock is None:
            return None
        due = [(self.since + (self.places[seat].left or 0), seat) for seat in self.waiting
               if seat not in self.fell and self.places[seat].level is None]  # fmt: skip
        return min(due, default=None)

    # ---- how it stands ------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self.started and self.ended is None

    @property
    def status(self) -> str:
        return "over" if self.ended else "paused" if self.paused else "live" if self.started else "open"

    @property
    def seats(self) -> tuple[Seat, ...]:
        return around(len(self.places))

    def seats_of(self, who: str | None) -> tuple[Seat, ...]:
        return tuple([Seat(seat) for seat, place in enumerate(self.places) if who is not None and place.who == who])

    def bot_of(self, seat: int) -> str | None:
        """The level of the bot that plays this seat now."""
        return self.places[seat].level

    @property
    def names(self) -> tuple[str, ...]:
        """As a record holds them."""
        names = [place.name if place.who else f"bot {place.level}" for place in self.places]
        return tuple(record.told_apart([record.clean(name) for name in names]))

    def awaits(self) -> Awaits:
        """Who is to act, for all to know: worked out once an event, however many are told."""
        if self.awaits_cache is None:
            self.awaits_cache = self.awaited()
        return self.awaits_cache

    def awaited(self) -> Awaits:
        if not self.started:
            return Awaits("nothing")
        found = describe_awaited(self.game, self.state)
        if found.kind == "over":
            return found
        if self.ended:
            return Awaits("over", ranks=self.ended.ranks)
        chance = self.game.awaits(self.state)
        if isinstance(chance, Chance):
            return replace(found, seats=self.typists(self.state), forms=forms(chance))
        return replace(found, deadline=due[0]) if (due := self.deadline) else found

    def legal(self, seat: Seat | None) -> tuple[str, ...]:
        """What this seat may do now, as it is written; at a real table also what it may type in."""
        if seat is None or not self.live or self.paused:
            return ()
        if seat in self.typists(self.state):
            return outcomes(self.game, self.game.view(self.state, seat))
        return tuple(map(str, self.game.legal(self.state, seat)))

    def head(self, here: Collection[str] = (), watchers: int = 0, absent: bool | None = False) -> Head:
        """`absent` is what is known of people who are not `here`."""
        opened = self.opened
        settings = opened.settings
        return Head(
            id=self.id,
            game=settings.game,
            version=opened.version,
            options=self.agreed_on,
            join=settings.join,
            clock=settings.clock,
            fallen=settings.fallen,
            help=settings.help,
            status=self.status,  # type: ignore[arg-type]
            chairs=tuple(chair(place, place.who in here or absent) for place in self.places),
            pledge=opened.pledge,
            words=self.words,
            offer=self.offer,
            after=opened.after,
            again=self.again,
            ended=self.ended.why if self.ended else None,
            watchers=watchers,
            real=settings.real,
            ranks=self.ended.ranks if self.ended else (),
            lines=len(self.moves),
            opened=opened.at,
            touched=self.touched,
        )

    # ---- what a seat is told ----------------------------------------------------------------

    def log_entry(self, step: EventStep, seat: Seat | None, players: bool) -> LogLine | LogNote | None:
        """This event for this seat (None: who watches); None where it is not for their ears."""
        event = step.event
        match event:
            case Moved(at=at):
                return LogLine(step.n, at, self.game.told(step.before, step.move, step.after, seat), step.hand)
            case Opened():
                return LogNote(step.n, replace(event, by="", ask=None))
            case Sat():
                return LogNote(step.n, replace(event, who="", ask=None))
            case Said(to=to) if (to == "players") != players:
                return None
        return LogNote(step.n, replace(event, ask=None))


def chair(place: SeatState, here: bool | None) -> PublicSeat:
    kind = "bot" if place.level else "person" if place.who else place.plan
    return PublicSeat(
        name=place.name,
        kind=kind,  # type: ignore[arg-type]
        level=place.level,
        owned=place.who is not None and place.level is not None,
        here=here if place.who is not None else False,
        left=place.left,
    )


def drawing_hand(game: AnyGame, state: Any) -> int | None:
    """Whose hand rolls or draws."""
    awaited = game.awaits(state)
    return awaited.hand if isinstance(awaited, Chance) else None


def fold(id: str, events: Sequence[AnyEvent]) -> TableState:
    table = TableState(id)
    table.take_all(events)
    return table


def steps(id: str, events: Sequence[AnyEvent]) -> Iterator[EventStep]:
    """A table growing event by event: how one that is older than its tail is told again."""
    table = TableState(id)
    for event in events:
        table.take(event)
        yield table.tail[-1]
