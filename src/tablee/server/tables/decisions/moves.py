"""Decisions about moves: what a seat plays, what chance does then, and what is typed in at a real table."""

from __future__ import annotations

from typing import Any

from tablee.bots.faults import FaultKind
from tablee.contract import Chance, Happened, IllegalMove, Move, NotationError, Over, Played, Seat
from tablee.entry import nearest_allowed, read_action
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.asks import DoAsk, FellAsk, HouseAsk
from tablee.server.tables.decisions.decision import AskContext, Decision
from tablee.server.tables.dice import PledgedDice
from tablee.server.tables.events import BotFaulted, Ended, HouseRuled, Moved
from tablee.server.tables.table import AppliedMove, TableState, parse_action


def do(context: AskContext[DoAsk]) -> Decision:
    context.check_live()
    seat = context.seat
    check_can_move(context, seat)
    action = read_typed(context, seat, context.ask.do)
    return play(context.begin(), seat, action, context.now, context.secret)


def type_in(context: AskContext[FellAsk]) -> Decision:
    """At a real table: what chance did, typed in by somebody who saw it."""
    table = context.table
    context.check_live()
    context.check(
        table.opened.settings.real, "real", "there is nothing to type in: this table rolls and draws by itself"
    )
    context.check(not table.paused, "paused", "the game is paused")
    seat, typists = context.seat, table.typists(table.state)
    context.check(not typists or seat in typists, "seat", "you do not see this: it is up to {names} to type it in",
                  names=", ".join(table.places[typist].name or str(typist + 1) for typist in typists))  # fmt: skip
    move: Happened[Any] = Happened(read_typed(context, seat, context.ask.fell))
    after = table.game.apply(table.state, move)
    chance = table.game.awaits(table.state)
    hand = chance.hand if isinstance(chance, Chance) else None
    decision = context.begin().then(Moved(context.now, str(move)), AppliedMove(move, after, hand))
    return follow_chance(decision, context.now, context.secret)


def house_rule(context: AskContext[HouseAsk]) -> Decision:
    """At a real table: what the rules forbid is noted with the rule. The closest that they allow counts, if only how
    much is forbidden; otherwise nothing counts yet, and the same seat is asked again."""
    table, seat = context.table, context.seat
    context.check_live()
    context.check(table.opened.settings.real, "real", "house rules are for real tables")
    check_can_move(context, seat)
    action = read_typed(context, seat, context.ask.house)
    drawn = seat in table.typists(table.state)
    move: Move[Any] = Happened(action) if drawn else Played(seat, action)
    try:
        table.game.apply(table.state, move)
    except IllegalMove as error:
        error.game = table.game
        if "-" not in error.cited:  # no rule of the game: nothing is awaited, or something else
            raise
        noted = context.begin().then(HouseRuled(context.now, seat, str(move), error.cited))
        counted = None if drawn else nearest_allowed(table.game, table.state, seat, action)
        return noted if counted is None else play(noted, seat, counted, context.now, context.secret)
    raise ServerRefusal("house", "the rules allow this: enter it as usual")


def check_can_move(context: AskContext[DoAsk] | AskContext[HouseAsk], seat: Seat) -> None:
    context.check(context.table.bot_of(seat) is None, "bot", "a bot is playing for you: take your seat back first")
    context.check(not context.table.paused, "paused", "the game is paused")


def read_typed(context: AskContext[DoAsk] | AskContext[FellAsk] | AskContext[HouseAsk], seat: Seat, text: str) -> Any:
    """The action that a text means: in notation, or as people type it in their language."""
    table = context.table
    try:
        return parse_action(table.game.parse, text)
    except NotationError:
        return read_action(table.game, table.state, seat, text, context.person.lang, player_names(table))


def player_names(table: TableState) -> tuple[str, ...]:
    """As people call each other at this table."""
    return tuple(place.name or f"{place.level or ''} {seat + 1}" for seat, place in enumerate(table.places))


def play(decision: Decision, seat: Seat, action: Any, now: int, secret: bytes) -> Decision:
    """A seat's move, and the chance moves after it; IllegalMove where the rules forbid it."""
    table = decision.table
    move = Played(seat, action)
    applied = AppliedMove(move, table.game.apply(table.state, move))
    return follow_chance(decision.then(Moved(now, str(move)), applied), now, secret)


def play_for_bot(
    table: TableState, seat: Seat, action: Any, now: int, secret: bytes, fault: FaultKind | None = None
) -> Decision:
    """A bot's move. `fault`: what it did wrong, where this action, or none, was chosen in its place."""
    decision = Decision(table)
    if fault:
        decision = decision.then(BotFaulted(now, seat, fault, table.places[seat].faults + 1))
    return decision if action is None else play(decision, seat, action, now, secret)


def follow_chance(decision: Decision, now: int, secret: bytes) -> Decision:
    """What chance does until somebody is to choose, or to type in what they see, or the game is over."""
    while True:
        table = decision.table
        if table.waiting:
            return decision
        awaited = table.game.awaits(table.state)
        if isinstance(awaited, Over):
            return decision.then(Ended(now, "over", secret.hex(), awaited.ranks))
        if not isinstance(awaited, Chance) or table.typists(table.state):
            return decision
        words = [place.dice_words for place in table.places]
        move = Happened(awaited.sample(PledgedDice(secret, number_of_draw(table), words)))
        applied = AppliedMove(move, table.game.apply(table.state, move), awaited.hand)
        decision = decision.then(Moved(now, str(move)), applied)


def number_of_draw(table: TableState) -> int:
    """From which line of the stream the next draw comes: that of the record, or, in a daily deal, one for each draw."""
    if table.opened.daily is None:
        return len(table.moves) + 1
    return sum([line.startswith("*") for line in table.moves]) + 1
