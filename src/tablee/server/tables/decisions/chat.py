"""Decisions about talk and rematches."""

from __future__ import annotations

from tablee import record
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.asks import AgainAsk, SayAsk
from tablee.server.tables.decisions.decision import AskContext, Decision
from tablee.server.tables.events import Rematched, Said


def say(context: AskContext[SayAsk]) -> Decision:
    table = context.table
    text = record.plain(context.ask.say)
    context.check(text, "say", "the message is empty")
    mine = table.seats_of(context.person.id)
    if not mine:
        return context.begin().then(Said(context.now, context.person.name, text, "watchers"))
    seat = context.seat if context.ask.seat is not None else mine[0]
    return context.begin().then(Said(context.now, table.places[seat].name, text, "players", seat))


def again(context: AskContext[AgainAsk]) -> Decision:
    context.check(context.table.ended and context.seat is not None, "not_over", "the game is not over yet")
    if context.table.again is not None:
        raise ServerRefusal("again", "there is already a rematch: table {table}", table=context.table.again)
    return context.begin().then(Rematched(context.now, context.rematch))
