"""A table's summary: what the lobby, periodic jobs and lists of results need of a table without opening it."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.games import parts
from tablee.server.store import Result, TableSummary
from tablee.server.tables import events
from tablee.server.tables.head import stored_head
from tablee.server.tables.table import TableState


def sitters(table: TableState) -> set[str]:
    """The people who own a seat."""
    return {place.who for place in table.places if place.who}


def summarise(table: TableState, seated: bool = True, before: TableState | None = None) -> TableSummary:
    """How a table is listed. The people who sit there are stored when somebody has sat down, and at the end.

    `before` is the table until now: if it was over and goes on, how it ended counts no more.
    """
    goes_on = before is not None and before.ended is not None and table.ended is None
    return TableSummary(
        status=table.status,
        listed=table.opened.settings.join == "anyone",
        touched=table.touched,
        deadline=table.runs_until,
        bot_pending=needs_bot(table),
        head=events.encode(stored_head(table)),
        sitters=tuple(sitters(table)) if seated or table.ended else (),
        results=tuple(results(table)),
        withdrawn=tuple(results(before)) if goes_on and before is not None else (),
    )


def results(table: TableState) -> Iterator[Result]:
    """How the table ended for each of its people; nothing before that, where nobody has won, or of a what-if."""
    if table.ended is None or not table.ended.ranks or table.opened.branch is not None:
        return
    ranks, part = table.ended.ranks, parts.load_or_skip(parts.collection, table.game, None)
    gained = part.gained(table.options, ranks) if part is not None else ()
    for who in sitters(table):
        mine = table.seats_of(who)
        alone = len(mine) == len(table.places)
        shared = any(rank == 1 for seat, rank in enumerate(ranks) if seat not in mine)
        rank = 0 if alone else min(ranks[seat] for seat in mine)
        grown = gained[mine[0]] if gained and not alone else None
        yield Result(who, table.game.name, mine[0], rank, shared, table.ended.at, grown)


def needs_bot(table: TableState) -> bool:
    """Whether a bot is to move, or may."""
    if not table.live or table.paused:
        return False
    places = table.places
    return any([places[seat].level for seat in (*table.waiting, *table.may_cut_in)])
