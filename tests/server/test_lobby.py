"""The lobby and a person's history: they cost the same, however many tables there are."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tablee.server.store import Result, Store, TableSummary, result_statements
from tablee.server.store.postgres import Postgres
from tablee.server.store.sqlite import Sqlite
from tests.server.serving import Served

pytestmark = pytest.mark.anyio

LOBBY = ("lobby", ())
MINE = ("tables_of", ("ann",))
CLOSED = ("closed_tables", ("ann", (900, "t5")))
IDLE = ("idle", (1, 1))
UNFINISHED = ("count_unfinished", ("ann", 200))
GAMES = ("tallies", ("ann",))


async def fill(store: Store, closed: int, unfinished: int) -> None:
    """Closed tables of which Ann was at every one, and unfinished ones of others."""
    statements: list[Any] = []
    for n in range(closed + unfinished):
        over = n < closed
        row = (f"t{n}", 1, "over" if over else "live", 1, n, None, 0, b"{}")
        statements.append((
            "insert into tables (id, n, status, listed, touched, deadline, wakes, head)"
            " values ($1, $2, $3, $4, $5, $6, $7, $8)", row))  # fmt: skip
        if over:
            statements.append(("insert into sitters (who, tab, ended) values ('ann', $1, $2)", (f"t{n}", n)))
            won = Result("ann", "sixteen", 0, 1, False, n)
            statements += result_statements(f"t{n}", TableSummary("over", True, n, None, False, b"{}", (), (won,)))
    for place in range(0, len(statements), 1000):
        await store.write(*statements[place : place + 1000])


async def asked_of(store: Store, method: str, args: tuple[Any, ...]) -> list[tuple[str, tuple[Any, ...]]]:
    """The queries that one question makes."""
    seen: list[tuple[str, tuple[Any, ...]]] = []
    read = store.read

    async def note(sql: str, *args: Any) -> Any:
        seen.append((sql, args))
        return await read(sql, *args)

    store.read = note  # type: ignore[method-assign]
    try:
        await getattr(store, method)(*args)
    finally:
        store.read = read  # type: ignore[method-assign]
    return seen


@pytest.mark.parametrize(("method", "args"), [LOBBY, MINE, CLOSED, IDLE, UNFINISHED], ids=lambda one: str(one))
async def test_lists_are_read_from_an_index_and_not_sorted(store: Store, method: str, args: tuple[Any, ...]) -> None:
    await fill(store, 3000, 300)
    if isinstance(store, Postgres):
        await store.pool.execute("analyze")
    for sql, given in await asked_of(store, method, args):
        if isinstance(store, Sqlite):
            plan = [row[3] for row in await store.read(f"explain query plan {sql}", *given)]
            assert all("USING" in line and "INDEX" in line for line in plan if line.startswith(("SCAN", "SEARCH"))
                       and "first" not in line and "subquery" not in line.lower()), plan  # fmt: skip
            assert not any("SCAN" in line and "INDEX tables_lobby" not in line 
                           and "first" not in line for line in plan), plan  # fmt: skip
            # what a person has not finished is sorted: there are 200 of them at most
            assert "order by t.touched" in sql or not any("TEMP B-TREE" in line for line in plan), plan
        else:
            plan = [row[0] for row in await store.read(f"explain {sql}", *given)]
            assert not any("Seq Scan" in line for line in plan), plan


STEPS = [LOBBY, MINE, CLOSED, IDLE, GAMES]


async def test_the_work_does_not_grow_with_the_number_of_tables(tmp_path: Path) -> None:
    """Counted in instructions of SQLite's virtual machine."""
    spent = []
    for closed in (100, 5000):
        store = Sqlite(tmp_path / f"{closed}.db")
        await store.open()
        await fill(store, closed, closed)
        counts = [await instructions(store, method, args) for method, args in STEPS]
        spent.append(counts)
        await store.close()
    few, many = spent
    assert all(after <= 1.5 * before + 500 for before, after in zip(few, many, strict=True)), (few, many)


async def instructions(store: Sqlite, method: str, args: tuple[Any, ...]) -> int:
    count = 0

    def tick() -> int:
        nonlocal count
        count += 1
        return 0

    store.connection.set_progress_handler(tick, 1)
    await getattr(store, method)(*args)
    store.connection.set_progress_handler(None, 0)
    return count


async def test_closed_tables_are_listed_page_by_page_and_none_twice(store: Store) -> None:
    for n in range(7):
        summary = TableSummary("over", False, 5 + n // 2, None, False, b"%d" % n, ("ann",))  # some at the same moment
        await store.create(f"t{n}", b"s", [b"1"], summary)
    seen: list[bytes] = []
    before = None
    while page := await store.closed_tables("ann", before, 3):
        seen += [head for _, _, head in page]
        before = page[-1][:2]
    assert seen == [b"6", b"5", b"4", b"3", b"2", b"1", b"0"]


async def test_what_is_said_after_the_end_does_not_change_the_order(store: Store) -> None:
    over = {"status": "over", "listed": False, "deadline": None, "bot_pending": False, "sitters": ("ann",)}
    await store.create("a", b"s", [b"1"], TableSummary(touched=5, head=b"a", **over))  # type: ignore[arg-type]
    await store.create("b", b"s", [b"1"], TableSummary(touched=6, head=b"b", **over))  # type: ignore[arg-type]
    await store.append("a", 1, [b"2"], TableSummary(touched=9, head=b"a said", **over))  # type: ignore[arg-type]
    assert [(at, head) for at, _, head in await store.closed_tables("ann")] == [(6, b"b"), (5, b"a said")]


def test_over_the_network(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        ann = served.guest("Ann")
        ids = [served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "me"}]) for _ in range(3)]
        assert served.call("GET", "/api/me/tables", token=ann) == {"tables": [], "next": None}
        for table in ids:
            served.ask(table, ann, start=True, seat=0)
            served.ask(table, ann, resign=True, seat=0)
        page = served.call("GET", "/api/me/tables", token=ann)
        assert [head["id"] for head in page["tables"]] == ids[::-1] and page["next"] is None
        status, refused = served.answer("GET", "/api/me/tables?before=x", token=ann)
        assert (status, refused["code"]) == (400, "malformed")


def test_a_person_sits_at_so_many_unfinished_tables_and_no_more(tmp_path: Path) -> None:
    with Served(tmp_path, limits="on") as served:
        ann = served.guest("Ann")
        table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
        me = served.call("GET", "/api/me", token=ann)["id"]
        with sqlite3.connect(tmp_path / "tables.db") as file:
            file.executemany("insert into sitters (who, tab) values (?, ?)", [(me, f"x{n}") for n in range(199)])
        file.close()
        status, refused = served.answer("POST", "/api/tables", {"game": "sixteen"}, ann)
        assert (status, refused["code"]) == (409, "tables") and "200" in refused["why"]
        french = served.call("POST", "/api/tables?lang=fr", {"game": "sixteen"}, ann)["why"]
        assert french.startswith("vous avez 200 tables inachevées")
        served.ask(table, ann, leave=True)
        assert served.answer("POST", "/api/tables", {"game": "sixteen"}, ann)[0] == 201
