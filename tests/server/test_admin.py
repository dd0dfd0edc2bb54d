"""`tablee admin`, beside a running server and without one: what it shows, what it changes, and that it is logged."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from tablee.server import admin
from tablee.server.people.people import People, Person
from tablee.server.refusals import Banned, ServerRefusal
from tablee.server.store import Store
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.node import Node
from tests.server.serving import Served
from tests.server.tables_on_a_node import opened
from tests.server.test_copies import done, refused
from tests.waiting import wait_until

pytestmark = pytest.mark.anyio


async def account(people: People, login: str) -> str:
    person = await people.guest("Ann", "en")
    await people.register(person, login, "a long password")
    return person.id


async def test_a_banned_person_is_told_why_until_they_are_let_in_again(store: Store) -> None:
    people = People(store, b"key")
    try:
        guest = await people.guest("Eve", "en")
        await account(people, "ann")
        attempts: list[tuple[str, Callable[[], Awaitable[Person | None]]]] = [
            (guest.id, lambda: people.by_session(guest.session)),
            ("Ann", lambda: people.log_in("ann", "a long password")),
        ]
        for who, attempt in attempts:
            await admin.ban(store, who, "rude to others")
            with pytest.raises(Banned, match="rude to others"):
                await attempt()
            await admin.unban(store, who)
            assert await attempt() is not None
        assert not people.cache.get("nobody")
        assert [row.action for row in await admin.list_changes(store)].count("ban") == 2
    finally:
        people.passwords.stop()


async def test_a_lost_password_is_replaced_and_all_sessions_end(store: Store) -> None:
    people = People(store, b"key")
    try:
        who = await account(people, "ann")
        assert await admin.list_sessions(store, "ann")
        _, password = await admin.reset_password(store, "ANN")
        assert await admin.list_sessions(store, who) == []
        with pytest.raises(ServerRefusal, match="wrong login"):
            await people.log_in("ann", "a long password")
        assert (await people.log_in("ann", password)).id == who
        assert password not in str(await admin.list_changes(store))
        await admin.log_out(store, who)
        assert await admin.list_sessions(store, who) == []
        with pytest.raises(ServerRefusal, match="guest"):
            await admin.reset_password(store, (await people.guest("Eve", "en")).id)
    finally:
        people.passwords.stop()


async def test_people_are_found_by_a_part_of_their_name_and_named_exactly(store: Store) -> None:
    people = People(store, b"key")
    try:
        names = ("Ann", "Joanna", "Ben", "100%", "a_b")
        for name in names:
            await people.guest(name, "en")
        assert {row.name for row in await admin.list_people(store, "ann")} == {"Ann", "Joanna"}
        assert {row.name for row in await admin.list_people(store, "%")} == {"100%"}
        assert {row.name for row in await admin.list_people(store, "_")} == {"a_b"}
        assert len(await admin.list_people(store)) == len(names)
        with pytest.raises(ServerRefusal, match="admin people"):
            await admin.ban(store, "Ann", "a name may be that of several people")
    finally:
        people.passwords.stop()


async def test_a_table_is_closed_and_removed(store: Store) -> None:
    node = Node(store, NoBus(), BotPool())
    try:
        live = await opened(node)
        id = live.table.id
        assert [(row.id, row.status) for row in await admin.list_tables(store)] == [(id, "live")]
        await admin.close_table(store, id)
        await node.refresh(live)
        assert live.table.ended is not None and live.table.ended.why == "closed"
        with pytest.raises(ServerRefusal, match="closed already"):
            await admin.close_table(store, id)
        await admin.remove_table(store, id)
        assert await admin.list_tables(store) == [] and await store.load(id) == []
        with pytest.raises(ServerRefusal, match="no table"):
            await admin.remove_table(store, id)
    finally:
        for pool in (node.bot_pool, node.work, node.loading):
            pool.stop()


def test_the_owner_administers_a_running_server(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.db")
    assert "no file" in refused("admin", "people", "--store", store)
    with Served(tmp_path) as served:
        ann, ben = served.guest("Ann"), served.guest("Ben")
        ids = {token: served.call("GET", "/api/me", token=token)["id"] for token in (ann, ben)}
        table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
        served.ask(table, ben, seat=1, sit="Ben")
        listed = done("admin", "people", "--store", store)
        assert ids[ann] in listed and "Ben" in listed and "(guest)" in listed
        assert table in done("admin", "tables", "--store", store)
        assert table in done("admin", "tables", ids[ben], "--store", store)
        assert "last seen" in done("admin", "sessions", ids[ann], "--store", store)

        eve = served.guest("Eve")  # whose session this server has not looked up yet
        line = next(row for row in done("admin", "people", "Eve", "--store", store).splitlines() if "Eve" in row)
        done("admin", "ban", line.split()[0], "--why", "cheated at dice", "--store", store)
        status, answer = served.answer("GET", "/api/me", token=eve)
        assert (status, answer["code"]) == (403, "banned") and "cheated at dice" in answer["why"]

        done("admin", "close", table, "--store", store)
        at = f"/api/tables/{table}"
        wait_until(lambda: served.call("GET", at, token=ann)[0]["head"]["ended"] == "closed", "the end of the game")
        done("admin", "delete", ids[ben], "--store", store)
        log = done("admin", "log", "--store", store)
        assert [word for word in ("ban", "close", "delete") if word not in log] == []
        assert "cheated at dice" in log
    with closing(sqlite3.connect(store)) as file:
        assert file.execute("select count(*) from people where id = ?", (ids[ben],)).fetchone() == (0,)
