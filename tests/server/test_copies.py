"""Backups, restores and moves between engines: a server that is started with a copy continues its games."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from tablee.server.store.schema import COLUMNS, STEPS
from tests.server.conftest import emptied
from tests.server.engines import PostgresServer
from tests.server.serving import Served
from tests.server.test_migrations import first_rows, lay_sqlite
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio


def tablee(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tablee", "--lang", "en", *words], capture_output=True, text=True, timeout=PATIENCE
    )


def done(*words: str) -> str:
    found = tablee(*words)
    assert found.returncode == 0, found.stderr
    return found.stdout


def refused(*words: str) -> str:
    found = tablee(*words)
    assert found.returncode == 1 and not found.stdout and "Traceback" not in found.stderr
    return found.stderr


class Game:
    """A running game of one person, and how it goes on."""

    def __init__(self, served: Served) -> None:
        self.token = served.guest("Ann")
        self.table = served.table(self.token, "sixteen", [{"kind": "me"}, {"kind": "me"}])
        served.ask(self.table, self.token, seat=0, start=True)
        self.moves = 0
        self.move(served)

    def news(self, served: Served) -> list[dict[str, object]]:
        return list(served.call("GET", f"/api/tables/{self.table}", token=self.token))

    def move(self, served: Served) -> None:
        """Whoever is to move does so: the game goes on."""
        turn = next(one for one in self.news(served) if one.get("legal"))
        legal = turn["legal"]
        assert isinstance(legal, list)
        assert "done" in served.ask(self.table, self.token, seat=turn["seat"], do=legal[0])
        self.moves += 1

    def lines(self, served: Served) -> int:
        log = served.call("GET", f"/api/tables/{self.table}/log?seat=0", token=self.token)
        return sum(entry["is"] == "line" for entry in log)


def test_the_list_of_columns_for_copies_is_that_of_the_newest_schema(tmp_path: Path) -> None:
    with Served(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file:
        names = [name for (name,) in file.execute("select name from sqlite_master where type = 'table'")]
        found = {name: tuple(row[1] for row in file.execute(f"pragma table_info({name})")) for name in names}
    assert found == COLUMNS


@pytest.mark.parametrize("leftover", ["nothing", "an old log", "a newer database"])
def test_a_backup_of_a_running_server_is_restored_whatever_is_there(tmp_path: Path, leftover: str) -> None:
    store, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    with Served(tmp_path) as served:
        game = Game(served)
        assert "copied into" in done("backup", str(copy), "--store", str(store))
        lines = game.lines(served)
        game.move(served)  # after the backup: it is not in it
        wal = Path(f"{store}-wal").read_bytes()
        assert "a server is using" in refused("restore", str(copy), "--store", str(store), "--replace")
        served.kill()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.glob("copy.db*")) == ["copy.db"]  # whole, in one file
    if leftover != "a newer database":
        for name in ("", "-wal", "-shm"):
            Path(f"{store}{name}").unlink(missing_ok=True)
        if leftover == "an old log":
            Path(f"{store}-wal").write_bytes(wal)
    else:
        assert "--replace" in refused("restore", str(copy), "--store", str(store))
    said = done("restore", str(copy), "--store", str(store), "--replace")
    assert ("kept as" in said) == (leftover != "nothing")
    with Served(tmp_path) as served:
        assert game.lines(served) == lines
        game.move(served)
        assert game.lines(served) > lines


def test_a_backup_replaces_no_file_and_half_of_one_is_never_found(tmp_path: Path) -> None:
    store, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    assert "there is no file" in refused("backup", str(copy), "--store", str(store))
    with Served(tmp_path):
        pass
    copy.write_text("precious")
    assert "already exists" in refused("backup", str(copy), "--store", str(store))
    assert copy.read_text() == "precious"
    assert "folder" in refused("backup", str(tmp_path / "no" / "copy.db"), "--store", str(store))
    store.write_bytes(b"SQLite format 3\0" + bytes(5000))
    refused("backup", str(tmp_path / "other.db"), "--store", str(store))
    assert not list(tmp_path.glob("other.db*"))


def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    text, other, newer = tmp_path / "text", tmp_path / "other.db", tmp_path / "newer.db"
    text.write_text("no database at all, but a text that is long enough")
    with closing(sqlite3.connect(other)) as file:
        file.execute("create table things (name text)")
    with closing(sqlite3.connect(newer)) as file:
        file.execute("create table events (tab text)")
        file.execute(f"pragma user_version = {len(STEPS) + 1}")
    target = tmp_path / "tables.db"
    for path, why in ((text, ""), (other, "not a backup"), (newer, "newer"), (tmp_path / "none", "no file")):
        assert why in refused("restore", str(path), "--store", str(target))
        assert not target.exists()


async def test_a_file_is_moved_to_postgresql_and_back(tmp_path: Path, postgres_server: PostgresServer) -> None:
    address = await emptied(postgres_server.address)
    store = tmp_path / "tables.db"
    with Served(tmp_path) as served:
        game = Game(served)
        assert "a server is using" in refused("move", str(store), address)
    with closing(sqlite3.connect(store)) as file:
        (lines,) = file.execute("select count(*) from events").fetchone()
    assert f"{lines} events" in done("move", str(store), address)
    assert "not empty" in refused("move", str(store), address)
    with Served(tmp_path, address) as served:
        before = game.lines(served)
        game.move(served)
        done("backup", str(tmp_path / "back.db"), "--store", address)
        game.move(served)
    assert "not empty" in refused("restore", str(tmp_path / "back.db"), "--store", address)
    await emptied(postgres_server.address)
    done("restore", str(tmp_path / "back.db"), "--store", address)
    with Served(tmp_path, address) as served:
        assert game.lines(served) > before
    done("restore", str(tmp_path / "back.db"), "--store", str(tmp_path / "again.db"))
    with Served(tmp_path, str(tmp_path / "again.db")) as served:
        game.move(served)


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as file:
        return int(file.execute("pragma user_version").fetchone()[0])


async def test_a_store_of_the_first_version_is_migrated_after_a_dry_run(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    store = tmp_path / "tables.db"
    lay_sqlite(store, first_rows())
    with closing(sqlite3.connect(store)) as file:
        file.execute("pragma user_version = 1")
    before = store.read_bytes()
    assert f"from schema 1 to {len(STEPS)} works" in done("store", "migrate", "--dry-run", "--store", str(store))
    assert store.read_bytes() == before and version(store) == 1
    done("move", str(store), await emptied(postgres_server.address))  # an older file is brought up to date on its way
    assert "was updated" in done("store", "migrate", "--store", str(store))
    assert version(store) == len(STEPS)
    assert "up to date" in done("store", "migrate", "--store", str(store))


async def test_a_dry_run_leaves_postgresql_as_it_is(postgres_server: PostgresServer) -> None:
    address = await emptied(postgres_server.address)
    done("store", "migrate", "--dry-run", "--store", address)
    connection = await asyncpg.connect(address)
    try:
        assert await connection.fetchval("select to_regclass('events')") is None
        done("store", "migrate", "--store", address)
        assert await connection.fetchval("select to_regclass('events')") is not None
    finally:
        await connection.close()
