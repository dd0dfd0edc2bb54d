"""A node: asks are stored, then shown; asking twice is harmless; a table is what its events say."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs
from structlog.testing import capture_logs

from tablee.contract import Seat
from tablee.games import GAMES
from tablee.poll import Prompt
from tablee.server.refusals import ServerRefusal
from tablee.server.store import Conflict, Store, TableSummary
from tablee.server.tables import events
from tablee.server.tables.asks import DoAsk
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.events import Botted, Said
from tablee.server.tables.live import Reader, log_entries
from tablee.server.tables.node import Node
from tablee.server.tables.past import LOG_PAGE, past_steps
from tablee.server.tables.public import LogLine
from tablee.server.tables.settings import Clock, SeatPlan, Settings
from tablee.server.tables.table import fold, states
from tests.server.tables_on_a_node import ANN, BEN, CLEO, ask, log_page, noded, opened, play
from tests.waiting import PATIENCE, Waiting, eventually

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_to_its_end_and_folds_again_from_the_store(game: str, tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node, game, players=3 if game != "sixteen" else 4)
        await play(node, live, Random(1))
        table = live.table
        assert table.ended is not None and table.ended.why == "over"
        stored = [events.decoder.decode(body) for body in await node.store.load(table.id)]
        again = fold(table.id, stored)
        assert (again.n, again.state, again.moves) == (table.n, table.state, table.moves)


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_told_at_once_is_what_is_told_from_the_store(game: str, tmp_path: Path) -> None:
    """What is kept from one reader to the next is never older than the table: move by move, and where it is paused."""
    async with noded(tmp_path) as node:
        live = await opened(node, game, players=4)
        seeing = Reader(ANN, (Seat(1),), live.table.n, 1)
        await ask(node, live, ANN, 0, offer="pause")
        (paused,) = await node.news(live, seeing)
        assert paused.legal == () and paused.head and paused.head.status == "paused"
        await ask(node, live, ANN, 0, resume=True)
        for _ in range(30):
            told = node.recent_news(live, seeing)
            assert told is not None
            ((news,), past) = told, await past_steps(node.store, live.table, 0, live.table.n)
            again = fold(live.table.id, [step.event for step in past])
            assert (news.n, news.awaits, news.legal) == (again.n, again.awaits(), again.legal(Seat(1)))
            assert list(news.events) == log_entries(again, past[-len(news.events) :], Seat(1), plays=True)
            if not await play(node, live, Random(live.table.n), 1):
                break


async def test_moves_leave_the_card_alone_and_it_is_written_a_while_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.tables.node.MINUTE", 0)
    async with noded(tmp_path) as node:
        live = await opened(node, "sixteen")
        before = json.loads((await node.store.tables_of(ANN.id))[0])
        await play(node, live, Random(1), 3)
        assert json.loads((await node.store.tables_of(ANN.id))[0]) == before
        await node.refresh_summaries(25)
        (stored,) = await node.store.tables_of(ANN.id)
        assert json.loads(stored)["lines"] == len(live.table.moves) > before["lines"]


@pytest.mark.parametrize("clock", [None, Clock("game", 600, 5)])
async def test_folding_all_events_at_once_is_the_same_as_one_by_one(clock: Clock | None, tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await node.live(await node.open_table(Settings("coda", {}, (SeatPlan("me"),) * 2, clock=clock), ANN))
        await ask(node, live, ANN, 0, start=True)
        for _ in range(3):
            await play(node, live, Random(live.table.n), 40)
            await ask(node, live, ANN, 0, say="what a game")
        happened = [step.event for step in await past_steps(node.store, live.table, 0, live.table.n)]
        *_, one_by_one = states(live.table.id, happened)
        assert structs.asdict(fold(live.table.id, happened)) == structs.asdict(one_by_one)
        assert structs.asdict(live.table) == structs.asdict(one_by_one)


async def test_asking_twice_is_harmless(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node)
        table = live.table
        seat = table.waiting[0]
        move = DoAsk(id="k81", seat=seat, do=str(table.game.legal(table.state, table.seats[seat])[0]))
        first = await node.ask(table.id, ANN, move)
        lines = len(live.table.moves)
        assert await node.ask(table.id, ANN, move) == first
        assert len(live.table.moves) == lines
        del node.tables[table.id]  # and also for a node that was started again
        assert await node.ask(table.id, ANN, move) == first


async def test_an_unknown_table_is_said_to_be_so_and_never_made(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        for _ in range(2):
            with pytest.raises(ServerRefusal, match="there is no table") as caught:
                await node.ask("nowhere", ANN, DoAsk("x", do="draw"))
            assert caught.value.code == "table"
        assert await node.store.read("select * from events") == []


async def test_one_seat_is_taken_once_however_many_want_it(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        id = await node.open_table(Settings("sixteen", {}, (SeatPlan("me"), SeatPlan("open"))), ANN)
        live = await node.live(id)
        wants = [ask(node, live, who, 1, sit=who.name) for who in (BEN, CLEO, BEN, CLEO)]
        got = await asyncio.gather(*wants, return_exceptions=True)
        assert sum(not isinstance(answer, Exception) for answer in got) == 1
        assert {answer.code for answer in got if isinstance(answer, ServerRefusal)} == {"taken"}


async def test_who_was_slower_looks_again_and_is_answered_from_the_new_position(tmp_path: Path) -> None:
    """Two nodes on one store: the other one was faster."""
    async with noded(tmp_path) as one, noded(tmp_path) as two:
        here = await opened(one)
        there = await two.live(here.table.id)
        seat = here.table.waiting[0]
        legal = here.table.game.legal(here.table.state, here.table.seats[seat])
        await ask(one, here, ANN, seat, do=str(legal[0]))
        assert there.table.n < here.table.n
        await ask(two, there, ANN, 0, say="hello")
        assert there.table.n == here.table.n + 1  # it has caught up, and its own word came after
        with pytest.raises(Conflict):
            await one.store.append(here.table.id, 1, [b"{}"], summary_of(here))


def summary_of(live: Any) -> Any:
    from tablee.server.tables.summary import summarise

    return summarise(live.table)


async def test_a_rematch_that_two_ask_for_at_two_nodes_at_once_is_one_table(store: Store) -> None:
    one, two = (Node(store, NoBus(), BotPool()) for _ in range(2))
    id = await one.open_table(Settings("sixteen", {}, (SeatPlan("me"), SeatPlan("open"))), ANN)
    here = await one.live(id)
    await ask(one, here, BEN, 1, sit="Ben")
    await ask(one, here, ANN, start=True)
    await ask(one, here, ANN, resign=True)
    there = await two.live(id)
    wanted = await asyncio.gather(
        ask(one, here, ANN, again=True), ask(two, there, BEN, again=True), return_exceptions=True
    )
    assert [answer.code for answer in wanted if isinstance(answer, ServerRefusal)] == ["again"]
    assert await store.read("select count(*) from tables") == [(2,)]
    assert here.table.again == there.table.again and here.table.again != id


async def test_who_comes_from_a_node_that_knew_more_is_not_shown_less(store: Store) -> None:
    """The bus has not brought it yet, or the other node died before it could say so."""
    one, two = (Node(store, NoBus(), BotPool()) for _ in range(2))
    here = await opened(one)
    there = await two.live(here.table.id)
    await play(one, here, Random(1), 3)
    known = here.table.n
    assert there.table.n < known
    for since in (known, known + 1000):  # the second made it up
        moved = Reader(ANN, (Seat(0),), since, 0)
        assert two.recent_news(there, moved) is None
        (news,) = await two.news(there, moved)
        assert (news.n, news.events) == (known, ()) and moved.n == known


async def test_a_rematch_that_was_opened_before_a_crash_is_found_again(store: Store) -> None:
    """Half of it, or all but the old table's word for it."""
    node = Node(store, NoBus(), BotPool())
    live = await opened(node)
    await ask(node, live, ANN, 0, resign=True)
    again = await node.rematch_id(live.table.id)
    assert again != await node.rematch_id((await opened(node)).table.id)  # every table has its own
    await node.open_rematch(live.table, ANN, again)
    pledged = (await node.live(again)).table.opened.pledge
    await store.write(("delete from events where tab = $1", (again,)))
    del node.tables[again]
    done = await ask(node, live, ANN, 0, again=True)
    assert done.table == again and (await node.live(again)).table.opened.pledge == pledged


async def test_nothing_is_shown_that_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node)
        before = live.table

        async def full(*args: Any) -> None:
            from tablee.server.refusals import StoreUnavailable

            raise StoreUnavailable

        with monkeypatch.context() as patch:
            patch.setattr(node.store, "append", full)
            with pytest.raises(ServerRefusal) as caught:
                await play(node, live, Random(1), 1)
            assert caught.value.code == "storage"
            assert live.table is before
        assert await play(node, live, Random(1), 1) == 1


async def test_a_card_is_written_when_it_says_something_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with noded(tmp_path) as node:
        cards: list[TableSummary | None] = []
        append = node.store.append

        async def noting(table: str, after: int, bodies: Any, summary: TableSummary | None) -> None:
            cards.append(summary)
            await append(table, after, bodies, summary)

        monkeypatch.setattr(node.store, "append", noting)
        live = await opened(node)
        del cards[:]
        await play(node, live, Random(1), 6)
        assert cards == [None] * 6  # plain moves
        await ask(node, live, ANN, say="hello")
        assert len(cards) == 7 and cards[-1] is not None
        del node.tables[live.table.id]  # a node that was started again does not know what is stored
        live = await node.live(live.table.id)
        await play(node, live, Random(1), 2)
        assert [summary is None for summary in cards[7:]] == [False, True]
        await play(node, live, Random(1))
        assert live.table.ended and cards[-1] is not None and cards[-1].status == "over"


async def test_a_reader_is_told_the_gap_and_a_long_one_is_told_afresh(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node)
        watching = Reader(None, (None,), 0)
        (first,) = await node.news(live, watching)
        assert [event.n for event in first.events] == list(range(1, live.table.n + 1))
        then = live.table.n
        await play(node, live, Random(3), 10)
        (gap,) = await node.news(live, watching)
        assert [event.n for event in gap.events] == list(range(then + 1, live.table.n + 1)) and gap.head is None
        assert all(isinstance(event, LogLine) for event in gap.events)
        await play(node, live, Random(3))
        late = Reader(None, (None,), then)
        (told,) = await node.news(live, late)
        assert [event.n for event in told.events] == list(range(then + 1, live.table.n + 1))  # older than the tail
        assert await node.news(live, late) != [] and (await node.news(live, late))[0].events == ()


async def test_a_bot_that_fails_is_replaced_by_the_level_below_and_the_table_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with noded(tmp_path) as node:

        async def fail(game: Any, level: str, state: Any, asked: Prompt) -> str:
            if level == "random":
                return str(asked.offers[0])
            raise RuntimeError(level)

        monkeypatch.setattr(node.bot_pool, "think", fail)
        levels = ["random", "club"]
        monkeypatch.setattr("tablee.bots.levels", lambda game: levels)
        monkeypatch.setattr("tablee.bots.bot", lambda game, level: None)
        id = await node.open_table(Settings("sixteen", {}, (SeatPlan("me"), SeatPlan("bot", "club"))), ANN)
        live = await node.live(id)
        await ask(node, live, ANN, start=True)
        waiting = Waiting("another bot on seat 1")
        while not any(isinstance(step.event, Botted) for step in live.table.tail):
            waiting.check()
            await play(node, live, Random(1), 1) if live.table.waiting == (0,) else await asyncio.sleep(0.01)
        assert live.table.bot_of(1) == "random"


async def test_a_bots_failing_is_logged_without_its_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wrong(game: Any, level: str, state: Any, asked: Prompt) -> str:
        return "my g7 and p3" if level == "beginner" else str(asked.offers[0])

    async with noded(tmp_path) as node:
        monkeypatch.setattr(node.bot_pool, "think", wrong)
        seats = (SeatPlan("me"), SeatPlan("bot", "beginner"))
        id = await node.open_table(Settings("sixteen", {"first": "1", "players": "2"}, seats), ANN)
        live = await node.live(id)
        with capture_logs() as logged:
            await ask(node, live, ANN, start=True)
            await eventually(lambda: live.table.bot_of(1) != "beginner", "another bot on seat 1")
        assert [entry["event"] for entry in logged] == ["bot_failed"] and "g7" not in str(logged)


async def test_c77_25_bots_are_polled_once_before_each_question_from_the_player_to_ask_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three of them and Ann on seat 3: seat 0 is to ask, and seat 2 declares before it does."""
    asked: list[tuple[int, str]] = []
    done = asyncio.Event()

    async def note(game: Any, level: str, state: Any, prompt: Prompt) -> str | None:
        first = prompt.offers[0]
        asked.append((prompt.seat, "polled" if prompt.polled else str(first)))
        if len(asked) == 10:
            done.set()
        return "declare 1,1,1" if len(asked) == 3 else None if prompt.polled else str(first)

    async with noded(tmp_path) as node:
        monkeypatch.setattr(node.bot_pool, "think", note)
        seats = (*(SeatPlan("bot", "club"),) * 3, SeatPlan("me"))
        id = await node.open_table(Settings("code777", {"players": "4", "first": "0"}, seats), ANN)
        live = await node.live(id)
        await ask(node, live, ANN, start=True)
        await asyncio.wait_for(done.wait(), PATIENCE)
    first = [(0, "polled"), (1, "polled"), (2, "polled"), (0, "ask")]
    assert asked[:10] == [*first, (1, "polled"), (0, "polled"), (1, "ask"), (0, "polled"), (1, "polled"), (2, "ask")]


async def test_a_long_log_has_pages_that_fit_together(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node)
        await play(node, live, Random(5), 20)
        said = [events.encode(Said(n, "Ann", "word", "players", 0)) for n in range(2 * LOG_PAGE)]
        await node.store.append(live.table.id, live.table.n, said, None)
        node.tables.clear()
        live = await node.live(live.table.id)
        pages = [await log_page(node, live, since) for since in range(0, 3000, LOG_PAGE)]
        assert [len(page) for page in pages] == [LOG_PAGE, LOG_PAGE, live.table.n - 2 * LOG_PAGE]
        assert [entry.n for page in pages for entry in page] == list(range(1, live.table.n + 1))
        assert await log_page(node, live, live.table.n) == []
        whole = log_entries(live.table, await past_steps(node.store, live.table, 0, live.table.n), Seat(0), True)
        assert [entry for page in pages for entry in page] == whole
