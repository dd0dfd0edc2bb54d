"""Decisions about seats: opening a table, sitting down, leaving, bots that play for somebody."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from tablee import bots
from tablee import options as agreed
from tablee.contract import AnyGame, OptionError
from tablee.games import GAMES
from tablee.record import Branch
from tablee.server.people.names import check_name, look
from tablee.server.people.people import Person
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.asks import BackAsk, BotAsk, LeaveAsk, SitAsk
from tablee.server.tables.decisions.decision import AskContext, Decision
from tablee.server.tables.dice import pledge
from tablee.server.tables.events import Back, Botted, Left, Opened, Sat
from tablee.server.tables.settings import NONE, USUAL, SeatPlan, Settings
from tablee.server.tables.table import TableState, open_table


def open_new(
    id: str,
    settings: Settings,
    person: Person,
    now: int,
    secret: bytes,
    after: str | None = None,
    outside: Collection[str] = (),
    branch: Branch | None = None,
    daily: int | None = None,
) -> Decision:
    """A new table with its opener on the seats that are theirs; OptionError where the settings do not fit.

    `after` is the table that this one is a rematch of. `outside` are the bots from outside that this server offers.
    """
    if settings.game not in GAMES:
        raise ServerRefusal(
            "game", "there is no game {name!r}; the games are: {names}", name=settings.game, names=", ".join(GAMES)
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
    asked = [plan.level or bots.usual_level(game) for plan in plans if plan.kind == "bot"]
    for name in asked:
        check_bot(game, name, outside)
    names = name_own_seats(plans, person.name, outside)
    seated = iter(bots.tell_apart(game, asked))
    plans = tuple([SeatPlan("bot", next(seated)) if plan.kind == "bot" else SeatPlan(plan.kind) for plan in plans])
    settings = replace(settings, options=dict(settings.options), seats=plans)
    check_substitute(game, settings)
    if settings.real and game.hidden:
        check_no_bots(settings)
    opened = Opened(now, settings, game.version, person.id, pledge(secret), after, branch, daily)
    decision = Decision(open_table(id, opened), (opened,))
    for seat, name in names.items():
        decision = decision.then(Sat(now, seat, person.id, name))
    return decision


def knows_bot(game: AnyGame, name: str | None, outside: Collection[str]) -> bool:
    """Whether this is a level or a character of the game, or a bot from outside that this server offers."""
    return name in outside or name in bots.bots(game) or name in bots.characters(game)


def check_bot(game: AnyGame, name: str, outside: Collection[str]) -> None:
    if not knows_bot(game, name, outside):
        known = ", ".join((*bots.levels(game), *bots.characters(game), *outside))
        raise OptionError("seat", "there is no bot {level!r}; the bots are: {bots}", level=name, bots=known)


def name_own_seats(plans: tuple[SeatPlan, ...], name: str, outside: Collection[str]) -> dict[int, str]:
    """The names of the opener's own seats: the given ones, else the opener's, numbered where there are several."""
    mine = [seat for seat, plan in enumerate(plans) if plan.kind == "me"]
    names: dict[int, str] = {}
    for n, seat in enumerate(mine, 1):
        given = plans[seat].name
        chosen = check_name(given, outside) if given else name if len(mine) == 1 else f"{name} {n}"
        check_not_taken(chosen, names.values())
        names[seat] = chosen
    return names


def check_not_taken(name: str, others: Iterable[str]) -> None:
    """ServerRefusal where somebody at the table has a name that looks the same."""
    for other in others:
        if look(name) == look(other):
            raise ServerRefusal("name", "somebody here is already called {name}", name=other)


def check_substitute(game: AnyGame, settings: Settings) -> None:
    """Whether the bots that may play for people are bots of this game, and no fallen clock needs one that may not."""
    if settings.substitute not in (USUAL, NONE, *bots.levels(game)):
        known = ", ".join((NONE, *bots.levels(game)))
        raise OptionError(
            "substitute", "there is no bot {level!r}; the levels are: {levels}", level=settings.substitute, levels=known
        )
    if settings.substitute == NONE and settings.fallen == "bot":
        raise OptionError(
            "fallen", "no bot may play for anybody at this table, so none can take over when time runs out"
        )


def check_no_bots(settings: Settings) -> None:
    """Where real hands are dealt no bot can play: nobody could type in what only the bot may see."""
    if any(plan.kind == "bot" for plan in settings.seats):
        raise OptionError(
            "seats", "no bot can play this game at a real table: nobody could show it what only it may see"
        )
    if settings.fallen != "wait":
        raise OptionError(
            "fallen", "at a real table of this game, when time runs out, the others can only wait: no bot can take over"
        )


def sit(context: AskContext[SitAsk]) -> Decision:
    table, seat = context.table, context.ask.seat
    context.check(not table.ended, "over", "this table is closed")
    context.check_not_sealed()
    context.check(seat is not None and seat < len(table.places), "seat", "choose one of the {players} seats",
                  players=len(table.places))  # fmt: skip
    assert seat is not None
    place = table.places[seat]
    context.check(place.who is None and not (place.level is not None and table.started), "taken",
                  "this seat is taken")  # fmt: skip
    context.check(
        place.plan != "link" or context.keyed, "key", "this seat is reserved for the person who was sent its link"
    )
    who = context.person.id
    own = () if has_one_device(table, context.person) else table.seats_of(who)
    context.check(not (own and table.started), "seated", "you already have a seat here: leave it first")
    name = check_name(context.ask.sit, context.outside)
    check_not_taken(name, [other.name for other in table.places if other.who and not (own and other.who == who)])
    decision = context.begin()
    if own:
        decision = decision.then(Left(context.now, own[0]))
    decision = decision.then(Sat(context.now, seat, who, name))
    if own and place.level is not None:
        decision = decision.then(Botted(context.now, own[0], place.level, "asked"))
    return decision


def has_one_device(table: TableState, person: Person) -> bool:
    """Whether this person has opened the table for several people at their own screen."""
    opened = table.opened
    return opened.by == person.id and sum(plan.kind == "me" for plan in opened.settings.seats) > 1


def leave(context: AskContext[LeaveAsk]) -> Decision:
    """Before the game the seat is free again; in the game a bot plays it until its owner comes back."""
    table, seat = context.table, context.seat
    context.check(not table.ended, "over", "this table is closed")
    if not table.started:
        context.check_not_sealed()
        return context.begin().then(Left(context.now, seat))
    context.check(table.bot_of(seat) is None, "bot", "a bot is already playing for you")
    return context.begin().then(Botted(context.now, seat, context.check_substitute(), "left"))


def bot(context: AskContext[BotAsk]) -> Decision:
    """In the game a bot plays my seat until I take it back; before it, any player may put one on a free seat."""
    table, named, who = context.table, context.ask.seat, context.person.id
    name = context.ask.bot
    check_bot(table.game, name, context.outside)
    context.check_bot_can_play()
    if not table.started and named is not None and named not in table.seats_of(who):
        context.check(not table.ended, "over", "this table is closed")
        context.check_not_sealed()
        context.check(table.seats_of(who), "spectator", "you do not sit at this table")
        context.check(named < len(table.places), "seat", "choose one of the {players} seats", players=len(table.places))
        context.check(table.places[named].who is None, "taken", "this seat is taken")
        there = [place.level for seat, place in enumerate(table.places) if place.level and seat != named]
        return context.begin().then(
            Botted(context.now, named, bots.tell_apart(table.game, [*there, name])[-1], "asked")
        )
    context.check_live()
    return context.begin().then(Botted(context.now, context.seat, context.check_substitute(name), "asked"))


def back(context: AskContext[BackAsk]) -> Decision:
    table, seat = context.table, context.seat
    context.check_live()
    context.check(table.bot_of(seat) is not None, "back", "you are already playing yourself")
    context.check(not table.places[seat].resigned, "resigned", "you have resigned: a bot plays on for you")
    return context.begin().then(Back(context.now, seat))
