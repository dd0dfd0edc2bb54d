"""Notebooks on the server: one person's, kept over a kill, corrected visibly, and told to nobody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tablee.server.store import Conflict, Store
from tablee.server.store.notebooks import (
    append_to_notebook,
    count_notebooks,
    list_notebooks,
    load_notebook,
    owns_notebook,
    remove_notebook,
)
from tablee.server.store.schema import COLUMNS
from tablee.server.store.sqlite import Sqlite
from tablee.server.store_salvage import salvage
from tests.server.serving import Served

CODA = {"game": "coda", "names": ["Ann", "Ben"], "seat": 0, "options": {"first": "1"}}
SET_UP = [
    ["1: pick 2", "*: dealt b?", "*: dealt b?", "*: dealt w?", "*: dealt w? = b?,w?,b?,w?"],
    ["0: pick 2", "*: dealt b0", "*: dealt b1", "*: dealt w0", "*: dealt w1"],
]
TURN = ["1: take black", "*: drawn b?"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


def begin(served: Served, token: str, **changes: Any) -> str:
    made = served.call("POST", "/api/notebooks", {**CODA, **changes}, token)
    assert "id" in made, made
    return str(made["id"])


def look(served: Served, token: str, book: str) -> Any:
    return served.call("GET", f"/api/notebooks/{book}", token=token)


def write(served: Served, token: str, book: str, **change: Any) -> Any:
    n = look(served, token, book)["n"]
    return served.call("POST", f"/api/notebooks/{book}", {"n": n, **change}, token)


def set_up(served: Served, token: str, **changes: Any) -> str:
    book = begin(served, token, **changes)
    for lines in SET_UP:
        assert "view" in write(served, token, book, note=lines)
    return book


def test_what_is_noted_is_what_is_known(served: Served) -> None:
    ann = served.guest("Ann")
    book = begin(served, ann)
    empty = look(served, ann, book)
    assert (empty["n"], empty["entries"], empty["help"], empty["closed"]) == (1, [], "book", False)
    assert empty["settings"] == CODA and empty["awaits"]["seats"] == [1]
    first, second = SET_UP
    write(served, ann, book, note=first)
    page = write(served, ann, book, note=second)
    assert [seen["tile"] for seen in page["view"]["codes"][0]] == ["b0", "w0", "b1", "w1"]
    assert [seen["tile"] for seen in page["view"]["codes"][1]] == [None] * 4
    assert [entry["lines"] for entry in page["entries"]][1][-1] == "*: dealt w1 = b0,w0,b1,w1"  # it follows
    assert look(served, ann, book) == page
    (card,) = served.call("GET", "/api/notebooks", token=ann)
    assert card["id"] == book and card["settings"] == CODA and card["events"] == 3


def test_what_cannot_be_is_refused_with_the_rule_and_changes_nothing(served: Served) -> None:
    ann = served.guest("Ann", "fr")
    book = set_up(served, ann)
    before = look(served, ann, book)
    said = write(served, ann, book, note=["1: take black", "*: drawn b?", "1: attack 0 0 0 = wrong, b7 at 2"])
    assert (said["code"], said["rule"]) == ("illegal", "COD-12") and "contredit ce qui est noté" in said["why"]
    assert write(served, ann, book, note=["0: take black"])["rule"] == "COD-17"
    assert write(served, ann, book, note=["hello"])["code"] == "notation"
    assert write(served, ann, book, note=["*: drawn b?"])["code"] == "illegal"
    assert look(served, ann, book) == before
    assert served.call("POST", f"/api/notebooks/{book}", {"n": 1, "note": TURN}, ann)["code"] == "changed"
    assert write(served, ann, book)["code"] == "verb"
    for wrong in (
        {"game": "golden21"},
        {"game": "go"},
        {"seat": 2},
        {"names": ["Ann", "Ben", "Cleo"]},
        {"options": {"x": "1"}},
    ):
        assert served.call("POST", "/api/notebooks", {**CODA, **wrong}, ann)["code"] == "options", wrong
    said = served.call("POST", "/api/notebooks", {**CODA, "names": ["Ann", "Ben", "Cleo"]}, ann)["why"]
    assert said == "Noms\u00a0: 3 noms ont été donnés pour 2 joueurs"
    assert served.call("POST", "/api/notebooks", {**CODA, "names": ["Ann", "\u200b"]}, ann)["code"] == "name"


def test_entries_are_crossed_out_one_by_one_and_stay_visible(served: Served) -> None:
    ann = served.guest("Ann")
    book = set_up(served, ann)
    views = [look(served, ann, book)["view"]]
    for lines in (TURN, ["1: attack 0 0 5 = wrong, b7 at 2"], ["0: take white", "*: drawn w9"]):
        views.append(write(served, ann, book, note=lines)["view"])
    for known in reversed(views[:-1]):
        assert write(served, ann, book, cross_out=True)["view"] == known
    page = write(served, ann, book, note=["1: take white", "*: drawn w?"])
    assert [entry.get("crossed", False) for entry in page["entries"]] == [False, False, True, True, True, False]
    assert page["entries"][3]["lines"] == ["1: attack 0 0 5 = wrong, b7 at 2"]
    for _ in range(3):
        page = write(served, ann, book, cross_out=True)
    assert all(entry["crossed"] for entry in page["entries"])
    assert write(served, ann, book, cross_out=True)["code"] == "empty"


def test_help_is_as_much_as_its_owner_wants_and_at_the_end_all_that_was_knowable(served: Served) -> None:
    ann = served.guest("Ann")
    book = set_up(served, ann)
    page = look(served, ann, book)
    assert page["chances"] is None and page["worlds"] is None and "worlds" not in page["entries"][0]
    page = write(served, ann, book, help="full")
    assert page["chances"]["1:0"]["2"] > page["chances"]["1:0"]["8"] > 0 and page["worlds"] > 100
    assert write(served, ann, book, help="none")["chances"] is None
    known = ["1: take white", "*: drawn w?", "1: attack 0 0 5 = wrong, w4 at 3"]
    for lines in (known, ["0: take black", "*: drawn b2", "0: attack 1 0 5 = wrong"],
                  ["1: take black", "*: drawn b?", "1: attack 0 0 6 = wrong, b5 at 4"]):  # fmt: skip
        page = write(served, ann, book, note=lines)
    assert page["help"] == "none" and "certain" not in page["entries"][-1]
    page = write(served, ann, book, closed=True)
    assert page["entries"][-1]["certain"] == {"1:s0": "3", "1:s1": "3", "1:s2": "4"}
    assert page["entries"][0]["worlds"] > page["entries"][-1]["worlds"] > 0
    assert write(served, ann, book, note=["0: take black"])["code"] == "closed"
    assert write(served, ann, book, closed=False)["closed"] is False


def test_a_notebook_is_nobody_elses(served: Served) -> None:
    """Ben keeps one of the same table, from the link that names the game and the players: he sees what he typed."""
    ann, ben = served.guest("Ann"), served.guest("Ben")
    book = set_up(served, ann)
    served.call("PUT", f"/api/notebooks/{book}/notes", {"text": "w11 is Ben's"}, ann)
    path = f"/api/notebooks/{book}"
    for method, where, body in (
        ("GET", path, None), ("POST", path, {"n": 3, "note": TURN}), ("POST", path, {"n": 3, "cross_out": True}),
        ("DELETE", path, None), ("GET", f"{path}/notes", None), ("PUT", f"{path}/notes", {"text": "x"}),
    ):  # fmt: skip
        status, answer = served.answer(method, where, body, ben)
        assert (status, answer["code"]) == (404, "notebook"), where
        assert not {"b0", "w11", "Ann"} & set(json.dumps(answer).replace('"', " ").split())
        assert served.answer(method, where, body)[0] == 401
    assert served.call("GET", "/api/notebooks", token=ben) == []
    other = begin(served, ben, seat=1)
    assert look(served, ben, other)["entries"] == []
    assert look(served, ann, book)["n"] == 3 and len(served.call("GET", "/api/notebooks", token=ann)) == 1
    assert served.call("GET", f"/api/tables/{book}", token=ann)["code"] == "table"  # it is not a table
    for heard in (served.call("GET", "/api/tables", token=ben), served.call("GET", "/api/tables")):
        assert book not in json.dumps(heard)
    assert served.call("GET", f"{path}/notes", token=ann) == {"text": "w11 is Ben's"}


def test_it_is_exported_with_all_else_and_deleted(served: Served) -> None:
    ann = served.guest("Ann")
    book = set_up(served, ann)
    _, _, data = served.raw("GET", "/api/me/export", token=ann)
    with ZipFile(BytesIO(data)) as archive:
        events = json.loads(archive.read(f"notebooks/{book}.json"))
    assert events[0]["settings"]["names"] == ["Ann", "Ben"] and "*: dealt w1 = b0,w0,b1,w1" in events[2]["lines"]
    other = begin(served, ann)
    assert served.answer("DELETE", f"/api/notebooks/{other}", token=ann)[0] == 204
    assert look(served, ann, other)["code"] == "notebook"
    assert served.answer("DELETE", "/api/me", token=ann)[0] == 204
    assert look(served, ann, book)["code"] == "who"


def test_after_a_kill_nothing_that_was_answered_is_missing(tmp_path: Path) -> None:
    with Served(tmp_path) as server:
        ann = server.guest("Ann")
        book = set_up(server, ann)
        page = write(server, ann, book, note=TURN)
        server.kill()
        server.start()
        assert look(server, ann, book) == page
        assert write(server, ann, book, cross_out=True)["entries"][-1]["crossed"]
        server.kill()
        server.start()
        assert look(server, ann, book)["n"] == page["n"] + 1


@pytest.mark.anyio
async def test_an_event_is_stored_once(store: Store) -> None:
    """On both engines: of two that write at the same moment, one is told that it was changed."""
    await append_to_notebook(store, "ann", "book", 1, 5, b"first")
    await append_to_notebook(store, "ann", "book", 2, 7, b"second")
    with pytest.raises(Conflict):
        await append_to_notebook(store, "ann", "book", 2, 8, b"other")
    await append_to_notebook(store, "ann", "later", 1, 9, b"begun")
    assert await load_notebook(store, "ann", "book") == [(5, b"first"), (7, b"second")]
    assert await load_notebook(store, "ben", "book") == []
    assert await list_notebooks(store, "ann") == [("later", 1, 9, b"begun"), ("book", 2, 7, b"first")]
    assert (await count_notebooks(store, "ann"), await count_notebooks(store, "ben")) == (2, 0)
    assert await owns_notebook(store, "ann", "book") and not await owns_notebook(store, "ben", "book")
    await remove_notebook(store, "ben", "book")
    await remove_notebook(store, "ann", "later")
    assert [id for id, *_ in await list_notebooks(store, "ann")] == ["book"]
    await store.begin_erasure("ann", 10)
    assert await list_notebooks(store, "ann") == []


@pytest.mark.anyio
async def test_what_is_salvaged_or_copied_has_the_notebooks_too(tmp_path: Path) -> None:
    store = Sqlite(tmp_path / "one.db")
    await store.open()
    await append_to_notebook(store, "ann", "book", 1, 5, b"first")
    await store.close()
    await salvage(tmp_path / "one.db", tmp_path / "two.db")
    saved = Sqlite(tmp_path / "two.db")
    await saved.open()
    assert await load_notebook(saved, "ann", "book") == [(5, b"first")]
    ((columns,),) = await saved.read("select group_concat(name, ' ') from pragma_table_info('notebooks')")
    assert tuple(columns.split()) == COLUMNS["notebooks"]  # which is what a copy of the store reads
    await saved.close()


def test_there_are_so_many_notebooks_of_one_person(tmp_path: Path) -> None:
    with Served(tmp_path, limits="notebooks=2") as server:
        ann = server.guest("Ann")
        begin(server, ann)
        begin(server, ann)
        assert server.call("POST", "/api/notebooks", CODA, ann)["code"] == "quota"
