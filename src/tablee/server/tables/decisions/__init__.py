"""What an ask does: a decision, which is the events that follow from it and the table after them; or a refusal.

Decisions are pure: nothing is stored, sent or changed here. Chance moves follow the move that causes them at once, so
that a stored game always waits for somebody.
"""

from __future__ import annotations

from typing import Any, assert_never

from tablee.server.tables.asks import (
    AgainAsk,
    AnswerAsk,
    AnyAsk,
    BackAsk,
    BotAsk,
    DiscloseAsk,
    DoAsk,
    FellAsk,
    HelpAsk,
    HouseAsk,
    LeaveAsk,
    OfferAsk,
    PledgeAsk,
    ReadyAsk,
    ResignAsk,
    ResumeAsk,
    SayAsk,
    SitAsk,
    StartAsk,
    WordsAsk,
)
from tablee.server.tables.decisions import chat, consent, help, moves, seats, start
from tablee.server.tables.decisions.decision import AskContext, Decision

__all__ = ["AskContext", "Decision", "decide"]


def decide(context: AskContext[Any]) -> Decision:
    """What follows from this ask; Refusal where it is not granted."""
    ask: AnyAsk = context.ask
    match ask:
        case DoAsk():
            return moves.do(context)
        case FellAsk():
            return moves.type_in(context)
        case HouseAsk():
            return moves.house_rule(context)
        case SitAsk():
            return seats.sit(context)
        case LeaveAsk():
            return seats.leave(context)
        case BotAsk():
            return seats.bot(context)
        case BackAsk():
            return seats.back(context)
        case ReadyAsk():
            return start.ready(context)
        case WordsAsk():
            return start.words(context)
        case PledgeAsk():
            return start.pledge(context)
        case DiscloseAsk():
            return start.disclose(context)
        case StartAsk():
            return start.start(context)
        case OfferAsk():
            return consent.offer(context)
        case AnswerAsk():
            return consent.answer(context)
        case ResumeAsk():
            return consent.resume(context)
        case ResignAsk():
            return consent.resign(context)
        case SayAsk():
            return chat.say(context)
        case HelpAsk():
            return help.change(context)
        case AgainAsk():
            return chat.again(context)
        case _:
            assert_never(ask)
