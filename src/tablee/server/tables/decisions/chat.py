"""Decisions about talk and rematches."""

from __future__ import annotations

from tablee import record
from tablee.server.people.people import Person
from tablee.server.refusals import Quota, ServerRefusal
from tablee.server.tables.asks import AgainAsk, AnyAsk, SayAsk
from tablee.server.tables.decisions.decision import AskContext, Decision
from tablee.server.tables.events import Rematched, Said
from tablee.server.tables.table import TableState


def say(context: AskContext[SayAsk]) -> Decision:
    table = context.table
    text = record.plain(context.ask.say)
    context.check(text, "say", "the message is empty")
    mine = table.seats_of(context.person.id)
    if not mine:
        return context.begin().then(Said(context.now, context.person.name, text, "watchers"))
    seat = context.seat if context.ask.seat is not None else mine[0]
    return context.begin().then(Said(context.now, table.places[seat].name, text, "players", seat))


def check_room(table: TableState, person: Person, ask: AnyAsk, most: int) -> None:
    """A table does not grow for ever: talk ends first, that of spectators before that of players."""
    if isinstance(ask, SayAsk):
        most //= 2 if table.seats_of(person.id) else 4
        if table.n >= most:
            raise Quota("this table has reached its limit of {most} events: the chat is closed", most=most)
    if table.n >= most:
        raise Quota("this table has reached its limit of {most} events", most=most)


def again(context: AskContext[AgainAsk]) -> Decision:
    context.check(context.table.ended and context.seat is not None, "not_over", "the game is not over yet")
    if context.table.again is not None:
        raise ServerRefusal("again", "there is already a rematch: table {table}", table=context.table.again)
    return context.begin().then(Rematched(context.now, context.rematch))
