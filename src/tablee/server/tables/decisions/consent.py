"""Decisions that need everybody's consent, or end somebody's game: pause, takeback, resignation, a fallen clock."""

from __future__ import annotations

from collections.abc import Set
from random import Random
from typing import Any

from tablee import bots
from tablee.contract import AnyGame, IllegalMove, Seat
from tablee.server.refusals import ServerRefusal
from tablee.server.tables.asks import AnswerAsk, OfferAsk, ResignAsk, ResumeAsk
from tablee.server.tables.decisions.decision import AskContext, Decision
from tablee.server.tables.events import Answered, Botted, Ended, Fell, Offered, Paused, Resigned, Resumed, TakenBack
from tablee.server.tables.settings import Thing
from tablee.server.tables.table import TableState

WORLDS = 8  # worlds imagined, and worlds of each seat in each, to see whether a move showed something hidden


def offer(context: AskContext[OfferAsk]) -> Decision:
    table, seat, thing = context.table, context.seat, context.ask.offer
    context.check_live()
    context.check(table.offer is None, "offer", "there is already an offer: answer it first")
    if thing == "takeback":
        if not count_mistyped(table):
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
    return decision.then(TakenBack(now, by, count_mistyped(table) or 1) if thing == "takeback" else Paused(now))


def resume(context: AskContext[ResumeAsk]) -> Decision:
    context.check_live()
    context.check(context.table.paused, "paused", "the game is not paused")
    return context.begin().then(Resumed(context.now, context.seat))


# ---- takebacks ----------------------------------------------------------------------


def count_mistyped(table: TableState) -> int:
    """At a real table, the lines from the last one that was typed in; 0 where somebody has decided something since."""
    if not table.opened.settings.real:
        return 0
    for lines, line in enumerate(reversed(table.moves), 1):
        if not line.startswith("*"):
            return 0
        if table.typists(table.before(lines)):
            return lines
    return 0


def check_takeback(context: AskContext[OfferAsk], seat: Seat) -> None:
    """A player may take back only the last move, if it is their own and showed nobody anything hidden.

    Whether it did is judged in worlds that the player could be in, and not in the real one: otherwise the answer would
    tell them what the others know.
    """
    table, game = context.table, context.table.game
    last = table.moves[-1].partition(":")[0] if table.moves else ""
    context.check(last == str(seat) and table.back is not None, "takeback",
                  "you can only take back your own move, before anybody else moves and before any roll or draw",
                  )  # fmt: skip
    if not game.hidden:
        return
    move, seen, rng = table.read(table.moves[-1]), game.view(table.back, seat), Random(0)
    for _ in range(WORLDS):
        world = game.imagine(seen, rng)
        for other in table.seats:  # the player, too: who learns that a guess was wrong does not guess it again
            context.check(not shows(game, world, move, other, rng), "takeback",
                          "this move revealed something hidden: it cannot be taken back")  # fmt: skip


def shows(game: AnyGame, world: Any, move: Any, seat: Seat, rng: Random) -> bool:
    """Whether this move tells a seat something that it could not know: in another world that it could be in, it would
    read or see something else."""
    after, eyes = game.apply(world, move), game.view(world, seat)
    line, seen = game.told(world, move, after, seat), game.view(after, seat)
    for _ in range(WORLDS):
        twin = game.imagine(eyes, rng)
        try:
            after = game.apply(twin, move)
        except IllegalMove:
            if line == str(move):
                return True  # the seat sees what was done, and learns that it could be done
            continue
        if game.told(twin, move, after, seat) != line or game.view(after, seat) != seen:
            return True
    return False


# ---- the end of somebody's game -------------------------------------------------------


def resign(context: AskContext[ResignAsk]) -> Decision:
    table, seat = context.table, context.seat
    context.check_live()
    context.check(not table.places[seat].resigned, "resigned", "you have already resigned")
    if len(table.places) > 2:
        context.check_bot_may_play()
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
            return decision.then(Botted(now, seat, bots.usual_level(table.game), "fallen"))
        case "lose":
            return resign_seat(decision, seat, now, secret)
        case _:
            return decision
