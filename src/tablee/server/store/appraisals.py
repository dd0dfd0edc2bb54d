"""How well people played at their closed tables, as reviews of these have found: in all, and by theme."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tablee.server.store import SqlRow, Store

ALL: Final = ""  # the theme of all decisions together


class StoredAppraisal(Struct, frozen=True):
    """One row. What was given away and what was at stake are chances of winning, in ten-thousandths."""

    theme: str
    decisions: int
    cost: int
    stake: int


async def keep_appraisal(store: Store, who: str, table: str, found: Sequence[StoredAppraisal]) -> None:
    """Instead of an earlier one. A table that is not among this person's results is left out."""
    await store.write(
        ("delete from appraisals where who = $1 and tab = $2", (who, table)),
        *(
            ("insert into appraisals (who, tab, theme, decisions, cost, stake)"
             " select cast($1 as text), cast($2 as text), cast($3 as text), cast($4 as int), cast($5 as int),"
             " cast($6 as int) where exists (select 1 from results where who = $1 and tab = $2 and rank > 0)",
             (who, table, one.theme, one.decisions, one.cost, one.stake))
            for one in found
        ),
    )  # fmt: skip


async def seat_at(store: Store, who: str, table: str) -> int | None:
    """The first seat that this person had at a table which they did not play alone, once it is closed."""
    rows = await store.read("select seat from results where who = $1 and tab = $2 and rank > 0", who, table)
    return int(rows[0][0]) if rows else None


async def last_results(store: Store, who: str, game: str, most: int) -> list[SqlRow]:
    """Of this person's last results of a game, the last one first: the table, when it was closed, their seat, their
    rank, whether others share it, and the table's head."""
    return await store.read(
        "select r.tab, r.at, r.seat, r.rank, r.shared, t.head from results r join tables t on t.id = r.tab"
        " where r.who = $1 and r.game = $2 and r.rank > 0 order by r.at desc, r.tab limit $3",
        who, game, most,
    )  # fmt: skip


async def last_appraisals(store: Store, who: str, game: str, most: int) -> list[SqlRow]:
    """What was found at these tables: the table, and the columns of a `StoredAppraisal`."""
    return await store.read(
        "select a.tab, a.theme, a.decisions, a.cost, a.stake from appraisals a"
        " join (select tab from results where who = $1 and game = $2 and rank > 0 order by at desc, tab limit $3) r"
        " on r.tab = a.tab where a.who = $1",
        who, game, most,
    )  # fmt: skip
