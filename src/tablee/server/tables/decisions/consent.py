"""Decisions that need everybody's consent, or end somebody's game: pause, takeback, resignation, a fallen clock."""

from __future__ import annotations

from collections.abc import Set

from tablee import bots
from tablee.contract import Seat
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.asks import AnswerAsk, OfferAsk, ResignAsk, ResumeAsk
from tablee.server.tables.decisions.decision import AskContext, Decision
from tablee.server.tables.events import Answered, Botted, Ended, Fell, Offered, Paused, Resigned, Resumed, TakenBack
from tablee.server.tables.settings import Thing
from tablee.server.tables.table import TableState


def offer(context: AskContext[OfferAsk]) -> Decision:
    table, seat, thing = context.table, context.seat, context.ask.offer
    if thing == "takeback" and is_correctable(table):
        return correct_entry(context, seat)
    context.check_live()
    context.check(table.offer is None, "offer", "there is already an offer: answer it first")
    if thing == "takeback":
        check_takeback(context, seat)
    else:
        context.check(not table.paused, "paused", "the game is paused")
    return settle(context.begin().then(Offered(context.now, seat, thing)), table, {seat}, seat, thing, context.now)


def answer(context: AskContext[AnswerAsk]) -> Decision:
    table, seat = context.table, context.seat
    context.check_live()
    if table.offer is None:
        raise ServerRefusal("offer", "there is no offer to answer")
    context.check(seat not in table.agreed, "offer", "you have already answered")
    by, thing = table.offer
    decision = context.begin().then(Answered(context.now, seat, context.ask.answer))
    if not context.ask.answer:
        return decision
    return settle(decision, table, table.agreed | {seat}, by, thing, context.now)


def settle(decision: Decision, table: TableState, agreed: Set[int], by: int, thing: Thing, now: int) -> Decision:
    """What all players have agreed to happens: bots agree to everything, one seat speaks for all of a person's."""
    asked = {table.places[seat].who for seat in table.seats if table.bot_of(seat) is None}
    if not asked <= {table.places[seat].who for seat in agreed}:
        return decision
    return decision.then(TakenBack(now, by) if thing == "takeback" else Paused(now))


def resume(context: AskContext[ResumeAsk]) -> Decision:
    context.check_live()
    context.check(context.table.paused, "paused", "the game is not paused")
    return context.begin().then(Resumed(context.now, context.seat))


# ---- takebacks ----------------------------------------------------------------------


def correct_entry(context: AskContext[OfferAsk], seat: Seat) -> Decision:
    """At a real table anybody takes back what was typed last, and again what was typed before: all of them saw it."""
    lines = count_last_entry(context.table)
    context.check(lines, "takeback", "nothing has been typed in yet")
    return context.begin().then(TakenBack(context.now, seat, lines))


def is_correctable(table: TableState) -> bool:
    """Whether entries are taken back freely: at a real table, also after the end, until there is a rematch."""
    played_out = table.ended is None or (table.ended.why == "over" and table.again is None)
    return table.opened.settings.real and table.started and played_out


def count_last_entry(table: TableState) -> int:
    """At a real table, the lines from the last one that a person typed in, with all that followed by itself."""
    if not is_correctable(table):
        return 0
    for lines, line in enumerate(reversed(table.moves), 1):
        who = line.partition(":")[0]
        if table.typists(table.before(lines)) if who == "*" else table.bot_of(int(who)) is None:
            return lines
    return 0


def check_takeback(context: AskContext[OfferAsk], seat: Seat) -> None:
    """A player may take back only the last move, if it is their own and showed nobody anything hidden."""
    table = context.table
    last = table.moves[-1].partition(":")[0] if table.moves else ""
    branch = table.opened.branch
    context.check(branch is None or len(table.moves) > branch.lines, "takeback",
                  "this line was played in the other game: it cannot be taken back here")  # fmt: skip
    context.check(last == str(seat) and table.back is not None, "takeback",
                  "you can only take back your own move, before anybody else moves and before any roll or draw",
                  )  # fmt: skip
    context.check(not table.game.hidden or context.harmless, "takeback",
                  "this move revealed something hidden: it cannot be taken back")  # fmt: skip


# ---- the end of somebody's game -------------------------------------------------------


def resign(context: AskContext[ResignAsk]) -> Decision:
    table, seat = context.table, context.seat
    context.check_live()
    context.check(not table.places[seat].resigned, "resigned", "you have already resigned")
    if len(table.places) > 2:
        context.check_bot_can_play()
    return resign_seat(context.begin(), seat, context.now, context.secret)


def resign_seat(decision: Decision, seat: int, now: int, secret: bytes) -> Decision:
    """With two, the other wins and the table is closed; with more, a bot plays on, and there is no way back."""
    table = decision.table
    decision = decision.then(Resigned(now, seat))
    if len(table.places) == 2:
        ranks = tuple(2 if other == seat else 1 for other in table.seats)
        return decision.then(Ended(now, "resigned", secret.hex(), ranks))
    return decision.then(Botted(now, seat, bots.usual_level(table.game), "resigned"))


def clock_fell(table: TableState, seat: int, now: int, secret: bytes) -> Decision:
    """A clock has fallen: what this table agreed on happens."""
    decision = Decision(table).then(Fell(now, seat))
    match table.opened.settings.fallen:
        case "bot":
            level = table.substitute or bots.usual_level(table.game)
            return decision.then(Botted(now, seat, level, "fallen"))
        case "lose":
            return resign_seat(decision, seat, now, secret)
        case _:
            return decision
