"""Clocks are stored deadlines: what was used is taken off once, and a fallen one means what the table agreed on."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tablee.contract import Refusal
from tablee.server.store import Store
from tablee.server.store.sqlite import Sqlite
from tablee.server.tables import periodic_jobs
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.events import Botted, Ended, Fell, Resigned, Slept
from tablee.server.tables.node import Node
from tablee.server.tables.settings import Clock, Fallen
from tablee.server.timekeeping import now
from tests.server.serving import Served
from tests.server.tables_on_a_node import ANN, BEN
from tests.server.tables_without_node import TestedTable, asks, begun, laid, moves
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

SECOND, DAY = 1000, 86_400_000


def left(table: TestedTable) -> list[int]:
    return [(place.left or 0) // SECOND for place in table.places]


def test_a_clock_a_move_is_whole_again_after_each_move() -> None:
    table = begun(Clock("move", 60), at=1_000_000)
    assert table.deadline == (1_000_000 + 60 * SECOND, 0)
    moves(table, 0, 1_000_000 + 20 * SECOND)
    assert table.deadline == (1_000_000 + 80 * SECOND, table.waiting[0]) and left(table) == [60, 60]


def test_days_for_a_move_are_seconds_too() -> None:
    table = begun(Clock("move", 3 * 86_400), at=1_000_000)
    moves(table, 0, 1_000_000 + DAY)
    assert table.deadline == (1_000_000 + 4 * DAY, table.waiting[0])


def test_a_clock_a_game_runs_down_and_each_move_adds_its_increment() -> None:
    table = begun(Clock("game", 600, increment=5), at=0)
    at, used = 0, [0, 0]
    for think in (20, 7, 3, 11, 2, 30):
        seat = table.waiting[0]
        at += think * SECOND
        used[seat] += think - 5
        moves(table, seat, at)
        assert left(table) == [600 - used[0], 600 - used[1]]
    seat = table.waiting[0]
    assert table.deadline == (at + left(table)[seat] * SECOND, seat)


def test_where_all_decide_at_once_every_clock_runs_until_its_own_move() -> None:
    table = begun(Clock("game", 100), at=0, game="code21")
    at = 0
    while not table.waiting[1:]:  # the dealing is done, stakes are sealed
        at += SECOND
        moves(table, table.waiting[0], at)
    before = left(table)
    moves(table, 1, at + 10 * SECOND)
    moves(table, 0, at + 30 * SECOND)
    assert left(table) == [before[0] - 30, before[1] - 10]


def test_in_a_pause_no_clock_runs() -> None:
    table = begun(Clock("game", 600), at=0)
    asks(table, ANN, 10 * SECOND, 0, offer="pause")
    asks(table, BEN, 15 * SECOND, 1, answer=True)
    assert table.paused and table.deadline is None
    asks(table, BEN, 900 * SECOND, 1, resume=True)
    assert table.deadline == (900 * SECOND + 585 * SECOND, 0)


def test_nobody_wins_time_by_a_bot_and_back() -> None:
    table = begun(Clock("game", 600), at=0)
    asks(table, ANN, 100 * SECOND, 0, bot="random")
    assert table.deadline is None  # the clock does not fall while a bot plays
    asks(table, ANN, 200 * SECOND, 0, back=True)
    assert table.deadline == (600 * SECOND, 0)  # but it has run
    asks(table, BEN, 250 * SECOND, 1, bot="random")  # and nobody gives time to another
    asks(table, BEN, 260 * SECOND, 1, back=True)
    assert table.deadline == (600 * SECOND, 0)


def test_what_was_used_on_a_move_that_is_taken_back_is_used_once() -> None:
    table = begun(Clock("game", 600), at=0, game="golden21", players=3)
    while True:
        seat, at = table.waiting[0], table.since + 10 * SECOND
        before = left(table)[seat]
        moves(table, seat, at)
        if not table.moves[-1].startswith("*"):
            break
    assert table.waiting[0] == seat  # and it is to move again: its clock runs while the others think about the offer
    asks(table, (ANN, BEN)[min(seat, 1)], at, seat, offer="takeback")
    asks(table, ANN if seat else BEN, at + 40 * SECOND, 0 if seat else 1, answer=True)
    assert table.waiting[0] == seat and left(table)[seat] == before - 10 - 40
    assert table.deadline == (at + (before - 10) * SECOND, seat)


# ---- fallen ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fallen", "players", "expected"),
    [
        ("wait", 2, [Fell]),
        ("bot", 2, [Fell, Botted]),
        ("lose", 2, [Fell, Resigned, Ended]),
        ("lose", 3, [Fell, Resigned, Botted]),
    ],
)
async def test_a_fallen_clock_means_what_the_table_agreed_on(
    fallen: Fallen, players: int, expected: list[type], store: Store
) -> None:
    game = "sixteen" if players == 2 else "coda"
    table = begun(Clock("move", 60), now() - 61 * SECOND, game, fallen, players)
    (seat,) = table.waiting
    await laid(store, table, "fallen")
    await laid(store, begun(Clock("move", 60), now() - 30 * SECOND), "running")
    await store.heartbeat(now())
    node = Node(store, NoBus(), BotPool())  # another process: all it knows is what was stored
    try:
        await periodic_jobs.check_clocks(node)
        fell = (await node.live("fallen")).table
        since = [step.event for step in fell.tail if step.n > table.n][: len(expected)]
        assert [type(event) for event in since] == expected
        assert all(getattr(event, "seat", seat) == seat for event in since)
        who = (ANN, BEN)[min(seat, 1)]
        match fallen, players:
            case "wait", _:
                await periodic_jobs.check_clocks(node)  # it falls once, and the move is still awaited
                assert fell.n == table.n + 1 and fell.waiting == (seat,)
                moves(TestedTable(fell), seat, now())
            case "bot", _:
                assert fell.bot_of(seat)
                asks(TestedTable(fell), who, now(), seat, back=True)
            case "lose", 2:
                assert fell.ended and fell.ended.ranks == (2, 1)
            case _:
                with pytest.raises(Refusal, match="resigned"):
                    asks(TestedTable(fell), who, now(), seat, back=True)
        running = (await node.live("running")).table
        assert not any(isinstance(step.event, Fell) for step in running.tail)
    finally:
        for task in list(node.tasks):
            task.cancel()
        node.bot_pool.stop()


async def test_a_deadline_survives_a_restart_and_falls_with_nobody_asking(tmp_path: Path) -> None:
    store = Sqlite(tmp_path / "tables.db")
    await store.open()
    table = begun(Clock("move", 60), now() - 57 * SECOND, fallen="lose")
    await laid(store, table, "t")
    await store.heartbeat(now())
    await store.close()
    with Served(tmp_path) as served:
        async with served.socket("t") as watching:
            first = json.loads(await watching.recv())
            due = first["awaits"]["deadline"]
            assert table.deadline and due == table.deadline[0] and first["head"]["clock"]["seconds"] == 60
            while first["awaits"]["kind"] != "over":
                first = json.loads(await asyncio.wait_for(watching.recv(), PATIENCE))
        fell = next(event["event"] for event in first["events"] if event["event"]["what"] == "fell")
        assert fell["seat"] == 0 and fell["at"] >= due and first["awaits"]["ranks"] == [2, 1]


# ---- while nobody was awake -----------------------------------------------------------------


async def test_a_clock_that_would_have_fallen_while_no_server_was_awake_has_not(tmp_path: Path) -> None:
    store = Sqlite(tmp_path / "tables.db")
    await store.open()
    table = begun(Clock("game", 60), now() - 200 * SECOND, fallen="lose")
    await laid(store, table, "t")
    await store.heartbeat(table.since + 20 * SECOND)  # and then the power went
    await store.close()
    with Served(tmp_path) as served:
        async with served.socket("t") as watching:
            first = json.loads(await watching.recv())
            while first["events"][-1].get("event", {}).get("what") != "slept":
                first = json.loads(await asyncio.wait_for(watching.recv(), PATIENCE))
        slept = first["events"][-1]["event"]
        assert slept["since"] == table.since + 20 * SECOND and slept["at"] >= table.since + 200 * SECOND
        assert first["awaits"]["deadline"] == slept["at"] + 40 * SECOND
        assert first["head"]["status"] == "live" and first["head"]["chairs"][0]["left"] == 40 * SECOND


async def test_the_time_of_an_outage_is_given_back_once_however_many_nodes_come_back(store: Store) -> None:
    table = begun(Clock("move", 60), now() - 100 * SECOND)
    await laid(store, table, "old")
    await store.heartbeat(table.since + 10 * SECOND)
    young = begun(Clock("move", 60), now() - SECOND)
    await laid(store, young, "young")
    nodes = [Node(store, NoBus(), BotPool()) for _ in range(2)]
    await asyncio.gather(*(periodic_jobs.check_clocks(node) for node in nodes))
    await periodic_jobs.check_clocks(nodes[0])
    stored = [(await Node(store, NoBus(), BotPool()).live(id)).table for id in ("old", "young")]
    assert [found.n for found in stored] == [table.n + 1, young.n]
    (slept,) = [step.event for step in stored[0].tail if isinstance(step.event, Slept)]
    assert stored[0].deadline == (slept.at + 50 * SECOND, 0) and stored[1].deadline == young.deadline


async def test_a_clock_that_begins_just_before_the_first_outage_is_given_it_back(store: Store) -> None:
    table = begun(Clock("move", 8), now() - 10 * SECOND, fallen="lose")
    await laid(store, table, "t")  # nobody has had the time to say that they were awake
    node = Node(store, NoBus(), BotPool())
    await periodic_jobs.check_clocks(node)
    found = node.tables["t"].table
    assert found.live and found.deadline == (found.touched + 8 * SECOND, 0)


async def test_while_one_node_is_awake_no_time_is_given_back(store: Store) -> None:
    """Another one comes: nothing was out. And where no clock runs nothing is written."""
    await periodic_jobs.check_clocks(Node(store, NoBus(), BotPool()))
    assert await store.last_heartbeat() == 0
    await laid(store, begun(Clock("move", 60), now()), "running")
    await periodic_jobs.check_clocks(Node(store, NoBus(), BotPool()))
    assert await store.last_heartbeat() > 0
    await laid(store, begun(Clock("move", 60), now() - 61 * SECOND), "fallen")
    node = Node(store, NoBus(), BotPool())
    await periodic_jobs.check_clocks(node)
    assert isinstance(node.tables["fallen"].table.tail[-1].event, Fell)
