"""The decision about how much help there is at a table, once it is opened."""

from __future__ import annotations

from tablee.server.tables.asks import HelpAsk
from tablee.server.tables.decisions.decision import AskContext, Decision
from tablee.server.tables.events import HelpChanged


def change(context: AskContext[HelpAsk]) -> Decision:
    """Alone against bots, a player has as much help as they like, at any time. With others, what was agreed stays."""
    table, seat = context.table, context.seat
    context.check(not table.ended, "over", "this table is closed")
    alone = all(place.who is None for other, place in enumerate(table.places) if other != seat)
    context.check(
        alone, "help", "other people play at this table: help stays as it was agreed when the table was opened"
    )
    context.check(table.opened.daily is None, "help", "everybody plays the daily deal with the same help")
    return context.begin().then(HelpChanged(context.now, seat, context.ask.help))
