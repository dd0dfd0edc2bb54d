"""A person's data: all of it is handed over, all of it is deleted, and what nobody uses is not kept."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen
from zipfile import ZipFile

import asyncpg
import pytest
from msgspec.structs import replace

from tablee import record
from tablee.games import GAMES
from tablee.server.people.people import Keep, People
from tablee.server.store import Store, sqlite
from tablee.server.store.sqlite import Sqlite
from tablee.server.tables import node as nodes
from tablee.server.tables.asks import StartAsk
from tablee.server.tables.bot_answer import bot_answer
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.erasure import SETTLED, erase_noted, erase_now, erase_person
from tablee.server.tables.node import Node
from tablee.server.tables.settings import SeatPlan, Settings
from tablee.server.timekeeping import DAY, now
from tests.server.engines import PostgresServer
from tests.server.serving import Served
from tests.waiting import PATIENCE, wait_until

NAME = "Wilhelmina Quast"
SECRETS = (NAME, "wilhelmina-login", "bluffs at seven", "hello from seat one", "said while watching", "my lucky charm")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.database)])
def address(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return ""
    server: PostgresServer = request.getfixturevalue("postgres_server")
    import asyncio

    from tests.server.conftest import emptied

    return asyncio.run(emptied(server.address))


@pytest.fixture
def served(address: str, tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path, address) as server:
        yield server


def resign(served: Served, table: str, token: str, seat: int) -> None:
    served.ask(table, token, start=True, seat=seat)
    assert "done" in served.ask(table, token, resign=True, seat=seat)


class Evening:
    """Wilhelmina has left something everywhere: closed, running and open tables, chats, notes, words, an account."""

    def __init__(self, served: Served) -> None:
        self.mina, self.ben = served.guest(NAME), served.guest("Ben")
        self.id = served.call("GET", "/api/me", token=self.mina)["id"]
        served.call("POST", "/api/account", {"login": SECRETS[1], "password": "correct horse"}, self.mina)
        two = [{"kind": "me"}, {"kind": "open"}]
        self.closed = served.table(self.ben, "sixteen", two)
        self.sit(served, self.closed)
        served.ask(self.closed, self.mina, words=SECRETS[5])
        served.ask(self.closed, self.mina, say=SECRETS[3])
        served.call("PUT", f"/api/tables/{self.closed}/notes", {"text": SECRETS[2]}, self.mina)
        served.ask(self.closed, self.ben, start=True)
        served.ask(self.closed, self.ben, say="good evening")
        served.ask(self.closed, self.ben, resign=True)
        self.running = served.table(self.mina, "sixteen", two)
        served.ask(self.running, self.ben, seat=1, sit="Ben")
        served.ask(self.running, self.ben, start=True)
        self.open = served.table(self.ben, "code21", [*two, {"kind": "open"}])
        self.sit(served, self.open)
        self.left = served.table(self.ben, "sixteen", two)
        self.sit(served, self.left)
        served.ask(self.left, self.mina, leave=True)
        self.watched = served.table(self.ben, "sixteen", two)
        served.ask(self.watched, self.mina, say=SECRETS[4])
        self.alone = served.table(self.mina, "sixteen", [{"kind": "me"}, {"kind": "bot"}])
        resign(served, self.alone, self.mina, 0)
        self.daily = served.call("POST", "/api/daily/sixteen", token=self.mina)["id"]

    def sit(self, served: Served, table: str) -> None:
        assert "done" in served.ask(table, self.mina, seat=1, sit=NAME)


def stored_bytes(served: Served, folder: Path, address: str) -> bytes:
    """Every byte of the store: of the files while the server runs, or of all rows."""
    if not address:
        return b"".join(file.read_bytes() for file in sorted(folder.glob("tables.db*")))
    import asyncio

    async def rows() -> bytes:
        connection = await asyncpg.connect(address)
        names = await connection.fetch(  # a deletion is noted until all nodes have forgotten the person
            "select tablename from pg_tables where schemaname = 'public' and tablename <> 'erasures'"
        )
        found = [str(tuple(row)).encode() + b"".join(cell for cell in row if isinstance(cell, bytes))
                 for (name,) in names for row in await connection.fetch(f"select * from {name}")]  # fmt: skip
        await connection.close()
        return b"\n".join(found)

    return asyncio.run(rows())


def test_nothing_of_a_deleted_person_is_left_and_others_keep_their_games(
    served: Served, tmp_path: Path, address: str
) -> None:
    evening = Evening(served)
    before = stored_bytes(served, tmp_path, address)
    assert all(text.encode() in before for text in (*SECRETS, evening.id))
    assert served.answer("DELETE", "/api/me", token=evening.mina)[0] == 204
    after = stored_bytes(served, tmp_path, address)
    assert [text for text in (*SECRETS, evening.id) if text.encode() in after] == []
    assert served.answer("GET", "/api/me", token=evening.mina)[0] == 401
    assert served.answer("POST", "/api/login", {"login": SECRETS[1], "password": "correct horse"})[0] == 401

    def look(table: str) -> dict[str, Any]:
        news: dict[str, Any] = served.call("GET", f"/api/tables/{table}", token=evening.ben)[0]
        return news

    assert [chair["name"] for chair in look(evening.closed)["head"]["chairs"]] == ["Ben", "somebody"]
    kept = record.read(served.call("GET", f"/api/tables/{evening.closed}/record"), GAMES)
    assert kept.seats == ("Ben", "somebody") and kept.fair is None  # her words are gone, so nothing can be drawn again
    log = served.call("GET", f"/api/tables/{evening.closed}/log", token=evening.ben)
    said = [note["event"] for note in log if note["is"] == "note" and note["event"]["what"] == "said"]
    assert [(one["name"], one["text"]) for one in said] == [("somebody", "…"), ("Ben", "good evening")]
    running = look(evening.running)["head"]
    assert running["status"] == "live" and running["chairs"][0]["kind"] == "bot"
    assert look(evening.open)["head"]["chairs"][1]["kind"] == "open"
    assert "done" in served.ask(evening.open, served.guest("Cleo"), seat=1, sit="Cleo")
    assert served.answer("GET", f"/api/tables/{evening.alone}")[0] == 404
    mine = {head["id"] for head in served.call("GET", "/api/tables", token=evening.ben)["mine"]}
    assert mine == {evening.closed, evening.running, evening.open, evening.left, evening.watched}
    tally = served.call("GET", "/api/me/games", token=evening.ben)
    assert [(one["game"], one["played"]) for one in tally] == [("sixteen", 1)]


def test_deleted_tables_read_the_same_after_a_restart(served: Served, tmp_path: Path, address: str) -> None:
    evening = Evening(served)
    served.call("DELETE", "/api/me", token=evening.mina)
    tables = (evening.closed, evening.running, evening.open, evening.left, evening.watched)
    served.stop()
    served.start()
    for table in tables:
        news = served.call("GET", f"/api/tables/{table}", token=evening.ben)
        assert NAME not in json.dumps(news) and "head" in news[0]


def test_everything_is_exported(served: Served) -> None:
    evening = Evening(served)
    request = Request(f"{served.address}/api/me/export", headers={"authorization": f"Bearer {evening.mina}"})
    with urlopen(request, timeout=PATIENCE) as answer:
        assert answer.headers["content-type"] == "application/zip"
        archive = ZipFile(io.BytesIO(answer.read()))
    assert archive.testzip() is None
    files = {name: archive.read(name).decode() for name in archive.namelist()}
    profile = json.loads(files["profile.json"])
    assert (profile["name"], profile["login"], len(profile["sessions"])) == (NAME, SECRETS[1], 1)
    results: list[dict[str, Any]] = json.loads(files["results.json"])
    assert {one["table"] for one in results} == {evening.closed, evening.alone}
    assert files[f"notes/{evening.closed}.txt"] == SECRETS[2]
    assert {one["text"] for one in json.loads(files["said.json"])} == {SECRETS[3], SECRETS[4]}
    kept = record.read(files[f"tables/sixteen-{evening.closed}.game"], GAMES)
    assert kept.seats == ("Ben", NAME) and kept.fair is not None and kept.fair.words == ("", SECRETS[5])
    told = json.loads(files[f"tables/sixteen-{evening.running}.json"])
    assert list(told) == ["0"] and told["0"]  # her own seat, as she was told
    log = served.call("GET", f"/api/tables/{evening.running}/log?seat=0", token=evening.mina)
    assert told["0"] == log
    assert served.answer("GET", "/api/me/export")[0] == 401


def test_what_is_kept_and_for_how_long_is_said(tmp_path: Path) -> None:
    with Served(tmp_path, **{"keep-sessions": "30", "keep-guests": "7"}) as served:
        assert served.call("GET", "/api/privacy") == {
            "sessions": 30, "guests": 7, "open_tables": 2, "live_tables": 60,
        }  # fmt: skip


@pytest.mark.anyio
async def test_log_ins_and_guests_that_nobody_uses_are_purged(store: Store) -> None:
    moment = now()
    node = Node(store, NoBus(), BotPool())
    people = People(store, b"key")
    ann, ben, cleo = [await people.guest(name, "en") for name in ("Ann", "Ben", "Cleo")]
    await people.register(cleo, "cleo", "correct horse")
    await people.log_in("cleo", "correct horse")
    old = moment - 100 * DAY
    await store.write(("update sessions set seen = $1 where who = $2", (old, ann.id)),
                      ("update sessions set seen = $1 where id = $2", (old, cleo.session)))  # fmt: skip
    await people.purge(moment, Keep(sessions=90, guests=90))
    await erase_noted(node)
    assert {id for (id,) in await store.read("select id from people")} == {ben.id, cleo.id}
    assert [who for (who,) in await store.read("select who from sessions order by who")] == sorted([ben.id, cleo.id])
    assert await store.erasures() == []


@pytest.mark.anyio
async def test_with_several_nodes_a_deletion_is_looked_through_once_more(store: Store) -> None:
    node = Node(store, NoBus(), BotPool())
    node.bus.alone = False
    people = People(store, b"key")
    ann = await people.guest("Ann", "en")
    await people.note_erasure(ann.id, moment := now())
    await erase_person(node, ann.id, moment)
    assert await store.erasures() == [(ann.id, moment)]
    await store.leave_trace("t", ann.id)  # on another node she was still known for some seconds
    await erase_person(node, ann.id, moment - SETTLED - 1)
    assert await store.erasures() == [] and await store.tables_with(ann.id) == []


def test_a_deletion_that_was_interrupted_goes_on_at_the_next_start(tmp_path: Path) -> None:
    served = Served(tmp_path)
    with served:
        evening = Evening(served)
    with sqlite3.connect(tmp_path / "tables.db") as file:  # as if it had stopped after the first step
        file.execute("insert into erasures (who, at) values (?, 0)", (evening.id,))
    file.close()
    served.start()
    with served:
        wait_until(lambda: evening.id.encode() not in stored_bytes(served, tmp_path, ""), "the rest of the deletion")
        assert [text for text in SECRETS if text.encode() in stored_bytes(served, tmp_path, "")] == []


async def left_to_scrub(store: Sqlite) -> bool:
    return bool(await store.read("select name from keys where name = 'scrub'"))


@pytest.mark.anyio
async def test_a_large_file_is_scrubbed_when_nobody_plays_or_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can move while it is written anew."""
    monkeypatch.setattr(sqlite, "SCRUBBED_AT_ONCE", 0)
    store = Sqlite(tmp_path / "tables.db")
    await store.open()
    await store.append("t", 0, [b"{}"], None)
    await store.scrub()
    assert await left_to_scrub(store)
    store.appended -= 2 * sqlite.QUIET
    await store.finish_scrub()
    assert not await left_to_scrub(store)
    monkeypatch.setattr(sqlite, "SCRUBBED_IN_QUIET", 0)
    store.scrubbed -= 2 * sqlite.SCRUBBED_EVERY
    await store.scrub()
    assert await left_to_scrub(store)
    await store.close()
    await (again := Sqlite(tmp_path / "tables.db")).open()
    assert not await left_to_scrub(again)
    await again.close()


@pytest.mark.anyio
async def test_a_file_that_could_not_be_written_anew_is_written_anew_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Sqlite(tmp_path / "tables.db")
    await store.open()
    with monkeypatch.context() as patch:
        patch.setattr(store.upkeep, "limits", replace(store.upkeep.limits, memory=0))
        await store.scrub()
    assert await left_to_scrub(store)
    store.scrubbed -= 2 * sqlite.SCRUBBED_EVERY
    await store.finish_scrub()
    assert not await left_to_scrub(store)
    await store.close()


@pytest.mark.anyio
async def test_however_many_are_deleted_the_file_is_written_anew_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Sqlite(tmp_path / "tables.db")
    await store.open()
    written = []

    async def run(job: Callable[[Path], None], path: Path) -> None:
        written.append(1)

    monkeypatch.setattr(store.upkeep, "run", run)
    node, people = Node(store, NoBus(), BotPool()), People(store, b"key")
    guests = [await people.guest("Ann", "en") for _ in range(30)]
    for guest in guests[:20]:
        await people.note_erasure(guest.id, now())
    await erase_noted(node)
    assert await store.erasures() == [] and written == [1]
    for guest in guests[20:]:  # one by one, by themselves
        await people.note_erasure(guest.id, moment := now())
        await erase_now(node, guest.id, moment)
    assert written == [1] and await left_to_scrub(store)  # within a minute, the rest once
    store.scrubbed -= 2 * sqlite.SCRUBBED_EVERY
    await erase_noted(node)
    assert written == [1, 1] and not await left_to_scrub(store)
    await store.close()


def test_a_table_that_nobody_else_has_sat_at_can_be_deleted(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    alone = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "bot", "level": "beginner"}])
    assert "done" in served.ask(alone, ann, start=True)
    both = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
    assert "done" in served.ask(both, ben, seat=1, sit="Ben")
    assert served.call("DELETE", f"/api/tables/{alone}", token=ben)["code"] == "spectator"
    for lang, said in (("en", "cannot delete it alone"), ("fr", "vous ne pouvez pas la supprimer seul")):
        refused = served.call("DELETE", f"/api/tables/{both}?lang={lang}", token=ann)
        assert refused["code"] == "others" and said in refused["why"]
    assert served.answer("DELETE", f"/api/tables/{alone}", token=ann)[0] == 204
    assert [head["id"] for head in served.call("GET", "/api/tables", token=ann)["mine"]] == [both]
    assert served.call("GET", f"/api/tables/{alone}", token=ann)["code"] == "table"
    assert served.call("DELETE", f"/api/tables/{alone}", token=ann)["code"] == "table"


@pytest.mark.anyio
async def test_a_bot_that_is_still_thinking_stores_nothing_of_a_table_that_was_removed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its move it stored the table's head again, and the name of the person who had played there."""
    thought, erased = asyncio.Event(), asyncio.Event()

    async def answer(*arguments: Any) -> Any:
        found = await bot_answer(*arguments)
        thought.set()
        await erased.wait()
        return found

    monkeypatch.setattr(nodes, "bot_answer", answer)
    node, people = Node(store, NoBus(), BotPool()), People(store, b"key")
    ann = await people.guest(NAME, "en")
    seats = (SeatPlan("me"), SeatPlan("bot", level="beginner"))
    id = await node.open_table(Settings("sixteen", {"players": "2", "first": "1"}, seats), ann)
    await node.ask(id, ann, StartAsk("start", 0))
    thinking = (await node.live(id)).thinking
    assert thinking is not None
    await thought.wait()
    await people.note_erasure(ann.id, moment := now())
    await erase_person(node, ann.id, moment)
    erased.set()
    await asyncio.gather(thinking, return_exceptions=True)
    assert await store.read("select * from tables") == [] and await store.read("select * from events") == []
