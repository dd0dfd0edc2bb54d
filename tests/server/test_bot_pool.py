"""Bots think in processes of their own: moves, hints and reviews apart, and none of them for ever."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.bots import levels
from tablee.contract import AnyGame, Choice, Happened, Over, Seat
from tablee.games import GAMES
from tablee.poll import Prompt
from tablee.server.metrics import REGISTRY
from tablee.server.refusals import TemporaryRefusal
from tablee.server.store import Store
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.node import Node
from tablee.server.timekeeping import now
from tablee.server.worker_pool import TooHeavy, WorkerPool
from tests.server.tables_on_a_node import ANN, ask
from tests.server.tables_without_node import begun, laid
from tests.server.test_worker_pool import die, fail, rest, spin
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

TABLE = begun(None, 0)
SEAT = Seat(TABLE.waiting[0])
ASKED = Prompt(SEAT, tuple(TABLE.game.legal(TABLE.state, SEAT)))


@pytest.fixture
def bots() -> Iterator[BotPool]:
    made = BotPool()
    yield made
    made.stop()


async def think(bots: BotPool) -> None:
    """A bot is asked, and answers."""
    answer = await bots.think(GAMES["sixteen"], "random", TABLE.state, ASKED)
    assert answer in [str(action) for action in ASKED.offers]


async def test_no_bot_thinks_at_the_priority_of_the_server(bots: BotPool) -> None:
    pools = (bots.moves, bots.hints, bots.reviews, bots.interpreted_moves, bots.interpreted_hints)
    assert all(pool.limits.nice > 0 for pool in pools)


async def test_a_hint_and_a_move_wait_for_no_review(bots: BotPool) -> None:
    reviewing = [asyncio.create_task(bots.reviews.run(rest, 600.0)) for _ in range(8)]
    await eventually(lambda: bots.reviews.queued == 8, "a long queue")
    await think(bots)
    assert (await bots.hint(TABLE.game, TABLE.state, SEAT, 1, "ann")).weighed
    assert not any(task.done() for task in reviewing)
    for task in reviewing:
        task.cancel()


async def test_who_asks_for_a_hint_that_takes_too_long_is_asked_to_try_again(bots: BotPool) -> None:
    bots.interpreted_hints = WorkerPool("hints", replace(bots.hints.limits, seconds=0.0, first=0.0, memory=0))
    with pytest.raises(TemporaryRefusal) as refused:
        await bots.hint(TABLE.game, TABLE.state, SEAT, 1, "ann")
    assert refused.value.code == "busy"


async def test_no_first_move_and_no_first_hint_waits_for_a_compiler(
    bots: BotPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """While bots are compiled and loaded, interpreted code answers for each level of each game; then they do."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    monkeypatch.setattr("tablee.server.tables.bot_pool.warm_up", partial(wait_for_gate, str(gate)))
    for game in GAMES.values():
        view = first_decision(game)
        for level in levels(game):
            assert await bots.think(game, level, *view) in [str(action) for action in view[1].offers]
        assert (await bots.hint(game, view[0], view[1].seat, 1, "ann")).weighed
    assert bots.loading[bots.moves] == 1 and not bots.moves.done and not bots.took
    assert not await bots.interpreted_moves.run(has_compiler) and not await bots.interpreted_hints.run(has_compiler)
    game, (level, *_) = next(iter(GAMES.values())), levels(next(iter(GAMES.values())))
    assert not bots.moves.knows((game.name, level))
    await asyncio.to_thread(gate.write_text, "open")
    await eventually(lambda: bots.moves.knows((game.name, level)) and not bots.warming, "a level that is loaded")
    before = bots.interpreted_moves.done.total()
    await bots.think(game, level, *first_decision(game))
    assert (bots.interpreted_moves.done.total(), bots.moves.done.total()) == (before, 2)


def wait_for_gate(gate: str, game: str, level: str) -> None:
    """A warm-up that takes as long as the test likes."""
    Path(gate).read_text()


def has_compiler() -> bool:
    return "numba" in sys.modules


def first_decision(game: AnyGame) -> tuple[Any, Prompt]:
    """The state and the question of the first seat that has a choice."""
    state, rng = game.start(game.options()), Random(1)
    while not isinstance(awaited := game.awaits(state), Choice):
        assert not isinstance(awaited, Over)
        state = game.apply(state, Happened(awaited.sample(rng)))
    seat = min(awaited.seats)
    return state, Prompt(seat, tuple(game.legal(state, seat)))


@pytest.mark.untraced
async def test_before_anybody_asks_the_workers_have_met_every_bot(
    bots: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process compiles first. A worker that takes the place of one that has ended is warmed up, too."""
    game = GAMES["coda"]
    monkeypatch.setattr("tablee.server.tables.bot_pool.GAMES", {game.name: game})
    everybody = {(game.name, level) for level in levels(game)}
    bots.start_warming()
    assert REGISTRY.get_sample_value("tablee_bots_ready", {"game": game.name}) == 0
    await eventually(lambda: not bots.warming, "the end of the warm-up")
    assert REGISTRY.get_sample_value("tablee_bots_ready", {"game": game.name}) == 1
    for pool in (bots.moves, bots.hints):
        (worker,) = pool.free
        assert pool.known[worker] == everybody and pool.limits.keep == 1
        assert worker.process.pid not in [other.process.pid for other in bots.reviews.workers]
    worker.stop()
    with pytest.raises(TooHeavy):
        await bots.hints.run(die)
    await eventually(lambda: not bots.warming and len(bots.hints.free) == 1, "another worker")
    (another,) = bots.hints.free
    assert another is not worker and everybody <= bots.hints.known[another]


async def test_who_cannot_be_warmed_up_is_only_slower(bots: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.tables.bot_pool.GAMES", {"sixteen": GAMES["sixteen"]})
    monkeypatch.setattr("tablee.server.tables.bot_pool.warm_up", fail)
    bots.start_warming()
    await eventually(lambda: not bots.warming, "the end of the warm-up")
    await think(bots)


async def test_where_too_many_bots_think_the_next_one_waits_and_keeps_its_level(store: Store) -> None:
    bots = BotPool()
    node = Node(store, NoBus(), bots)
    bots.moves.limits = replace(bots.moves.limits, waiting=0)
    await bots.load_level(bots.moves, GAMES["sixteen"], "club")
    thinking = asyncio.create_task(bots.moves.run(spin))
    await eventually(lambda: bots.moves.queued == 1, "a bot that thinks")
    await laid(store, begun(None, now()), "t")
    live = await node.live("t")
    seat = live.table.waiting[0]
    await ask(node, live, ANN, seat, bot="club")
    task = live.thinking
    assert task is not None
    await task
    assert live.table.bot_of(seat) == "club" and live.table.waiting == (seat,)
    thinking.cancel()
    await eventually(lambda: not bots.moves.queued, "a free place")
    node.ask_bots(live)  # as the periodic job does
    await eventually(lambda: live.table.waiting != (seat,), "the bot's move")
    assert live.table.bot_of(seat) == "club"
    bots.stop()
