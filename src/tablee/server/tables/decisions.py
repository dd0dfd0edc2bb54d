"""What an ask does: the events that follow from it, or a refusal. Nothing is stored or sent here.

Each verb of the wire is one function that checks and answers with events; what chance has to say after a move follows
at once, so that whatever is stored leaves the game waiting for somebody.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from operator import attrgetter, is_not
from random import Random
from typing import Any

from msgspec.structs import replace

from tablee import bots, record
from tablee import options as agreed
from tablee.contract import AnyGame, Chance, Happened, IllegalMove, OptionError, Over, Played, Seat
from tablee.games import GAMES
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.asks import VERBS, TableAsk
from tablee.server.tables.dice import PledgedDice, pledge
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
    Started,
    TakenBack,
    Worded,
)
from tablee.server.tables.settings import SeatPlan, Settings  # fmt: skip
from tablee.server.tables.table import TableState, parse_action

SAID = attrgetter(*VERBS)
UNSAID = SAID(TableAsk(""))  # what a verb is that is not there
WORLDS = 8  # so many are imagined, and in each so many of each seat, to see whether a move showed something hidden


class AskContext:
    """One ask: by whom, of which table, when, and what the dice of this table follow."""

    def __init__(
        self, table: TableState, who: str, ask: TableAsk, now: int, secret: bytes, keyed: bool = False
    ) -> None:
        self.table, self.who, self.ask, self.now, self.secret, self.keyed = table, who, ask, now, secret, keyed

    @property
    def seat(self) -> Seat:
        """The asker's own, or the one of theirs that they name."""
        mine, named = self.table.seats_of(self.who), self.ask.seat
        if len(mine) == 0:
            raise ServerRefusal("spectator", "you do not sit at this table")
        if named is None and len(mine) > 1:
            raise ServerRefusal("seat", "you have several seats here: say which one you mean")
        if named is not None and named not in mine:
            raise ServerRefusal("seat", "seat {seat} is not yours", seat=named)
        return mine[0] if named is None else Seat(named)

    def check(self, holds: object, code: str, template: str, /, **facts: object) -> None:
        if not holds:
            raise ServerRefusal(code, template, **facts)

    def check_live(self) -> None:
        table = self.table
        if table.ended:
            raise ServerRefusal("over", "this table is closed")
        self.check(table.started, "not_started", "the game has not begun")


def decide(asked: AskContext) -> list[AnyEvent]:
    """What follows from this ask; Refusal where it is not granted."""
    verbs = list(compress(VERBS, map(is_not, SAID(asked.ask), UNSAID)))
    if len(verbs) != 1:
        raise ServerRefusal("verb", "ask one thing at a time: {verbs}", verbs=", ".join(VERBS))
    return DECIDED[verbs[0]](asked)


# ---- moves --------------------------------------------------------------------------


def do(asked: AskContext) -> list[AnyEvent]:
    table, ask = asked.table, asked.ask
    asked.check_live()
    seat = asked.seat
    asked.check(table.bot_of(seat) is None, "bot", "a bot plays your seat: take it back first")
    asked.check(not table.paused, "paused", "the game is paused")
    assert ask.do is not None
    return played(table, seat, parse_action(table.game.parse, ask.do), asked.now, asked.secret)


def fell(asked: AskContext) -> list[AnyEvent]:
    """At a real table: what chance did, typed in by somebody who saw it."""
    table, ask = asked.table, asked.ask
    asked.check_live()
    asked.check(table.opened.settings.real, "real", "nothing is typed in here: this table rolls and draws by itself")
    asked.check(not table.paused, "paused", "the game is paused")
    assert ask.fell is not None
    move: Happened[Any] = Happened(table.game.parse(ask.fell))
    seat, typists = asked.seat, table.typists(table.state)
    asked.check(not typists or seat in typists, "seat", "seat {seat} does not see this: it is typed in by {seats}",
                seat=seat, seats=", ".join(map(str, typists)))  # fmt: skip
    state = table.game.apply(table.state, move)
    return [Moved(asked.now, str(move)), *chanced(table, state, len(table.moves) + 1, asked.now, asked.secret)]


def played(table: TableState, seat: Seat, action: Any, now: int, secret: bytes) -> list[AnyEvent]:
    """A seat's move, and what chance says to it; IllegalMove where the rules forbid it."""
    line = len(table.moves) + 1
    seen = table.foresee(line, table.state, Played(seat, action))
    return [Moved(now, seen.line), *chanced(table, seen.after, line, now, secret)]


def chanced(table: TableState, state: Any, lines: int, now: int, secret: bytes) -> list[AnyEvent]:
    """What chance does until somebody is to choose, or to type in what they see, or the game is over."""
    events: list[AnyEvent] = []
    while isinstance(awaited := table.game.awaits(state), Chance) and not table.typists(state):
        lines += 1
        words = [table.words.get(seat, "") for seat in table.seats]
        seen = table.foresee(lines, state, Happened(awaited.sample(PledgedDice(secret, lines, words))), awaited.hand)
        state = seen.after
        events.append(Moved(now, seen.line))
    if isinstance(awaited, Over):
        events.append(Ended(now, "over", secret.hex(), awaited.ranks))
    return events


# ---- seats ----------------------------------------------------------------------------


def opened(
    settings: Settings, who: str, name: str, now: int, secret: bytes, after: str | None = None
) -> list[AnyEvent]:
    """A new table, its opener on the seats that are theirs; OptionError where it cannot be."""
    if settings.game not in GAMES:
        raise ServerRefusal(
            "game", "no game is called {name!r}; there are: {names}", name=settings.game, names=", ".join(GAMES)
        )
    game = GAMES[settings.game]
    try:
        options = agreed.read(game.options, settings.options)
    except OptionError as error:
        error.game = game
        raise
    plans = settings.seats or (SeatPlan("me"), *[SeatPlan("open")] * (options.players - 1))
    if len(plans) != options.players:
        raise OptionError(
            "seats", "{asked} seats were given for {players} players", asked=len(plans), players=options.players
        )
    usual = bots.usual_level(game)
    for plan in plans:
        if plan.kind == "bot":
            bots.bot(game, plan.level or usual)
    names = called(plans, name)
    plans = tuple(SeatPlan("bot", plan.level or usual) if plan.kind == "bot" else SeatPlan(plan.kind) for plan in plans)
    settings = replace(settings, options=dict(settings.options), seats=plans)
    if settings.real and game.hidden:
        check_botless(settings)
    return [
        Opened(now, settings, game.version, who, pledge(secret), after),
        *(Sat(now, seat, who, seat_name) for seat, seat_name in names.items()),
    ]


def called(plans: tuple[SeatPlan, ...], name: str) -> dict[int, str]:
    """Who sits on the opener's own seats: whoever they name, else they themselves, numbered where they are several."""
    mine = [seat for seat, plan in enumerate(plans) if plan.kind == "me"]
    names: dict[int, str] = {}
    for n, seat in enumerate(mine, 1):
        given = plans[seat].name
        chosen = record.clean(given) if given else name if len(mine) == 1 else f"{name} {n}"
        if chosen in names.values() or (given and chosen.startswith("bot ")):
            raise ServerRefusal("name", "somebody here is called {name}", name=chosen)
        names[seat] = chosen
    return names


def check_botless(settings: Settings) -> None:
    """Where hands are dealt by hand, no bot can see its own: nobody types them in for it."""
    if any(plan.kind == "bot" for plan in settings.seats):
        raise OptionError("seats", "at a real table of this game no bot can play: nobody could show it its own things")
    if settings.fallen != "wait":
        raise OptionError("fallen", "at a real table of this game a fallen clock can only wait: no bot can play on")


def check_bot_may_play(asked: AskContext) -> None:
    table = asked.table
    asked.check(not (table.opened.settings.real and table.game.hidden), "real",
                "at a real table of this game no bot can play for you: it would not see what is yours")  # fmt: skip


def sit(asked: AskContext) -> list[AnyEvent]:
    table, seat = asked.table, asked.ask.seat
    asked.check(not table.ended, "over", "this table is closed")
    asked.check(seat is not None and seat < len(table.places), "seat", "say which seat: 0 to {last}",
                last=len(table.places) - 1)  # fmt: skip
    assert seat is not None and asked.ask.sit is not None
    place = table.places[seat]
    asked.check(place.who is None and not (place.level is not None and table.started), "taken",
                "seat {seat} is taken", seat=seat)  # fmt: skip
    asked.check(place.plan != "link" or asked.keyed, "key", "seat {seat} is kept for somebody with its link", seat=seat)
    name = record.clean(asked.ask.sit)
    taken = [other.name for other in table.places if other.who]
    asked.check(name not in taken and not name.startswith("bot "), "name", "somebody here is called {name}", name=name)
    return [Sat(asked.now, seat, asked.who, name)]


def leave(asked: AskContext) -> list[AnyEvent]:
    """Before the game the seat is free again; in the game a bot plays it, until its owner comes back."""
    table, seat = asked.table, asked.seat
    asked.check(not table.ended, "over", "this table is closed")
    if not table.started:
        return [Left(asked.now, seat)]
    asked.check(table.bot_of(seat) is None, "bot", "a bot plays your seat already")
    check_bot_may_play(asked)
    return [Botted(asked.now, seat, bots.usual_level(table.game), "left")]


def bot(asked: AskContext) -> list[AnyEvent]:
    """In the game a bot plays my seat until I take it back; before it, whoever sits here may put one on a free seat."""
    table, named = asked.table, asked.ask.seat
    assert asked.ask.bot is not None
    level = bots.bot(table.game, asked.ask.bot).level
    check_bot_may_play(asked)
    if not table.started and named is not None and named not in table.seats_of(asked.who):
        asked.check(not table.ended, "over", "this table is closed")
        asked.check(table.seats_of(asked.who), "spectator", "you do not sit at this table")
        asked.check(named < len(table.places), "seat", "say which seat: 0 to {last}", last=len(table.places) - 1)
        asked.check(table.places[named].who is None, "taken", "seat {seat} is taken", seat=named)
        return [Botted(asked.now, named, level, "asked")]
    asked.check_live()
    return [Botted(asked.now, asked.seat, level, "asked")]


def back(asked: AskContext) -> list[AnyEvent]:
    table, seat = asked.table, asked.seat
    asked.check_live()
    asked.check(table.bot_of(seat) is not None, "back", "you play your seat yourself already")
    asked.check(not table.places[seat].resigned, "resigned", "you have resigned: a bot plays on for you")
    return [Back(asked.now, seat)]


def words(asked: AskContext) -> list[AnyEvent]:
    asked.check(not asked.table.started, "started", "the game has begun: the dice are fixed")
    assert asked.ask.words is not None
    return [Worded(asked.now, asked.seat, record.plain(asked.ask.words.replace(";", ",")))]


def start(asked: AskContext) -> list[AnyEvent]:
    table = asked.table
    asked.check(asked.seat is not None and not table.started and not table.ended, "started", "the game has begun")
    empty = [seat for seat, place in enumerate(table.places) if place.who is None and place.level is None]
    asked.check(not empty, "not_full", "these seats are still empty: {seats}", seats=", ".join(map(str, empty)))
    state = table.game.start(table.options)
    return [Started(asked.now), *chanced(table, state, 0, asked.now, asked.secret)]


# ---- by consent ---------------------------------------------------------------------------


def offer(asked: AskContext) -> list[AnyEvent]:
    table, seat, thing = asked.table, asked.seat, asked.ask.offer
    asked.check_live()
    asked.check(table.offer is None, "offer", "something is offered already: answer that first")
    assert thing is not None
    if thing == "takeback":
        if not mistyped(table):
            check_takeback(asked, seat)
    else:
        asked.check(not table.paused, "paused", "the game is paused")
    return [Offered(asked.now, seat, thing), *settled(table, {seat}, seat, thing, asked.now)]


def mistyped(table: TableState) -> int:
    """At a real table, the lines from the last one that was typed in; 0 where somebody has decided something since."""
    if not table.opened.settings.real:
        return 0
    for lines, line in enumerate(reversed(table.moves), 1):
        if not line.startswith("*"):
            return 0
        if table.typists(table.before(lines)):
            return lines
    return 0


def check_takeback(asked: AskContext, seat: Seat) -> None:
    """Only the last move, one's own, with nothing random after it, and only if it showed nobody anything hidden.

    Whether it did is judged in worlds that whoever made it could be in, and not in the one that is: else the answer
    would tell them what the others know.
    """
    table, game = asked.table, asked.table.game
    last = table.moves[-1].partition(":")[0] if table.moves else ""
    asked.check(last == str(seat) and table.back is not None, "takeback",
                "only your own move can be taken back, before anybody moves or chance speaks")  # fmt: skip
    if not game.hidden:
        return
    move, seen, rng = table.read(table.moves[-1]), game.view(table.back, seat), Random(0)
    for _ in range(WORLDS):
        world = game.imagine(seen, rng)
        for other in table.seats:  # the mover, too: who has heard that a guess was wrong does not guess again
            asked.check(not shows(game, world, move, other, rng), "takeback",
                        "this move showed something hidden: it cannot be taken back")  # fmt: skip


def shows(game: AnyGame, world: Any, move: Any, seat: Seat, rng: Random) -> bool:
    """Whether this move tells a seat something that it could not know: in some world it would read or see something
    else."""
    after, eyes = game.apply(world, move), game.view(world, seat)
    line, seen = game.told(world, move, after, seat), game.view(after, seat)
    for _ in range(WORLDS):
        twin = game.imagine(eyes, rng)
        try:
            after = game.apply(twin, move)
        except IllegalMove:
            if line == str(move):
                return True  # that it could be done is news, and what was done is seen
            continue
        if game.told(twin, move, after, seat) != line or game.view(after, seat) != seen:
            return True
    return False


def answer(asked: AskContext) -> list[AnyEvent]:
    table, seat = asked.table, asked.seat
    asked.check_live()
    if table.offer is None:
        raise ServerRefusal("offer", "nothing is offered")
    asked.check(seat not in table.agreed, "offer", "you have answered already")
    by, thing = table.offer
    yes = bool(asked.ask.answer)
    answered: list[AnyEvent] = [Answered(asked.now, seat, yes)]
    return [*answered, *settled(table, table.agreed | {seat}, by, thing, asked.now)] if yes else answered


def settled(table: TableState, agreed_to: set[int], by: int, thing: str, now: int) -> list[AnyEvent]:
    """What all who play have agreed to happens: bots agree to everything, one seat speaks for all of a person's."""
    asked = {table.places[seat].who for seat in table.seats if table.bot_of(seat) is None}
    if not asked <= {table.places[seat].who for seat in agreed_to}:
        return []
    return [TakenBack(now, by, mistyped(table) or 1) if thing == "takeback" else Paused(now)]


def resume(asked: AskContext) -> list[AnyEvent]:
    asked.check_live()
    asked.check(asked.table.paused, "paused", "the game is not paused")
    return [Resumed(asked.now, asked.seat)]


def resign(asked: AskContext) -> list[AnyEvent]:
    table, seat = asked.table, asked.seat
    asked.check_live()
    asked.check(not table.places[seat].resigned, "resigned", "you have resigned already")
    if len(table.places) > 2:
        check_bot_may_play(asked)
    return resigned(table, seat, asked.now, asked.secret)


def resigned(table: TableState, seat: int, now: int, secret: bytes) -> list[AnyEvent]:
    """With two, the other wins and the table is closed; with more, a bot plays on, and there is no way back."""
    events: list[AnyEvent] = [Resigned(now, seat)]
    if len(table.places) == 2:
        ranks = tuple(2 if other == seat else 1 for other in table.seats)
        return [*events, Ended(now, "resigned", secret.hex(), ranks)]
    return [*events, Botted(now, seat, bots.usual_level(table.game), "resigned")]


def fallen(table: TableState, seat: int, now: int, secret: bytes) -> list[AnyEvent]:
    """A clock has fallen: what this table agreed on happens."""
    events: list[AnyEvent] = [Fell(now, seat)]
    match table.opened.settings.fallen:
        case "bot":
            return [*events, Botted(now, seat, bots.usual_level(table.game), "fallen")]
        case "lose":
            return [*events, *resigned(table, seat, now, secret)]
        case _:
            return events


# ---- talk ---------------------------------------------------------------------------------------


def say(asked: AskContext) -> list[AnyEvent]:
    table = asked.table
    assert asked.ask.say is not None
    text = record.plain(asked.ask.say)
    asked.check(text, "say", "there is nothing to say in that")
    mine = table.seats_of(asked.who)
    if not mine:
        return [Said(asked.now, "", text, "watchers")]
    seat = asked.seat if asked.ask.seat is not None else mine[0]
    return [Said(asked.now, table.places[seat].name, text, "players", seat)]


def again(asked: AskContext) -> list[AnyEvent]:
    asked.check(asked.table.ended and asked.seat is not None, "not_over", "the game is not over yet")
    if asked.table.again is not None:
        raise ServerRefusal("again", "there is a rematch already: table {table}", table=asked.table.again)
    return [Rematched(asked.now, "")]


DECIDED: dict[str, Callable[[AskContext], list[AnyEvent]]] = {
    "do": do, "fell": fell, "sit": sit, "leave": leave, "bot": bot, "back": back, "words": words, "start": start,
    "offer": offer, "answer": answer, "resume": resume, "resign": resign, "say": say, "again": again,
}  # fmt: skip
