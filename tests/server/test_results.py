"""My profile: what became of my games, on each engine; and the dice that The Golden 21's winners take home."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablee.games.golden21.collection import gained
from tablee.games.golden21.options import Options
from tablee.server.people.results import count_collected
from tablee.server.store import Store
from tablee.server.store.schema import COUNT_RESULTS
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.decisions import Decision
from tablee.server.tables.events import Ended
from tablee.server.tables.live import LiveTable
from tablee.server.tables.node import Node
from tablee.server.tables.settings import SeatPlan, Settings
from tablee.server.timekeeping import now
from tests.server.serving import Served
from tests.server.tables_on_a_node import ANN, BEN, ask

pytestmark = pytest.mark.anyio


async def ended(
    node: Node, game: str, ranks: tuple[int, ...], seats: tuple[SeatPlan, ...], **options: str
) -> LiveTable:
    """A table that was closed with these ranks."""
    settings = Settings(game, {"players": str(len(seats)), **options}, seats)
    live = await node.live(await node.open_table(settings, ANN))
    await ask(node, live, BEN, 1, sit="Ben") if seats[1].kind == "open" else None
    await ask(node, live, ANN, 0, start=True)
    async with live.lock:
        await node.commit(live, Decision(live.table).then(Ended(now(), "over", live.secret.hex(), ranks)))
    return live


async def test_won_shared_and_lost_are_told_apart(store: Store) -> None:
    two = (SeatPlan("me"), SeatPlan("open"))
    with_bot = (SeatPlan("me"), SeatPlan("open"), SeatPlan("bot", "random"))
    node = Node(store, NoBus(), BotPool())
    for ranks in ((1, 2), (1, 1), (2, 1)):
        await ended(node, "sixteen", ranks, two)
    await ended(node, "coda", (1, 2), (SeatPlan("me"), SeatPlan("me")))  # both seats hers: played, and no more
    await ended(node, "coda", (), two)  # closed without an end
    await ended(node, "golden21", (1, 2, 3), with_bot, collection="on")
    await ended(node, "golden21", (3, 1, 2), with_bot, collection="on")
    last = await ended(node, "golden21", (2, 1, 2), with_bot)
    tallies = await node.store.tallies(ANN.id)
    assert [row[:4] for row in tallies] == [("golden21", 3, 1, 0), ("coda", 1, 0, 0), ("sixteen", 3, 1, 1)]
    assert last.table.ended is not None and tallies[0][4] == last.table.ended.at
    collected = [row[5:] for row in tallies]
    assert collected == [(2 - 1, 0), (None, 0), (None, 0)]
    assert (await node.store.tallies(BEN.id))[0][5] == -1 + 2
    assert await node.store.tallies("nobody") == []
    await ask(node, last, ANN, say="once more")  # the table is written again, and its result is not counted again
    assert await node.store.tallies(ANN.id) == tallies
    await store.write(("delete from tallies", ()), (COUNT_RESULTS, ()))  # as a store of an older version is brought up
    assert [row[:5] for row in await node.store.tallies(ANN.id)] == [row[:5] for row in tallies]
    for game, played, *_, uncounted in await node.store.tallies(ANN.id):
        assert uncounted
        await count_collected(node.store, node.work, ANN.id, game, played)
    assert await node.store.tallies(ANN.id) == tallies


def test_G21_95_a_shared_win_leaves_every_die_with_its_owner() -> None:
    staked = Options(players=3, collection=True)
    assert gained(staked, (1, 2, 3)) == (2, -1, -1)
    assert gained(staked, (1, 1, 3)) == (0, 0, 0)
    assert gained(Options(players=3), (1, 2, 3)) == ()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


def test_over_the_network(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
    served.ask(table, ben, seat=1, sit="Ben")
    served.ask(table, ann, start=True)
    assert served.call("GET", "/api/me/games", token=ann) == []
    served.ask(table, ben, resign=True)
    (mine,), (theirs,) = (served.call("GET", "/api/me/games", token=token) for token in (ann, ben))
    assert (mine["game"], mine["played"], mine["won"], mine["shared"]) == ("sixteen", 1, 1, 0)
    assert (theirs["played"], theirs["won"]) == (1, 0) and theirs["last"] == mine["last"] > 0
    assert served.call("GET", "/api/me/games")["code"] == "who"
