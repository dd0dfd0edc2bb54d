"""Who has played the daily deal of which game, at which table, and how it ended."""

from __future__ import annotations

from msgspec import Struct

from tablee.server.store import Store


class StoredDeal(Struct, frozen=True):
    """Somebody's result."""

    name: str
    table: str
    rank: int
    shared: bool


async def keep_daily_deal(store: Store, table: str, day: int, game: str, who: str) -> None:
    await store.write(
        ("insert into daily_deals (tab, day, game, who) values ($1, $2, $3, $4) on conflict (tab) do nothing",
         (table, day, game, who))
    )  # fmt: skip


async def daily_tables(store: Store, day: int, who: str) -> dict[str, tuple[str, bool]]:
    """This person's table of each game of which they have begun the deal of this day, and whether it is closed."""
    rows = await store.read(
        "select d.game, d.tab, t.status from daily_deals d join tables t on t.id = d.tab"
        " where d.day = $1 and d.who = $2",
        day, who,
    )  # fmt: skip
    return {game: (tab, status == "over") for game, tab, status in rows}


async def count_daily_places(store: Store, day: int) -> dict[str, dict[int, int]]:
    """How many people came first, second … in the deal of this day, by game."""
    rows = await store.read(
        "select d.game, r.rank, count(*) from daily_deals d join results r on r.tab = d.tab and r.who = d.who"
        " where d.day = $1 group by d.game, r.rank",
        day,
    )
    found: dict[str, dict[int, int]] = {}
    for game, rank, count in rows:
        found.setdefault(game, {})[rank] = int(count)
    return found


async def daily_results(store: Store, day: int, game: str, most: int) -> list[StoredDeal]:
    """How so many people came off in this deal: the best first, and of equals those who were through first."""
    rows = await store.read(
        "select p.name, d.tab, r.rank, r.shared from daily_deals d"
        " join results r on r.tab = d.tab and r.who = d.who join people p on p.id = d.who"
        " where d.day = $1 and d.game = $2 order by r.rank, r.shared, r.at, d.tab limit $3",
        day, game, most,
    )  # fmt: skip
    return [StoredDeal(name, tab, rank, bool(shared)) for name, tab, rank, shared in rows]
