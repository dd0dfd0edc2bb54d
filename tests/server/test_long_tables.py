"""Long tables: a worker plays them, and what comes back is the table that its events make."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from tablee import record
from tablee.contract import replay
from tablee.games import GAMES
from tablee.server.refusals import TableDamaged
from tablee.server.tables import events, past
from tablee.server.tables import table as table_module
from tablee.server.tables.events import Said, TakenBack
from tablee.server.tables.failed_tables import MOST, FailedTables
from tablee.server.tables.long_tables import KEPT, PlayedTable, play_long
from tablee.server.tables.stored_events import PAGE, read_stored
from tablee.server.tables.table import TAIL, fold
from tests.server.tables_on_a_node import noded, opened, play

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_worker_has_played_is_the_table(game: str, tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node, game, 3 if game == "golden21" else 2)
        while live.table.live and live.table.n < 2 * TAIL:
            await play(node, live, Random(live.table.n), 20)
        said = [events.encode(Said(n, "Ann", "word", "players", 0)) for n in range(TAIL)]
        await node.store.append(live.table.id, live.table.n, said, None)
        stored = await read_stored(node.store, live.table.id)
        played = play_long(stored)
        assert isinstance(played, PlayedTable)
        table, whole = played.read(), fold(live.table.id, list(stored.events()))
        assert table.n == whole.n - TAIL and table.game is whole.game
        for body in stored.last(TAIL):
            table = table.take(events.decoder.decode(body))
        assert table.past[-KEPT:] == whole.past[-KEPT:]
        assert structs.asdict(structs.replace(table, past=())) == structs.asdict(structs.replace(whole, past=()))
        assert table.awaits() == whole.awaits() and [table.legal(seat) for seat in table.seats] == [
            whole.legal(seat) for seat in whole.seats
        ]


async def test_a_long_table_is_loaded_by_a_worker_and_damage_in_it_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node)
        await play(node, live, Random(1), 30)
        said = [events.encode(Said(n, "Ann", "word", "players", 0)) for n in range(PAGE)]
        await node.store.append(live.table.id, live.table.n, said, None)
        expected = fold(live.table.id, list((await read_stored(node.store, live.table.id)).events()))

        async def fold_here(*_: object) -> None:
            raise AssertionError("it is long")

        monkeypatch.setattr(past, "fold_stored", fold_here)
        node.tables.clear()
        live = await node.live(live.table.id)
        assert (live.table.n, live.table.moves, live.table.state) == (expected.n, expected.moves, expected.state)
        assert await play(node, live, Random(2), 5) == 5
        node.tables.clear()
        await node.store.write(("update events set body = $1 where tab = $2 and n = 400", (b"{}", live.table.id)))
        with pytest.raises(TableDamaged) as caught:
            await node.live(live.table.id)
        assert caught.value.n == 400


async def test_lines_are_taken_back_without_playing_the_game_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node)
        await play(node, live, Random(3), 20)
        table = live.table
    monkeypatch.setattr(table_module, "replay", None)
    for taken in (1, 3, 2, 1):
        table = table.take(TakenBack(0, 0, taken))
        again = [record.read_move(table.game, line) for line in table.moves]
        assert table.state == replay(table.game, table.options, again)


async def test_tables_that_failed_are_not_remembered_without_end() -> None:
    failed = FailedTables()
    for n in range(MOST + 10):
        failed.add(f"t{n}", ValueError())
    assert len(failed.since) == MOST and "t0" not in failed and f"t{MOST + 9}" in failed
