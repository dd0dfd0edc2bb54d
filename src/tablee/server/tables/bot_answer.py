"""What a bot at a table does: one of the game's own, or one from outside."""

from __future__ import annotations

from secrets import choice
from typing import Any, NamedTuple

from tablee.bots.faults import BotFault, FaultKind
from tablee.poll import Prompt
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.decisions.seats import check_bot
from tablee.server.tables.outside_bots import OutsideBots
from tablee.server.tables.table import TableState


class BotAnswer(NamedTuple):
    action: Any  # None: it lets it pass
    fault: FaultKind | None = None  # what a bot from outside did wrong: the action was chosen in its place


async def bot_answer(pool: BotPool, outside: OutsideBots, table: TableState, level: str, asked: Prompt) -> BotAnswer:
    """TemporaryRefusal: too many bots think. Anything else that is raised: one of the game's own bots has failed."""
    if level in outside.names(table.game.name):
        try:
            return BotAnswer(await outside.choose(table.game, level, table.state, asked))
        except BotFault as fault:
            return BotAnswer(None if asked.polled else choice(asked.offers), fault.kind)
    check_bot(table.game, level, ())  # it may have been one from outside that is not offered any more
    answer = await pool.think(table.game, level, table.state, asked)
    action = None if answer is None else table.game.parse(answer)
    if action not in asked.offers:
        raise ValueError("not offered")
    return BotAnswer(action)
