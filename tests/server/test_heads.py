"""Stored heads: rows of older and of newer servers are listed, and never break the lobby or a person's own tables.

`second/rows.json` holds rows as they were stored before heads had a version of their own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from tablee.server.people.results import count_collected
from tablee.server.protocol.lobby import Lobby
from tablee.server.protocol.tables_api import Listed
from tablee.server.store import SUMMARY_COLUMNS, Store
from tablee.server.store.heads import VERSION
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.head import build_head, read_heads, stored_head, table_head
from tablee.server.tables.node import Node
from tests.server.tables_on_a_node import ANN, BEN
from tests.server.tables_without_node import begun
from tests.server.test_migrations import inserts

pytestmark = pytest.mark.anyio

KEPT: dict[str, Any] = json.loads((Path(__file__).parent / "second" / "rows.json").read_text(encoding="utf-8"))
HEADS = [json.loads(row[SUMMARY_COLUMNS.index("head")]["text"]) for row in KEPT["rows"]["tables"]]
LATER = {
    "substitute": "none",
    "pledges": {},
    "disclosed": [],
    "sealed": 0,
    "branch": None,
    "daily": None,
}  # fields that heads have got since, as they are read where they are missing
LATER_SEAT = {"ready": False}  # the same, of seats
FUTURE = {
    **HEADS[0], "v": 99, "id": "future", "weather": {"wind": 3}, "chairs": [{**HEADS[0]["chairs"][0], "hat": "red"}],
    "clock": {"per": "move", "seconds": 86400, "increment": 0, "delay": 5},
}  # fmt: skip


async def lay(store: Store, rows: dict[str, Any]) -> None:
    for name, width, lines in inserts(rows):
        places = ", ".join(f"${n}" for n in range(1, width + 1))
        columns = {"events": " (tab, n, body)", "sitters": " (who, tab)"}.get(name, "")  # others have been added since
        await store.write(*((f"insert into {name}{columns} values ({places})", tuple(line)) for line in lines))


def as_read(head: dict[str, Any]) -> dict[str, Any]:
    return {**head, **LATER, "chairs": [{**chair, **LATER_SEAT} for chair in head["chairs"]]}


async def test_rows_of_the_version_before_are_listed_as_they_were(store: Store) -> None:
    await lay(store, KEPT)
    node = Node(store, NoBus(), BotPool())
    by_id = {head["id"]: head for head in HEADS}
    for person, least in ((ANN, 4), (BEN, 3)):
        lists = json.loads(await Lobby(node).text(person))
        assert len(lists["mine"]) >= least and len(lists["open"]) == 2
        for head in (*lists["mine"], *lists["open"]):
            assert head == as_read(by_id[head["id"]])  # nothing is lost, nothing is added
    assert {head["status"] for head in HEADS} == {"open", "live", "over"}
    assert await count_collected(store, node.work, ANN.id, "golden21", 1) == 2


async def test_a_row_of_a_newer_server_is_listed_without_what_is_new(store: Store) -> None:
    await lay(store, KEPT)
    await store.write(("update tables set head = $1 where id = $2", (json.dumps(FUTURE).encode(), HEADS[0]["id"])))
    node = Node(store, NoBus(), BotPool())
    lists = msgspec.json.decode(await Lobby(node).text(ANN), type=Listed)
    (found,) = [head for head in lists.mine if head.id == "future"]
    expected = as_read({**HEADS[0], "id": "future", "chairs": HEADS[0]["chairs"][:1]})
    assert json.loads(msgspec.json.encode(found)) == expected


async def test_a_row_that_cannot_be_read_at_all_is_left_out_and_logged(store: Store) -> None:
    await lay(store, KEPT)
    broken = json.dumps({**HEADS[0], "chairs": "three"}).encode()
    await store.write(("update tables set head = $1 where id = $2", (broken, HEADS[0]["id"])))
    node = Node(store, NoBus(), BotPool())
    with capture_logs() as logged:
        lists = msgspec.json.decode(await Lobby(node).text(ANN), type=Listed)
    assert HEADS[0]["id"] not in {head.id for head in (*lists.mine, *lists.open)} and lists.mine
    assert {entry["event"] for entry in logged} == {"head_unreadable"}


def test_a_head_with_nothing_in_it_is_still_a_head() -> None:
    (head,) = read_heads([b"{}"])
    assert head.chairs == () and head.status == "open"


def test_what_is_stored_now_has_a_version_and_reads_back_as_the_same_head() -> None:
    table = begun(None, 1000).table
    row = msgspec.json.encode(stored_head(table))
    assert json.loads(row)["v"] == VERSION
    assert read_heads([row]) == [table_head(table)] == [build_head(stored_head(table), [False, False], 0)]
