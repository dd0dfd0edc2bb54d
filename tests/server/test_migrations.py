"""Stores that earlier servers filled are opened by this one: all is there, and play goes on."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from time import time
from typing import Any

import asyncpg
import pytest

from tablee import record
from tablee.games import GAMES
from tablee.server.store import postgres, sqlite
from tablee.server.store.schema import STEPS
from tests.server.conftest import emptied
from tests.server.engines import PostgresServer
from tests.server.keep_store import hash_steps
from tests.server.serving import Player, Served, together
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

FIRST = Path(__file__).parent / "first"
TENTH = Path(__file__).parent / "tenth"  # a store of schema 10, kept by keep_store.py


def first_schema(dialect: dict[str, str]) -> list[str]:
    text = (FIRST / "schema.sql").read_text().partition("\n")[2]
    return [statement.format(**dialect) for statement in text.split(";\n") if statement]


def first_rows() -> dict[str, Any]:
    """What the first server wrote, as if it had stopped a minute ago: all its times are moved."""
    text = (FIRST / "rows.json").read_text()
    stamps = [int(found) for found in re.findall(r"\b\d{13}\b", text)]
    shift = int(time() * 1000) - 60_000 - sorted(stamps)[-2]  # the last of all is a deadline to come
    kept: dict[str, Any] = json.loads(re.sub(r"\b\d{13}\b", lambda found: str(int(found[0]) + shift), text))
    return kept | {"version": 1}


def tenth_rows() -> dict[str, Any]:
    """What schema 10 held, as if it had stopped a minute ago. Events stay as they are: they have checksums."""
    kept: dict[str, Any] = json.loads((TENTH / "rows.json").read_text(encoding="utf-8"))
    others = json.dumps({name: rows for name, rows in kept["rows"].items() if name != "events"})
    stamps = [int(found) for found in re.findall(r"\b\d{13}\b", others)]
    shift = int(time() * 1000) - 60_000 - max(stamps)
    moved = re.sub(r"\b\d{13}\b", lambda found: str(int(found[0]) + shift), others)
    return kept | {"rows": {"events": kept["rows"]["events"], **json.loads(moved)}}


ROWS = {"first": first_rows, "tenth": tenth_rows}


def earlier_schema(version: int, dialect: dict[str, str]) -> list[str]:
    return [statement.format(**dialect) for step in STEPS[:version] for statement in step]


def cell(value: Any) -> Any:
    """Bytes stand in the file as text or in hexadecimal digits."""
    if not isinstance(value, dict):
        return value
    return bytes.fromhex(value["hex"]) if "hex" in value else value["text"].encode()


def inserts(kept: dict[str, Any]) -> list[tuple[str, int, list[list[Any]]]]:
    return [(name, len(rows[0]), [[cell(value) for value in row] for row in rows])
            for name, rows in kept["rows"].items()]  # fmt: skip


def lay_sqlite(path: Path, kept: dict[str, Any]) -> None:
    with sqlite3.connect(path) as connection:
        for statement in earlier_schema(kept["version"], sqlite.DIALECT):
            connection.execute(statement)
        for name, width, rows in inserts(kept):
            connection.executemany(f"insert into {name} values ({', '.join('?' * width)})", rows)
        connection.execute(f"pragma user_version = {kept['version']}")
    connection.close()


async def lay_postgres(address: str, kept: dict[str, Any]) -> None:
    connection = await asyncpg.connect(await emptied(address))
    for statement in ("create table schema (version int not null)", f"insert into schema values ({kept['version']})",
                      *earlier_schema(kept["version"], postgres.DIALECT)):  # fmt: skip
        await connection.execute(statement)
    for name, width, rows in inserts(kept):
        places = ", ".join(f"${n}" for n in range(1, width + 1))
        await connection.executemany(f"insert into {name} values ({places})", rows)
    await connection.close()


@pytest.mark.parametrize("schema", ROWS)
@pytest.mark.parametrize("engine", ["sqlite", pytest.param("postgres", marks=pytest.mark.database)])
async def test_a_store_of_an_earlier_schema_is_read_and_played_on(
    engine: str, schema: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    kept = ROWS[schema]()
    address = ""
    if engine == "sqlite":
        lay_sqlite(tmp_path / "tables.db", kept)
    else:
        server: PostgresServer = request.getfixturevalue("postgres_server")
        address = server.address
        await lay_postgres(address, kept)
    with Served(tmp_path, address) as served:
        ann, ben, live, closed = (kept[name] for name in ("ann", "ben", "live", "closed"))
        assert (await version(served, tmp_path, address)) == len(STEPS)
        assert served.call("GET", "/api/me", token=ann)["login"] == "ann"
        assert served.answer("POST", "/api/login", {"login": "ann", "password": "correct horse"})[0] == 200
        branch = [*filter(None, [kept.get("branch")])]
        mine = [head["id"] for head in served.call("GET", "/api/tables", token=ann)["mine"]]
        assert sorted(mine) == sorted([live, closed, *branch])
        assert [card["id"] for card in served.call("GET", "/api/branches", token=ann)] == branch
        assert served.call("GET", f"/api/tables/{live}/notes", token=ann) == {"text": "Ben bluffs"}
        assert [card["id"] for card in served.call("GET", "/api/notebooks", token=ann)] == [
            *filter(None, [kept.get("book")])
        ]
        old = record.read(served.call("GET", f"/api/tables/{closed}/record"), GAMES)
        assert old.seats == ("Ann", "Ben") and len(list(record.states(old))) == len(old.moves) + 1 > 10
        log = served.call("GET", f"/api/tables/{live}/log", token=ben)
        events = [row for row in kept["rows"]["events"] if row[0] == live]
        assert [event["n"] for event in log][: len(events)] == list(range(1, len(events) + 1))
        players = [Player(served, live, ann, 1), Player(served, live, ben, 2)]
        await together(*players)
        assert all(player.over for player in players)
        again = served.call("POST", f"/api/tables/{closed}", {"id": "again", "again": True}, ann)
        assert served.call("GET", f"/api/tables/{again['table']}")[0]["head"]["after"] == closed


async def version(served: Served, folder: Path, address: str) -> int:
    if address:
        connection = await asyncpg.connect(address)
        found = int(await connection.fetchval("select max(version) from schema"))
        await connection.close()
        return found
    with sqlite3.connect(folder / "tables.db") as file:
        (found,) = file.execute("pragma user_version").fetchone()
    file.close()
    return int(found)


def test_released_steps_do_not_change() -> None:
    """A store made today by the first steps is the one made then."""
    assert earlier_schema(1, sqlite.DIALECT) == first_schema(sqlite.DIALECT)
    kept = tenth_rows()
    assert hash_steps(kept["version"]) == kept["steps"]


# ---- what cannot be opened ----------------------------------------------------------------------


def refused(*flags: str) -> str:
    """What the program says when it does not start."""
    done = subprocess.run(
        [sys.executable, "-m", "tablee", "--lang", "en", "serve", "--port", "0", *flags],
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 1 and "Traceback" not in done.stderr and "http://" not in done.stdout, done
    return done.stderr


def test_a_store_that_a_newer_program_has_written_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as connection:
        connection.execute("pragma user_version = 99")
    connection.close()
    said = refused("--store", str(path))
    assert "newer" in said and "99" in said
    with sqlite3.connect(path) as connection:
        assert connection.execute("select count(*) from sqlite_master").fetchone() == (0,)
    connection.close()


def test_a_store_that_is_none_is_said_to_be_so(tmp_path: Path) -> None:
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8 no database at all" * 100)
    assert "is not a Tablée database" in refused("--store", str(path))
    assert "cannot be opened" in refused("--store", f"postgresql://nobody@/nothing?host={tmp_path}")
