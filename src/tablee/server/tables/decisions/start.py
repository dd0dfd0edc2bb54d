"""Decisions about the start: what players add to the dice, and when the game begins. `dice.py` says why."""

from __future__ import annotations

from tablee import record
from tablee.server.tables.asks import DiscloseAsk, PledgeAsk, ReadyAsk, StartAsk, WordsAsk
from tablee.server.tables.decisions.decision import AskContext, Decision
from tablee.server.tables.decisions.moves import follow_chance
from tablee.server.tables.dice import pledge_number
from tablee.server.tables.events import Disclosed, Pledged, Readied, Sealed, Started, Worded
from tablee.server.tables.table import TableState

DISCLOSED_WITHIN = 10_000  # milliseconds that the start waits for pages that do not answer


def ready(context: AskContext[ReadyAsk]) -> Decision:
    """Nobody waits for it: it tells the others whether they may start."""
    context.check(not context.table.started, "started", "the game has begun")
    context.check_not_sealed()
    return context.begin().then(Readied(context.now, context.seat, context.ask.ready))


def words(context: AskContext[WordsAsk]) -> Decision:
    context.check(not context.table.started, "started", "the game has begun: the dice can no longer be influenced")
    context.check_not_sealed()
    text = record.plain(context.ask.words.replace(";", ","))
    return context.begin().then(Worded(context.now, context.seat, text))


def pledge(context: AskContext[PledgeAsk]) -> Decision:
    context.check(not context.table.started, "started", "the game has begun: the dice can no longer be influenced")
    context.check_not_sealed()
    return context.begin().then(Pledged(context.now, context.seat, context.ask.pledge))


def disclose(context: AskContext[DiscloseAsk]) -> Decision:
    """The number of one seat. With the last one the game begins."""
    table, seat = context.table, context.seat
    context.check(not table.started, "started", "the game has begun: the dice can no longer be influenced")
    context.check(table.sealed, "not_sealed", "a number can only be disclosed when the game starts")
    place = table.places[seat]
    context.check(place.pledge == pledge_number(context.ask.disclose), "number",
                  "this number does not match its fingerprint (SHA-256)")  # fmt: skip
    decision = context.begin().then(Disclosed(context.now, seat, context.ask.disclose))
    return decision if undisclosed(decision.table) else begin_game(decision, context)


def start(context: AskContext[StartAsk]) -> Decision:
    """Without pledges the game begins at once. With them it begins when all numbers are in, or after a while without
    those of pages that do not answer."""
    table = context.table
    context.check(context.seat is not None and not table.started and not table.ended, "started", "the game has begun")
    empty = [seat for seat, place in enumerate(table.places) if place.who is None and place.level is None]
    context.check(
        not empty, "not_full", "these seats are still empty: {seats}", seats=", ".join(str(seat + 1) for seat in empty)
    )
    if missing := undisclosed(table):
        if not table.sealed:
            return context.begin().then(Sealed(context.now))
        context.check(context.now - table.sealed >= DISCLOSED_WITHIN, "starting",
                      "the game is about to start: the pages of these seats have not answered yet: {seats}",
                      seats=", ".join(str(seat + 1) for seat in missing))  # fmt: skip
    return begin_game(context.begin(), context)


def undisclosed(table: TableState) -> list[int]:
    """The seats whose number was pledged and is not known yet. At a real table nothing is drawn from numbers."""
    if table.opened.settings.real:
        return []
    return [seat for seat, place in enumerate(table.places) if place.pledge and not place.number]


def begin_game(decision: Decision, context: AskContext[StartAsk] | AskContext[DiscloseAsk]) -> Decision:
    return follow_chance(decision.then(Started(context.now)), context.now, context.secret)
