"""Five failings of a well-known engine for games on a network, boardgame.io 0.50: each of them is tried here."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError

from tests.server.serving import Served
from tests.server.test_seats import race
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

KILLS = 2


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with Served(folder) as server:
        yield server


def seated(served: Served, game: str) -> tuple[str, str, str]:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, game, [{"kind": "me"}, {"kind": "open"}])
    assert "done" in served.ask(table, ben, seat=1, sit="Ben")
    assert "done" in served.ask(table, ann, start=True)
    return table, ann, ben


async def first(served: Served, table: str, token: str = "") -> str:
    async with served.socket(table, token) as socket:
        return str(await asyncio.wait_for(socket.recv(), PATIENCE))


async def test_no_hand_and_no_seed_is_sent_to_who_may_not_know_it(served: Served) -> None:
    """There: every client is sent every hand, and the seed of the shuffle."""
    table, ann, ben = seated(served, "sixteen")
    sent = {who: await first(served, table, token) for who, token in (("ann", ann), ("ben", ben), ("nobody", ""))}
    served.ask(table, ann, resign=True)
    record = served.call("GET", f"/api/tables/{table}/record")
    secret = re.search(r"secret: (\w+)", record)
    dealt = [line for line in record.splitlines() if line.startswith("*: dealt")]
    assert secret and len(dealt) > 4
    for text in sent.values():
        assert secret[1] not in text and "pledge" in text
    told = {who: [event["told"] for event in json.loads(text)["events"] if event["is"] == "line"]
            for who, text in sent.items()}  # fmt: skip
    lines = {who: [line for line in each if line.startswith("*: dealt")] for who, each in told.items()}
    for line, ann_reads, ben_reads in zip(dealt, lines["ann"], lines["ben"], strict=True):
        assert sorted((ann_reads, ben_reads)) == ["*: dealt ?", line]  # it is one player's, and the other is not told
    assert lines["nobody"] == ["*: dealt ?"] * len(dealt)


async def test_what_was_broadcast_is_there_after_kill_9(served: Served) -> None:
    """There: with its own file store the move that everybody saw last is gone, 8 times of 8."""
    table, ann, ben = seated(served, "sixteen")
    for _ in range(KILLS):
        news: dict[str, Any] = json.loads(await first(served, table))
        seat = news["awaits"]["seats"][0]
        mover, other = (ann, ben)[seat], (ben, ann)[seat]
        legal = json.loads(await first(served, table, mover))["legal"]
        async with served.socket(table, other, news["n"]) as watching, served.socket(table, mover, news["n"]) as moving:
            await watching.recv()
            await moving.send(json.dumps({"id": f"m{news['n']}", "do": legal[0]}))
            seen: dict[str, Any] = {}
            while not any(event["is"] == "line" for event in seen.get("events", ())):
                seen = json.loads(await asyncio.wait_for(watching.recv(), PATIENCE))
            served.kill()  # the moment after
        served.start()
        log = served.call("GET", f"/api/tables/{table}/log", token=other)
        assert seen["events"] == [event for event in log if news["n"] < event["n"] <= seen["n"]]


async def test_of_two_people_who_want_one_seat_exactly_one_gets_it(served: Served) -> None:
    """There: both were seated, 13 times of 20."""
    await race(served, served)


async def test_a_refused_move_is_answered_with_its_rule(served: Served) -> None:
    """There: silence."""
    table, ann, ben = seated(served, "sixteen")
    seat = json.loads(await first(served, table))["awaits"]["seats"][0]
    mover, other = (ann, ben)[seat], (ben, ann)[seat]
    async with served.socket(table, mover) as moving, served.socket(table, other) as watching:
        mine = json.loads(await moving.recv())
        theirs = json.loads(await watching.recv())
        for socket, move, code in (
            (watching, mine["legal"][0], "turn"), (moving, absent(mine["legal"]), "illegal")
        ):  # fmt: skip
            await socket.send(json.dumps({"id": "no", "do": move}))
            while "refused" not in (answer := json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))):
                pass
            assert (answer["refused"], answer["code"]) == ("no", code) and answer["why"] and answer["rule"]
    assert json.loads(await first(served, table))["n"] == mine["n"] == theirs["n"]


def absent(legal: list[str]) -> str:
    """A card that is not in the hand."""
    return next(move for move in (f"play {colour}{n}" for colour in "gbpo" for n in range(8)) if move not in legal)


async def test_an_unknown_table_is_said_to_be_so_and_is_not_made(served: Served, folder: Path) -> None:
    """There: a new game is made under that name."""
    ann = served.guest("Ann")
    for _ in range(2):
        with pytest.raises(ConnectionClosedError) as closed:
            async with served.socket("neverwas", ann) as socket:
                assert json.loads(await socket.recv())["code"] == "table"
                await socket.recv()
        assert closed.value.rcvd and closed.value.rcvd.code == 4404
        for ask in ({"start": True}, {"seat": 0, "sit": "Ann"}, {"do": "draw"}, {"say": "hello?"}):
            assert served.ask("neverwas", ann, **ask)["code"] == "table"
        for path in ("", "/log", "/record", "/notes"):
            assert served.answer("GET", f"/api/tables/neverwas{path}", token=ann)[0] == 404
    with sqlite3.connect(folder / "tables.db") as connection:
        for rows, column in (("events", "tab"), ("tables", "id"), ("secrets", "tab"), ("notes", "tab")):
            assert connection.execute(f"select * from {rows} where {column} = 'neverwas'").fetchall() == []
    connection.close()
