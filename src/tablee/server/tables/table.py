"""The state of a table, folded from its events. It is a frozen value: each event makes a new one.

Nothing here decides, stores or sends: `decisions` decides, a `Node` stores and shows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal, TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from tablee import bots, record
from tablee import options as agreed
from tablee.awaits import Awaits, describe_awaited
from tablee.contract import AnyGame, Chance, Choice, Happened, Move, Played, Seat, replay
from tablee.games import GAMES
from tablee.help import Help
from tablee.real import forms, outcomes, witnesses
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
from tablee.server.tables.seat_clocks import SeatState, charge, forget_lent, give_back, reward, set_seat, undo_reward
from tablee.server.tables.seat_erasure import NEW_OWNER, erase_seats
from tablee.server.tables.settings import NONE, USUAL, Thing
from tablee.tuples import around

TAIL = 64  # events that are kept in memory with the states around them; older ones are read from the store
REMEMBERED_ASKS = 64  # granted asks that are remembered, so that asking twice is harmless

Granted: TypeAlias = tuple[tuple[str, ...], tuple[int, ...]]
Status: TypeAlias = Literal["open", "live", "paused", "over"]


class EventStep(Struct, frozen=True, gc=False):
    """An event of the tail. If it was a move: the states before and after it, and whose hand rolled or drew."""

    n: int
    event: AnyEvent
    before: Any = None
    after: Any = None
    move: Any = None
    hand: int | None = None


class AppliedMove(Struct, frozen=True, gc=False):
    """A move and the state that it made: a decision has worked this out already, so the fold need not."""

    move: Move[Any]
    after: Any
    hand: int | None = None  # whose hand rolled or drew


class TableState(Struct, frozen=True, kw_only=True, eq=False, gc=False):
    """A table after its first `n` events. `opened` is the first one: there is no table without it."""

    id: str
    n: int
    opened: Opened
    game: AnyGame
    options: Any
    options_text: dict[str, str]  # as they are written
    places: tuple[SeatState, ...]
    help: Help
    touched: int
    tail: tuple[EventStep, ...]
    state: Any = None
    back: Any = None  # the state before the last line; None after a takeback
    past: tuple[Any, ...] = ()  # the states before the last lines, so that they can be taken back without a replay
    moves: tuple[str, ...] = ()
    notes: tuple[record.Note, ...] = ()  # a what-if; at a real table: entries that were taken back, and house rules
    sealed: int = 0  # since when the numbers for the dice are awaited; 0: the seats may still change
    started: bool = False
    paused: bool = False
    ended: Ended | None = None
    again: str | None = None
    offer: tuple[int, Thing] | None = None
    agreed: frozenset[int] = frozenset()
    since: int = 0  # when the awaited seats began to be awaited
    unrewarded: int | None = None  # what the clock of the seat that moved last showed, before the move added anything
    fell: frozenset[int] = frozenset()  # seats whose time was up, since the last move
    granted: Granted = ((), ())  # the last asks that were granted, and the number of the event of each
    waiting: tuple[int, ...] = ()  # the awaited seats
    may_cut_in: tuple[int, ...] = ()

    # ---- the fold -----------------------------------------------------------------

    def take(self, event: AnyEvent, applied: AppliedMove | None = None) -> TableState:
        """The table after one more event. `applied` is what a move does, where that is known already."""
        n = self.n + 1
        granted = self.granted if event.ask is None else remember_ask(self.granted, event.ask, n)
        if type(event) is Moved:
            return self._take_move(n, event, applied or self._apply(event), granted)
        if type(event) is Erased:  # what is in memory of earlier events is not as they are stored now
            return replace(
                self, n=n, tail=(EventStep(n, event),), places=erase_seats(self.places, event.seats), granted=granted
            )
        tail = (*self.tail[1 - TAIL :], EventStep(n, event))
        return replace(self, n=n, touched=event.at, tail=tail, granted=granted, **self._changes(event))

    def _take_move(self, n: int, event: Moved, applied: AppliedMove, granted: Granted) -> TableState:
        move, after = applied.move, applied.after
        waiting, may_cut_in = awaited_seats(self.game, after)
        places, unrewarded = self.places, None
        if (clock := self.opened.settings.clock) is not None:
            places = self._charge(event.at)
            if isinstance(move, Played) and move.by in self.waiting:
                unrewarded, places = places[move.by].left, reward(places, move.by, clock)
            places = forget_lent(places, waiting)
        step = EventStep(n, event, self.state, after, move, applied.hand)
        return replace(
            self, n=n, touched=event.at, tail=(*self.tail[1 - TAIL :], step), granted=granted, places=places,
            state=after, back=self.state, past=(*self.past[1 - TAIL :], self.state), moves=(*self.moves, event.line),
            since=event.at, offer=None, fell=NO_SEATS, waiting=waiting, may_cut_in=may_cut_in, unrewarded=unrewarded,
        )  # fmt: skip

    def take_moves(self, moves: Sequence[Moved]) -> TableState:
        """The same as taking them one by one, where no clock runs: nothing is made that only the next one replaces."""
        game, before, after = self.game, self.back, self.state
        first = max(0, len(moves) - TAIL)  # of those that are kept in the tail
        steps: list[EventStep] = []
        past = deque(self.past, TAIL)
        for number, event in enumerate(moves):
            before, move = after, self.read(event.line)
            past.append(before)
            after = game.apply(before, move)
            if number >= first:
                hand = drawing_hand(game, before) if isinstance(move, Happened) else None
                steps.append(EventStep(self.n + number + 1, event, before, after, move, hand))
        granted = self.granted
        asked = [(event.ask, n) for n, event in enumerate(moves, self.n + 1) if event.ask is not None]
        for ask, n in asked[-REMEMBERED_ASKS:]:
            granted = remember_ask(granted, ask, n)
        last = moves[-1]
        return replace(
            self, n=self.n + len(moves), touched=last.at, tail=(*self.tail, *steps)[-TAIL:], granted=granted,
            back=before, past=tuple(past), moves=(*self.moves, *[event.line for event in moves]), since=last.at,
            offer=None, fell=NO_SEATS, **self._awaiting(after),
        )  # fmt: skip

    def _apply(self, event: Moved) -> AppliedMove:
        move = self.read(event.line)
        hand = drawing_hand(self.game, self.state) if isinstance(move, Happened) else None
        return AppliedMove(move, self.game.apply(self.state, move), hand)

    def _changes(self, event: AnyEvent) -> dict[str, Any]:
        """The fields that an event other than a move changes."""
        match event:
            case Opened() | Moved() | Erased():
                raise ValueError("a table is opened once, and the others are taken elsewhere")
            case Sat(seat=seat, who=who, name=name):
                return {"places": self._seat(seat, who=who, name=name, level=None, **NEW_OWNER)}
            case Left(seat=seat):
                level = self.opened.settings.seats[seat].level
                return {"places": self._seat(seat, who=None, name="", level=level, **NEW_OWNER)}
            case Botted(seat=seat, level=level):
                places = self._charge(event.at)
                return {"places": set_seat(places, seat, level=level), "since": self._since(event.at)}
            case BotFaulted(seat=seat, times=times):
                return {"places": self._seat(seat, faults=times)}
            case Back(seat=seat):
                return {"places": give_back(self._charge(event.at), seat), "since": self._since(event.at)}
            case Readied(seat=seat, ready=ready):
                return {"places": self._seat(seat, ready=ready)}
            case Worded(seat=seat, words=words, erased=erased):
                return {"places": self._seat(seat, words=words, words_erased=erased)}
            case Pledged(seat=seat, pledge=pledge):
                return {"places": self._seat(seat, pledge=pledge)}
            case Sealed():
                return {"sealed": event.at}
            case Disclosed(seat=seat, number=number):
                return {"places": self._seat(seat, number=number)}
            case Started():
                state = self.game.start(self.options)
                return {"started": True, "since": event.at, **self._awaiting(state)}
            case HouseRuled(line=line, rule=rule):
                return {"notes": (*self.notes, record.HouseRule(line, rule).note(len(self.moves)))}
            case Offered(seat=seat, thing=thing):
                return {"offer": (seat, thing), "agreed": frozenset((seat,))}
            case Answered(seat=seat, yes=yes):
                return {"agreed": self.agreed | {seat}, "offer": self.offer if yes else None}
            case TakenBack(lines=lines):
                awaiting, clock, places = self._awaiting(self.before(lines)), self.opened.settings.clock, self.places
                if clock is not None:
                    places = self._charge(event.at)
                    if self.unrewarded is not None:
                        mover = int(self.moves[-1].partition(":")[0])
                        places = undo_reward(self.places, places, self.waiting, mover, self.unrewarded, clock)
                    places = forget_lent(places, awaiting["waiting"])
                changed = dict[str, Any](places=places, since=event.at, back=None, offer=None, unrewarded=None)
                if self.opened.settings.real:  # the entry that ended the game can be wrong, too
                    changed |= {"ended": None, "notes": record.note_corrected(self.notes, self.moves, lines)}
                return {**changed, **awaiting, "moves": self.moves[:-lines], "past": self.past[:-lines]}
            case Paused():
                changed = {"places": self._charge(event.at), "since": self._since(event.at)}
                return {**changed, "paused": True, "offer": None}
            case Resumed():
                return {"paused": False, "since": event.at}
            case Fell(seat=seat):
                return {"fell": self.fell | {seat}}
            case Slept(since=since):
                return {"places": self._charge(since), "since": event.at}
            case Resigned(seat=seat):
                return {"places": self._seat(seat, resigned=True)}
            case HelpChanged(help=help):
                return {"help": help}
            case Ended():
                return {"ended": event, "offer": None}
            case Rematched(table=table):
                return {"again": table}
            case Said():
                return {}
            case _:
                assert_never(event)

    def _awaiting(self, state: Any) -> dict[str, Any]:
        waiting, may_cut_in = awaited_seats(self.game, state)
        return {"state": state, "waiting": waiting, "may_cut_in": may_cut_in}

    def _seat(self, seat: int, **changes: Any) -> tuple[SeatState, ...]:
        return set_seat(self.places, seat, **changes)

    def read(self, line: str) -> Move[Any]:
        """The move of a line that this server wrote: stored lines are not checked again."""
        who, _, text = line.partition(": ")
        action = parse_action(self.game.parse, text)
        return Happened(action) if who == "*" else Played(Seat(int(who)), action)

    def before(self, lines: int) -> Any:
        """The state before the last `lines` lines."""
        if lines <= len(self.past):
            return self.past[-lines]
        return replay(self.game, self.options, [record.read_move(self.game, line) for line in self.moves[:-lines]])

    # ---- the clock ------------------------------------------------------------------

    def _charge(self, now: int) -> tuple[SeatState, ...]:
        """The seats after the clocks of the awaited ones have run until now."""
        return charge(self.places, self.waiting, now - self.since) if self._ticking else self.places

    def _since(self, now: int) -> int:
        return now if self._ticking else self.since

    @property
    def _ticking(self) -> bool:
        return self.opened.settings.clock is not None and not self.paused

    @property
    def deadline(self) -> tuple[int, int] | None:
        """The next moment at which a clock falls, and whose."""
        if not self.live or self.paused or self.opened.settings.clock is None:
            return None
        due = [(self.since + (self.places[seat].left or 0), seat) for seat in self.waiting
               if seat not in self.fell and self.places[seat].level is None]  # fmt: skip
        return min(due, default=None)

    @property
    def runs_until(self) -> int | None:
        """The next moment at which a clock has run down, those included that run while a bot plays for a person. Such a
        clock does not fall; but as long as one runs, nodes say that they are running."""
        if not self.live or not self._ticking:
            return None
        runs = [self.since + (self.places[seat].left or 0) for seat in self.waiting
                if self.places[seat].who is not None and seat not in self.fell]  # fmt: skip
        return min(runs, default=None)

    # ---- how it stands ------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self.started and self.ended is None

    @property
    def status(self) -> Status:
        return "over" if self.ended else "paused" if self.paused else "live" if self.started else "open"

    @property
    def seats(self) -> tuple[Seat, ...]:
        return around(len(self.places))

    def seats_of(self, who: str | None) -> tuple[Seat, ...]:
        return tuple([Seat(seat) for seat, place in enumerate(self.places) if who is not None and place.who == who])

    def bot_of(self, seat: int) -> str | None:
        """The bot that plays this seat now: a level or a character."""
        return self.places[seat].level

    @property
    def substitute(self) -> str | None:
        """The strongest level of a bot that may play for a person at this table; None: none may."""
        agreed = self.opened.settings.substitute
        return None if agreed == NONE else bots.usual_level(self.game) if agreed == USUAL else agreed

    def event_of_ask(self, key: str) -> int | None:
        """The number of the event that this ask became, if it was granted and is remembered."""
        asks, numbers = self.granted
        return numbers[asks.index(key)] if key in asks else None

    @property
    def words(self) -> dict[int, str]:
        """The players' own words for the dice, by seat."""
        return {seat: place.words for seat, place in enumerate(self.places) if place.words is not None}

    @property
    def names(self) -> tuple[str, ...]:
        """As a record holds them."""
        names = [place.name if place.who is not None else f"bot {place.level}" for place in self.places]
        return tuple(record.told_apart([record.clean(name) for name in names]))

    def typists(self, state: Any) -> tuple[Seat, ...]:
        """At a real table, the people who see what chance does in this state, and type it in; else the server draws."""
        if not self.opened.settings.real:
            return ()
        return tuple(witnesses(self.game, state, [seat for seat in self.seats if self.places[seat].who is not None]))

    def awaits(self) -> Awaits:
        """Who is to act, for everybody to know."""
        if not self.started:
            return Awaits("nothing")
        if self.waiting and not self.ended:
            due = self.deadline
            return Awaits("choice", self.waiting, self.may_cut_in, deadline=due[0] if due else None)
        found = describe_awaited(self.game, self.state)
        if found.kind == "over":
            return found
        if self.ended:
            return Awaits("over", ranks=self.ended.ranks)
        if found.kind == "chance":
            chance = self.game.awaits(self.state)
            assert isinstance(chance, Chance)
            return replace(found, seats=self.typists(self.state), forms=forms(chance))
        return replace(found, deadline=due[0]) if (due := self.deadline) else found

    def legal(self, seat: Seat | None) -> tuple[str, ...]:
        """What this seat may do now, as it is written; at a real table also what it may type in."""
        if seat is None or not self.live or self.paused:
            return ()
        if seat in self.typists(self.state):
            return outcomes(self.game, self.game.view(self.state, seat))
        return tuple(map(str, self.game.legal(self.state, seat)))


NO_SEATS: frozenset[int] = frozenset()


def remember_ask(granted: Granted, ask: str, n: int) -> Granted:
    """The granted asks with one more; the oldest is forgotten."""
    asks, numbers = granted
    return (*asks[1 - REMEMBERED_ASKS :], ask), (*numbers[1 - REMEMBERED_ASKS :], n)


@lru_cache(4096)
def parse_action(parse: Callable[[str], Any], text: str) -> Any:
    """The action that a text means: the same ones are played again and again. NotationError where it means nothing."""
    return parse(text)


def awaited_seats(game: AnyGame, state: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats that are to choose, and those that may cut in."""
    awaited = game.awaits(state)
    if not isinstance(awaited, Choice):
        return (), ()
    return tuple(sorted(awaited.seats)), tuple(sorted(awaited.free))


def drawing_hand(game: AnyGame, state: Any) -> int | None:
    """Whose hand rolls or draws."""
    awaited = game.awaits(state)
    return awaited.hand if isinstance(awaited, Chance) else None


def open_table(id: str, opened: Opened) -> TableState:
    """A table after its first event."""
    settings, game = opened.settings, GAMES[opened.settings.game]
    options = agreed.read(game.options, settings.options)
    left = settings.clock.seconds * 1000 if settings.clock else None
    places = [
        SeatState("open" if plan.kind == "me" else plan.kind, level=plan.level, left=left) for plan in settings.seats
    ]
    return TableState(
        id=id, n=1, opened=opened, game=game, options=options, options_text=agreed.write(options), places=tuple(places),
        help=settings.help, touched=opened.at, tail=(EventStep(1, opened),),
        notes=opened.notes,
    )  # fmt: skip


def fold(id: str, events: Sequence[AnyEvent]) -> TableState:
    """The table that these events make."""
    opened = events[0]
    assert isinstance(opened, Opened)
    return fold_on(open_table(id, opened), events[1:])


def fold_on(table: TableState, events: Sequence[AnyEvent]) -> TableState:
    """The table after some more events."""
    if table.opened.settings.clock is not None:
        for event in events:
            table = table.take(event)
        return table
    for moved, group in groupby(events, lambda event: type(event) is Moved):
        if moved:
            table = table.take_moves([event for event in group if isinstance(event, Moved)])
        else:
            for event in group:
                table = table.take(event)
    return table


def states(id: str, events: Iterable[AnyEvent]) -> Iterator[TableState]:
    """The table after each of these events."""
    each = iter(events)
    opened = next(each)
    assert isinstance(opened, Opened)
    table = open_table(id, opened)
    yield table
    for event in each:
        table = table.take(event)
        yield table
