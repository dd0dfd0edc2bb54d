"""What stands watch: health that plays, figures, headers, origins, limits, and a log that keeps secrets."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tablee.server.protocol.health import play
from tablee.server.refusals import StoreUnavailable
from tests.server.serving import Player, Served, together
from tests.server.tables_on_a_node import noded

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    """As it is run: with its limits."""
    with Served(folder, limits="on") as server:
        yield server


def figures(served: Served) -> dict[str, float]:
    """Every figure of /metrics, those of one name added up."""
    found: dict[str, float] = {}
    for line in served.call("GET", "/metrics").splitlines():
        if line and not line.startswith("#"):
            name, _, number = line.rpartition(" ")
            name = name.partition("{")[0]
            found[name] = found.get(name, 0) + float(number)
    return found


def seated(served: Served) -> tuple[str, str, str]:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}], options={"first": "0"})
    served.ask(table, ben, seat=1, sit="Ben")
    served.ask(table, ann, start=True)
    return table, ann, ben


# ---- health and figures ---------------------------------------------------------------------


def test_health_plays_a_move_through_the_store_and_leaves_nothing_behind(served: Served, folder: Path) -> None:
    before = figures(served)["tablee_moves_total"]
    health = served.call("GET", "/healthz")
    assert health["well"] is True and health["milliseconds"] >= 0
    played = figures(served)["tablee_moves_total"] - before
    assert played >= 2  # chance deals, somebody plays
    assert served.call("GET", "/healthz") == health  # looking again soon costs nothing
    assert figures(served)["tablee_moves_total"] == before + played
    with sqlite3.connect(folder / "tables.db") as connection:
        for rows, column in (("events", "tab"), ("tables", "id"), ("secrets", "tab"), ("sitters", "tab")):
            known = "select tab from sitters where who <> 'health'"
            left = connection.execute(f"select count(*) from {rows} where {column} not in ({known})").fetchone()
            assert left == (0,), rows
    connection.close()


async def test_health_that_fails_half_way_leaves_nothing_behind_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with noded(tmp_path) as node:
        append = node.store.append

        async def full(table: str, after: int, *rest: Any) -> None:
            if after:
                raise StoreUnavailable
            await append(table, after, *rest)

        monkeypatch.setattr(node.store, "append", full)
        with pytest.raises(StoreUnavailable):
            await play(node)
        for rows in ("events", "tables", "secrets", "sitters"):
            assert await node.store.read(f"select count(*) from {rows}") == [(0,)], rows
        assert not node.tables


async def test_the_figures_that_operations_names_are_counted(served: Served) -> None:
    table, ann, ben = seated(served)
    before = figures(served)
    async with served.socket(table, ann) as socket:
        news = json.loads(await socket.recv())
        assert figures(served)["tablee_readers"] == before["tablee_readers"] + 1
        served.ask(table, ann, do=news["legal"][0])
        served.ask(table, ben, do="play x9")
    after = figures(served)
    assert after["tablee_moves_total"] > before["tablee_moves_total"]
    assert after["tablee_tables"] >= 1
    assert after["tablee_refused_total"] == before.get("tablee_refused_total", 0) + 1
    assert 'code="notation"' in served.call("GET", "/metrics")
    bot = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "bot", "level": "random"}], options={"first": "1"})
    served.ask(bot, ann, start=True)
    while served.call("GET", f"/api/tables/{bot}", token=ann)[0]["awaits"]["seats"] != [0]:
        served.call("GET", f"/api/tables/{bot}?since=99&wait=true", token=ann)
    assert figures(served)["tablee_bot_seconds_count"] >= 1
    named = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()
    for name in ("tablee_moves_total", "tablee_tables", "tablee_readers", "tablee_refused_total", "tablee_bot_seconds"):
        assert f"`{name}`" in named


# ---- other pages ------------------------------------------------------------------------------


def headers(served: Served, path: str, method: str = "GET", **sent: str) -> dict[str, str]:
    try:
        with urlopen(Request(served.address + path, method=method, headers=sent)) as answer:
            return {name.lower(): text for name, text in answer.headers.items()}
    except HTTPError as error:
        with error:
            return {name.lower(): text for name, text in error.headers.items()}


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/tables/nowhere", "/api/nothing", "/healthz", "/openapi.json", "/"]
)
def test_every_answer_whatever_it_says_keeps_pages_apart(path: str, served: Served) -> None:
    found = headers(served, path)
    policy = found["content-security-policy"]
    assert re.match("default-src '(none|self)';", policy) and "frame-ancestors 'none'" in policy
    script = re.search(r"script-src ([^;]*)", policy)
    assert script and "unsafe" not in script[1] and "*" not in policy
    assert found["x-content-type-options"] == "nosniff" and found["x-frame-options"] == "DENY"
    assert found["referrer-policy"] == "same-origin" and "server" not in found
    assert "access-control-allow-origin" not in found


async def test_no_other_page_opens_a_socket_or_asks_in_somebodys_name(served: Served) -> None:
    table, ann, _ = seated(served)
    host = served.address.removeprefix("http://")
    for path in (f"/api/tables/{table}/socket", "/api/lobby"):
        for origin in ("http://evil.example", f"http://{host}.evil.example", "null", f"http://evil.example/{host}"):
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://{host}{path}", origin=origin, additional_headers={"cookie": f"tablee={ann}"})  # type: ignore[arg-type]
            assert refused.value.response.status_code == 403
        async with connect(f"ws://{host}{path}", origin=served.address, additional_headers={"cookie": f"tablee={ann}"}):  # type: ignore[arg-type]
            pass
    for method, path in (("POST", f"/api/tables/{table}"), ("PATCH", "/api/me"), ("PUT", f"/api/tables/{table}/notes"),
                         ("DELETE", "/api/sessions/x"), ("POST", "/api/logout")):  # fmt: skip
        status, answer = served.answer(method, path, {}, "", cookie=f"tablee={ann}", origin="http://evil.example")
        assert (status, answer["code"]) == (403, "origin")


# ---- too fast -----------------------------------------------------------------------------------


def spend(served: Served, most: int, act: Any) -> int:
    """How often this was not too fast, before it was."""
    for count in range(most):
        answer = act(count)
        if answer.get("code") == "fast":
            assert re.search(r"\d+ s", answer["why"])
            return count
    raise AssertionError(f"{most} times, and never too fast")


def test_sitting_talking_and_opening_have_their_limits(served: Served) -> None:
    table, ann, ben = seated(served)
    n = served.call("GET", f"/api/tables/{table}")[0]["n"]
    spent = {
        "seat": spend(served, 60, lambda _: served.ask(table, ben, seat=0, sit="Ben")),
        "say": spend(served, 60, lambda count: served.ask(table, ben, say=f"word {count}")),
        "table": spend(served, 60, lambda _: served.call("POST", "/api/tables", {"game": "sixteen"}, ben)),
    }
    assert 8 <= spent["say"] < spent["seat"], spent
    assert served.call("GET", f"/api/tables/{table}")[0]["n"] == n + spent["say"]  # the others changed nothing
    assert "done" in served.ask(table, ann, say="I have not said a word yet")  # each has their own


async def test_the_socket_has_the_same_limits(served: Served) -> None:
    table, ann, _ = seated(served)
    async with served.socket(table, ann) as socket:
        for number in range(12):
            await socket.send(json.dumps({"id": f"s{number}", "say": "word"}))
        granted, refused = set[str](), set[str]()
        while len(granted) + len(refused) < 12:
            news = json.loads(await socket.recv())
            granted |= {news["done"]} if "done" in news else set()
            if "refused" in news:
                assert news["code"] == "fast"
                refused.add(news["refused"])
        assert 8 <= len(granted) < 12


# ---- the log --------------------------------------------------------------------------------------


async def test_nothing_secret_is_written_to_the_log(served: Served, folder: Path) -> None:
    """Everything that can be kept secret is used once; then what the program has printed is read."""
    ann, ben = served.guest("Annabelle"), served.guest("Benedikt")
    login = {"login": "annabelle", "password": "correct horse battery"}
    served.call("POST", "/api/account", login, ann)
    served.call("POST", "/api/login", {**login, "password": "wrong horse battery"})
    other = served.call("POST", "/api/login", login)["token"]
    seats = [{"kind": "me"}, {"kind": "link"}]
    made = served.call("POST", "/api/tables", {"game": "sixteen", "seats": seats}, ann)
    table, key = made["id"], made["keys"]["1"]
    served.ask(table, ben, seat=1, sit="Benedikt", key=f"x{key}")
    served.ask(table, ben, seat=1, sit="Benedikt", key=key)
    served.ask(table, ann, words="my own lucky words")
    served.ask(table, ann, start=True)
    served.ask(table, ann, say="a word among friends")
    served.call("PUT", f"/api/tables/{table}/notes", {"text": "a private thought"}, ann)
    served.answer("POST", f"/api/tables/{table}", b'{"id": "\xff', ann)
    async with served.socket(table, ann) as socket:
        await socket.recv()
        await socket.send(b"\xff")
        await socket.recv()
        await socket.send(b'{"id": "x", "say": "among friends \xff"}', text=True)
    players = [Player(served, table, ann, 1), Player(served, table, ben, 2)]
    await together(*players)
    secret = re.search(r"secret: (\w+)", served.call("GET", f"/api/tables/{table}/record"))
    assert secret and len(secret[1]) == 64
    printed = said(served) + served.log.read_text()
    assert "UTF-8" in printed  # there is a log, and what is wrong is written there
    with sqlite3.connect(folder / "tables.db") as connection:
        ((signing,),) = connection.execute("select value from keys").fetchall()
    connection.close()
    tokens = (ann, ben, other, ann.partition(".")[0], key, secret[1], signing.hex())
    for kept in (*tokens, "horse", "Annabelle", "Benedikt", "friends", "lucky", "thought"):
        assert kept not in printed, kept
    assert all(json.loads(line) for line in printed.splitlines() if line.startswith("{"))


def said(served: Served) -> str:
    """What stands on the program's standard output and was not read yet."""
    assert served.process.stdout is not None
    os.set_blocking(served.process.stdout.fileno(), False)
    try:
        return os.read(served.process.stdout.fileno(), 1_000_000).decode()
    except BlockingIOError:
        return ""


# ---- passwords, last: they use up what this address may try ------------------------


def test_passwords_are_guessed_slowly(served: Served) -> None:
    wrong = {"login": "ann", "password": "not this one"}
    assert spend(served, 20, lambda _: served.call("POST", "/api/login", wrong)) <= 10
