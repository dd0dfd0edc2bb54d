"""A damaged store: what is damaged is named, everything else goes on, and what can be saved is saved."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablee.server.refusals import (
    NoStore,
    ServerRefusal,
    StoreDamaged,
    StoreFolderMissing,
    StoreFull,
    StoreGone,
    StoreReadOnly,
    TableDamaged,
)
from tablee.server.store import Store, TableSummary
from tablee.server.store.postgres import Postgres
from tablee.server.store.sqlite import Sqlite, damaged_logs
from tablee.server.store.sqlite_pages import INDEX_ROWS, ROWS, rows_of, split_pages
from tablee.server.store.wal import check_wal
from tablee.server.store_check import check_store
from tablee.server.store_salvage import salvage
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.node import Node
from tablee.server.tables.past import load_table
from tablee.server.worker_pool import WorkerPool, WorkLimits
from tests.server.serving import Served
from tests.server.tables_on_a_node import noded, opened, play
from tests.waiting import PATIENCE, Waiting

pytestmark = pytest.mark.anyio

SUMMARY = TableSummary("live", True, 1, None, False, b"{}", ("ann",))


def flip(path: Path, at: int, length: int = 1) -> None:
    """These bytes are other ones now."""
    data = bytearray(path.read_bytes())
    for place in range(at, at + length):
        data[place] ^= 0xFF
    path.write_bytes(data)


def page_of(path: Path, text: bytes) -> int:
    """The first byte of a page that contains this text, and no way to other pages."""
    pages = split_pages(path.read_bytes())
    return next(4096 * (n - 1) for n, page in pages.items() if text in page and page[0] in (ROWS, INDEX_ROWS))


async def played(folder: Path, tables: int = 30) -> list[str]:
    """A store with games that have begun; their ids."""
    async with noded(folder) as node:
        ids = []
        for n in range(tables):
            live = await opened(node, "sixteen")
            await play(node, live, Random(n), 12)
            ids.append(live.table.id)
    return ids


def damaged_tables(path: Path, page: int) -> set[str]:
    """The tables that have events on this page."""
    found = rows_of({2: split_pages(path.read_bytes())[page // 4096 + 1]})
    return {str(row[0]) for row in found if len(row) == 4 and isinstance(row[2], bytes)}


# ---- pages ------------------------------------------------------------------------------------


async def test_a_damaged_page_is_named_and_all_other_tables_go_on(tmp_path: Path) -> None:
    ids = await played(tmp_path)
    path = tmp_path / "tables.db"
    page = page_of(path, b'"what":"moved"')
    hurt = damaged_tables(path, page)
    assert 0 < len(hurt) < len(ids)
    flip(path, page, 100)
    with Served(tmp_path) as served:
        assert "store_damaged" in served.log.read_text()
        ann = served.guest("Ann")
        answers = {id: served.answer("GET", f"/api/tables/{id}?lang=en") for id in ids}
        refused = {id for id, (status, _) in answers.items() if status != 200}
        assert hurt <= refused and len(refused - hurt) <= 1  # the one before may go on there
        for id in refused:
            status, answer = answers[id]
            assert (status, answer["code"]) == (503, "storage") and "damaged" in answer["why"]
        french = served.call("GET", f"/api/tables/{min(hurt)}?lang=fr")["why"]
        assert "abîmée" in french
        assert served.answer("GET", "/api/tables", token=ann)[0] == 200
        made = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "me"}])
        assert "done" in served.ask(made, ann, start=True, seat=0)
    assert "Traceback" not in served.log.read_text()


async def test_the_lobby_leaves_out_what_lies_on_a_damaged_page(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = Sqlite(path)
    await store.open()
    for n in range(60):
        head = json.dumps({"id": f"t{n}", "v": 2, "game": "sixteen"}).encode().ljust(400)
        await store.create(f"t{n}", b"s", [b"{}"], TableSummary("live", True, n, None, False, head, ("ann",)))
    await store.close()
    flip(path, page_of(path, b'{"id": "t20"'), 8)
    store = Sqlite(path)
    await store.open()
    try:
        assert store.damage
        left = {json.loads(head)["id"] for head in await store.lobby(100)}
        assert 30 < len(left) < 60 and "t20" not in left
        assert {json.loads(head)["id"] for head in await store.tables_of("ann")} == left
        with pytest.raises(StoreDamaged):
            await store.read("select count(*), max(head) from tables")
    finally:
        await store.close()


async def test_a_write_that_needs_the_damaged_page_fails_alone(tmp_path: Path) -> None:
    import asyncio

    path = tmp_path / "tables.db"
    store = Sqlite(path)
    await store.open()
    ids = [f"t{n:03}" for n in range(100)]
    for id in ids:
        await store.create(id, b"s", [b"%s-first" % id.encode() + b"x" * 300], SUMMARY)
    await store.close()
    flip(path, page_of(path, b"t050-first"), 8)
    store = Sqlite(path)
    await store.open()
    got = await asyncio.gather(*(store.append(id, 1, [b"2"], None) for id in ids), return_exceptions=True)
    await store.close()
    failed = {id for id, answer in zip(ids, got, strict=True) if answer is not None}
    assert 0 < len(failed) < 30 and "t050" in failed, failed
    assert all(answer is None or isinstance(answer, StoreDamaged) for answer in got), got


# ---- rows ---------------------------------------------------------------------------------------


async def change_row(store: Store, sql: str, *args: Any) -> None:
    await store.write((sql, args))


@pytest.mark.parametrize("hurt", ["changed", "missing", "end missing", "all missing"])
async def test_a_damaged_row_is_noticed_when_its_table_is_read(store: Store, hurt: str) -> None:
    node = Node(store, NoBus(), BotPool())
    id = (await opened(node, "sixteen")).table.id
    bodies = await store.load(id)
    summary = TableSummary("live", True, 1, None, False, b"{}", ("ann",))
    await store.create("t", b"s", bodies[:5], summary)
    await store.create("other", b"s", bodies[:5], summary)
    sql = {
        "changed": "update events set body = $2 where tab = $1 and n = 3",
        "missing": "delete from events where tab = $1 and n = 3",
        "end missing": "delete from events where tab = $1 and n > 2",
        "all missing": "delete from events where tab = $1",
    }[hurt]
    await change_row(store, sql, "t", *([bodies[0]] if hurt == "changed" else []))
    with pytest.raises(TableDamaged) as caught:
        await load_table(store, "t", WorkerPool("loading", WorkLimits()))
    assert caught.value.facts["n"] == (1 if hurt == "all missing" else 3)
    assert (await load_table(store, "other", WorkerPool("loading", WorkLimits()))).n == 5


async def test_events_of_older_versions_have_no_checksum_and_are_read(store: Store) -> None:
    await store.create("t", b"s", [b"1"], SUMMARY)
    await change_row(store, "update events set sum = null, body = $2 where tab = $1", "t", b"2")
    assert await store.load("t") == [b"2"]


async def test_a_table_without_its_secret_is_damaged(store: Store) -> None:
    await store.create("t", b"s", [b"1"], SUMMARY)
    await change_row(store, "delete from secrets where tab = $1", "t")
    with pytest.raises(TableDamaged):
        await store.secret("t")


# ---- the write-ahead log ----------------------------------------------------------------------------


def killed_with_a_log(folder: Path) -> list[str]:
    """A server is killed: all that it wrote is in the log. The ids of its tables."""
    served = Served(folder)
    ann = served.guest("Ann")
    ids = [served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}]) for _ in range(12)]
    served.kill()
    assert not check_wal(folder / "tables.db").damaged
    return ids


def header(wal: Path) -> None:
    flip(wal, 4, 8)


def middle(wal: Path) -> None:
    size = wal.stat().st_size
    flip(wal, 32 + (size // 2 // 4120) * 4120 + 2000, 50)


def half(wal: Path) -> None:
    os.truncate(wal, 32 + (wal.stat().st_size // 2 // 4120) * 4120)


def gone(wal: Path) -> None:
    wal.unlink()


@pytest.mark.parametrize("hurt", [header, middle, half, gone])
async def test_a_damaged_log_is_noticed_kept_and_its_tables_are_not_said_never_to_have_been(
    hurt: Callable[[Path], None], tmp_path: Path
) -> None:
    ids = killed_with_a_log(tmp_path)
    hurt(tmp_path / "tables.db-wal")
    assert check_wal(tmp_path / "tables.db").damaged
    with Served(tmp_path) as served:
        assert '"what": "log"' in served.log.read_text()
        assert damaged_logs(tmp_path / "tables.db")
        statuses = {id: served.answer("GET", f"/api/tables/{id}?lang=en") for id in ids}
        lost = [answer for status, answer in statuses.values() if status != 200]
        assert lost and all(answer["code"] == "storage" and "may have lost it" in answer["why"] for answer in lost)
        ann = served.guest("Ann")
        assert served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
    assert "Traceback" not in served.log.read_text()
    if hurt in (header, middle):  # nothing is cut off: all but one page is still there
        report = await salvage(tmp_path / "tables.db", tmp_path / "saved.db")
        assert report.tables >= len(ids), report
    with Served(tmp_path) as served:  # until the owner has cleared it up
        assert served.answer("GET", "/api/tables/nothing")[0] == 503
    for file in damaged_logs(tmp_path / "tables.db"):
        file.unlink()
    with Served(tmp_path) as served:
        assert served.answer("GET", "/api/tables/nothing")[0] == 404


async def test_a_transaction_that_was_cut_off_is_no_damage(tmp_path: Path) -> None:
    ids = killed_with_a_log(tmp_path)
    wal = tmp_path / "tables.db-wal"
    os.truncate(wal, wal.stat().st_size + 1000)  # the beginning of a frame
    assert not check_wal(tmp_path / "tables.db").damaged
    with Served(tmp_path) as served:
        assert all(served.answer("GET", f"/api/tables/{id}")[0] == 200 for id in ids)
    assert not damaged_logs(tmp_path / "tables.db")


# ---- check and salvage ------------------------------------------------------------------------------


async def test_check_finds_nothing_in_a_sound_store(store: Store, tmp_path: Path) -> None:
    node = Node(store, NoBus(), BotPool())
    live = await opened(node, "sixteen")
    await play(node, live, Random(1), 12)
    report = await check_store(
        Postgres(store.address) if isinstance(store, Postgres) else Sqlite(tmp_path / "tables.db")
    )
    assert report.well and report.tables == 1 and report.events > 10


async def test_check_names_the_damaged_tables(store: Store, tmp_path: Path) -> None:
    node = Node(store, NoBus(), BotPool())
    ids = [(await opened(node, "sixteen")).table.id for _ in range(3)]
    await change_row(store, "delete from events where tab = $1 and n = 2", ids[0])
    await change_row(store, "update tables set head = $2 where id = $1", ids[1], b"rubbish")
    report = await check_store(
        Postgres(store.address) if isinstance(store, Postgres) else Sqlite(tmp_path / "tables.db")
    )
    assert report.damaged == {ids[0]: 2} and report.heads == [ids[1]] and not report.well


@pytest.mark.parametrize("seed", range(6))
async def test_salvage_saves_what_lies_on_sound_pages(seed: int, tmp_path: Path) -> None:
    """Any page is damaged, the first one, too: all tables but those on it are saved, and can be played on."""
    ids = await played(tmp_path)
    path = tmp_path / "tables.db"
    pages = path.stat().st_size // 4096
    page = 0 if seed == 0 else Random(seed).randrange(1, pages)
    hurt = damaged_tables(path, page * 4096) if page else set()
    flip(path, page * 4096, 4096)
    before = path.read_bytes()
    report = await salvage(path, tmp_path / "saved.db")
    assert path.read_bytes() == before
    whole = set(ids) - hurt - set(report.cut) - set(report.lost)
    assert len(whole) >= len(ids) - max(12, len(hurt)), report
    found = await check_store(Sqlite(tmp_path / "saved.db"))
    assert not found.damaged and not found.pages and found.tables == report.tables
    async with noded(tmp_path, Sqlite(tmp_path / "saved.db")) as node:
        live = await node.live(min(whole))
        assert await play(node, live, Random(0)) > 0 or live.table.ended
        assert live.table.ended is not None


def command(*words: str, lang: str = "en") -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tablee", "--lang", lang, "store", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


async def test_the_commands_say_what_they_found_in_both_languages(tmp_path: Path) -> None:
    ids = await played(tmp_path, 5)
    path = str(tmp_path / "tables.db")
    assert command("check", "--store", path)[0] == 0
    with sqlite3.connect(path) as file:
        file.execute("delete from events where tab = ? and n = 4", (ids[0],))
    file.close()
    code, said = command("check", "--store", path)
    assert code == 1 and f"Table {ids[0]} is damaged from event 4 on." in said and "tablee store salvage" in said
    code, said = command("check", "--store", path, lang="fr")
    assert code == 1 and f"La table {ids[0]} est abîmée à partir de l’événement 4." in said
    code, said = command("salvage", "--store", path, str(tmp_path / "new.db"))
    assert code == 1 and "5 tables" in said and f"Table {ids[0]} was saved up to event 3" in said
    assert stat.S_IMODE((tmp_path / "new.db").stat().st_mode) == 0o600
    code, said = command("salvage", "--store", path, str(tmp_path / "new.db"), lang="fr")
    assert code == 1 and "existe déjà" in said
    code, said = command("check", "--store", str(tmp_path / "nothing.db"))
    assert code == 1 and "there is no file" in said and not (tmp_path / "nothing.db").exists()


# ---- permissions, and disks that cannot be written ------------------------------------------------------


async def test_files_are_their_owners_alone_whatever_the_umask_is(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        store = Sqlite(tmp_path / "data" / "tables.db", make_folder=True)
        await store.open()
        await store.create("t", b"s", [b"1"], SUMMARY)
        files = sorted((tmp_path / "data").iterdir())
        assert len(files) == 3  # with the log and its index
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
        await store.close()
    finally:
        os.umask(old)


async def test_what_others_could_read_they_cannot_any_more(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = Sqlite(path)
    await store.open()
    await store.close()
    path.chmod(0o644)
    again = Sqlite(path)
    await again.open()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    await again.close()


async def test_a_missing_folder_is_said_to_be_missing_and_not_created(tmp_path: Path) -> None:
    with pytest.raises(StoreFolderMissing, match="there is no folder"):
        await Sqlite(tmp_path / "usb stick" / "tables.db").open()
    assert not (tmp_path / "usb stick").exists()


async def test_what_is_no_database_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"no database at all" * 500)
    with pytest.raises(NoStore):
        await Sqlite(tmp_path / "x.db").open()


async def written(store: Sqlite, pragma: str) -> None:
    """The writer's own connection has this setting from now on."""
    await store.write((f"pragma {pragma}", ()))


async def test_a_full_disk_refuses_as_storage_and_loses_nothing(tmp_path: Path) -> None:
    store = Sqlite(tmp_path / "tables.db")
    await store.open()
    await store.create("t", b"s", [b"1"], SUMMARY)
    await written(store, "max_page_count = 40")  # SQLite's own word for a disk that is full
    with pytest.raises(StoreFull, match="disk is full"):
        for n in range(1, 500):
            await store.append("t", n, [b"x" * 3000], None)
    kept = len(await store.load("t"))
    await written(store, "max_page_count = 100000")
    await store.append("t", kept, [b"again"], None)
    assert len(await store.load("t")) == kept + 1
    await store.close()


async def test_a_read_only_disk_refuses_as_storage(tmp_path: Path) -> None:
    store = Sqlite(tmp_path / "tables.db")
    await store.open()
    await written(store, "query_only = on")
    with pytest.raises(StoreReadOnly, match="read-only"):
        await store.create("t", b"s", [b"1"], SUMMARY)
    await store.close()


async def test_a_file_that_was_removed_is_not_written_any_more(tmp_path: Path) -> None:
    store = Sqlite(tmp_path / "tables.db")
    await store.open()
    await store.create("t", b"s", [b"1"], SUMMARY)
    (tmp_path / "tables.db").rename(tmp_path / "elsewhere.db")
    n, waiting = 1, Waiting("the store to notice")
    with pytest.raises(StoreGone, match="removed"):
        while True:
            await store.append("t", n, [b"x"], None)
            n += 1
            waiting.check()
    (tmp_path / "elsewhere.db").rename(tmp_path / "tables.db")
    await store.append("t", n, [b"x"], None)
    await store.close()


def test_a_running_server_says_storage_when_nothing_more_can_be_written(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        ann = served.guest("Ann")
        table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "me"}])
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        status, answer = served.answer("POST", f"/api/tables/{table}", {"id": "s", "start": True, "seat": 0}, ann)
        assert (status, answer["code"]) == (503, "storage")
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert "done" in served.ask(table, ann, start=True, seat=0)


@pytest.mark.untraced
@pytest.mark.parametrize(("lang", "said"), [("en", "cannot write to"), ("fr", "impossible d’écrire dans")])
def test_a_store_that_cannot_be_written_ends_the_program_with_a_sentence(lang: str, said: str, tmp_path: Path) -> None:
    """As root, who may write everywhere, the limit on the size of files stands for the full disk."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1))

    done = subprocess.run(
        [sys.executable, "-m", "tablee", "--lang", lang, "serve", "--port", "0", "--store", str(tmp_path / "t.db")],
        capture_output=True, text=True, timeout=PATIENCE, preexec_fn=limit,
    )  # fmt: skip
    assert done.returncode == 1 and "Traceback" not in done.stderr and said in done.stderr, done


def test_errors_are_refusals_with_the_code_storage() -> None:
    for kind in (StoreDamaged, StoreFull, StoreGone, StoreReadOnly):
        refusal: ServerRefusal = kind()
        assert refusal.code == "storage"
