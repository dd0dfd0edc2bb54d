"""The daily deal over HTTP: what there is today, my own tables of it, and how everybody else did once mine is over."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from starlette.requests import Request

from tablee.games import GAMES
from tablee.server.protocol.context import api, find_person, require_person, services, spend
from tablee.server.protocol.games_api import game_in_path
from tablee.server.protocol.tables_api import check_unfinished
from tablee.server.store.daily_deals import StoredDeal, count_daily_places, daily_results, daily_tables
from tablee.server.tables.daily_deals import open_daily_deal, opponents
from tablee.server.timekeeping import DAY, today

MOST: Final = 100  # results that are listed


class DailyResult(Struct, frozen=True):
    """How somebody did. `shared` is whether others have the same first place."""

    name: str
    table: str
    rank: int
    shared: bool
    mine: bool


class DailyDeal(Struct, frozen=True):
    """Today's deal of one game. `places` says how many people came first, second … so far.

    What others did is shown to people who have finished it themselves.
    """

    game: str
    bots: tuple[str, ...]
    places: tuple[int, ...]
    table: str | None = None  # mine, once I have begun
    results: tuple[DailyResult, ...] = ()


class DailyDeals(Struct, frozen=True):
    """The deals of a day (days since 1970), which end at this moment (milliseconds since 1970)."""

    day: int
    ends: int
    deals: tuple[DailyDeal, ...]


class OpenedDeal(Struct, frozen=True):
    id: str


@api.add("GET", "/api/daily", out=DailyDeals)
async def daily(request: Request) -> Any:
    """Today's deal of each game; where I have finished it, how everybody else did"""
    who, store, day = await find_person(request), services(request).node.store, today()
    places, mine = await count_daily_places(store, day), {} if who is None else await daily_tables(store, day, who.id)
    deals = []
    for name, game in GAMES.items():
        found = places.get(name, {})
        counted = tuple(found.get(place, 0) for place in range(1, game.options().players + 1))
        table, closed = mine.get(name, (None, False))
        rows = await daily_results(store, day, name, MOST) if closed else []
        deals.append(DailyDeal(name, opponents(game, day), counted, table, tuple(describe(row, table) for row in rows)))
    return DailyDeals(day, (day + 1) * DAY, tuple(deals))


def describe(row: StoredDeal, mine: str | None) -> DailyResult:
    return DailyResult(row.name, row.table, row.rank, row.rank == 1 and row.shared, row.table == mine)


@api.add("POST", "/api/daily/{game}", out=OpenedDeal, status=201)
async def play(request: Request) -> Any:
    """My table of today's deal of a game; it is the same one whenever I ask"""
    who, home = await require_person(request), services(request)
    spend(request, "table", who)
    await check_unfinished(home, who)
    return OpenedDeal(await open_daily_deal(home.node, who, game_in_path(request), today()))
