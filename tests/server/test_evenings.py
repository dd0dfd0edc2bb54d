"""An evening at the tables: the lobby, talk, watchers, notes, consent, and what becomes of a table nobody needs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tablee import record
from tablee.contract import Seat
from tablee.games import GAMES
from tablee.server.store.sqlite import Sqlite
from tablee.server.tables import events
from tablee.server.tables.periodic_jobs import LIVE_FOR, OPEN_FOR
from tablee.server.tables.summary import summarise
from tablee.server.tables.table import fold
from tablee.server.timekeeping import DAY, now
from tests.server.serving import Served
from tests.server.tables_without_node import SECRET, begun, laid, moves
from tests.waiting import PATIENCE, eventually

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    asyncio.run(lay_old_tables(folder))
    with Served(folder) as server:
        yield server


async def lay_old_tables(folder: Path) -> None:
    """What a server finds when it is started after months."""
    store = Sqlite(folder / "tables.db")
    await store.open()
    for name, age in (("livelong", LIVE_FOR + DAY), ("liveshort", LIVE_FOR - DAY)):
        table = begun(None, now() - age)
        moves(table, 0, now() - age)
        await laid(store, table, name)
    for name, age in (("openlong", OPEN_FOR + DAY), ("openshort", OPEN_FOR - DAY)):
        table = begun(None, now() - age)
        happened = [step.event for step in table.tail][:3]
        await store.create(name, SECRET, [events.encode(one) for one in happened], summarise(fold(name, happened)))
    await store.close()


def look(served: Served, table: str, token: str = "") -> dict[str, Any]:
    return dict(served.call("GET", f"/api/tables/{table}", token=token)[0])


def seated(served: Served, game: str = "sixteen", **more: Any) -> tuple[str, str, str]:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, game, [{"kind": "me"}, {"kind": "open"}], **more)
    assert "done" in served.ask(table, ben, seat=1, sit="Ben")
    assert "done" in served.ask(table, ann, start=True)
    return table, ann, ben


# ---- idle tables ----------------------------------------------------------------------------


async def test_idle_tables_are_closed_by_the_stated_policy_and_their_records_stay(served: Served) -> None:
    await eventually(lambda: look(served, "livelong")["head"]["status"] == "over", "the end of an idle table")
    head = look(served, "livelong")["head"]
    assert head["ended"] == "expired"
    kept = record.read(served.call("GET", "/api/tables/livelong/record"), GAMES)
    assert len(kept.moves) > 2 and kept.fair and kept.fair.secret == SECRET.hex()
    assert look(served, "openlong")["head"]["status"] == "over"
    assert look(served, "liveshort")["head"]["status"] == "live"
    assert look(served, "openshort")["head"]["status"] == "open"
    cleo = served.guest("Cleo")
    refused = served.ask("openlong", cleo, seat=1, sit="Cleo")
    assert (refused["code"], refused["why"]) == ("over", "this table is closed")


# ---- the lobby --------------------------------------------------------------------------------


async def test_the_lobby_is_live_and_mine_unfinished_ones_first(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    over = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "me"}])
    served.ask(over, ann, seat=0, start=True)
    served.ask(over, ann, seat=0, resign=True)
    address = served.address.replace("http", "ws", 1)
    async with connect(f"{address}/api/lobby", additional_headers={"Authorization": f"Bearer {ann}"}) as lobby:

        async def until(told: Any) -> dict[str, Any]:
            while True:
                listed: dict[str, Any] = json.loads(await asyncio.wait_for(lobby.recv(), PATIENCE))
                if told(listed):
                    return listed

        first = await until(lambda listed: True)
        assert [head["id"] for head in first["mine"]] == [over]
        open_table = served.table(ben, "coda", [{"kind": "me"}, {"kind": "open"}], join="anyone")
        hidden = served.table(ben, "coda", [{"kind": "me"}, {"kind": "open"}])
        listed = await until(lambda listed: open_table in [head["id"] for head in listed["open"]])
        assert hidden not in [head["id"] for head in listed["open"]]
        served.ask(open_table, ann, seat=1, sit="Ann")
        listed = await until(lambda listed: len(listed["mine"]) == 2)
        assert [head["id"] for head in listed["mine"]] == [open_table, over]  # the unfinished first, though older
        served.ask(open_table, ann, start=True)
        await until(lambda listed: listed["mine"][0]["status"] == "live")
        served.ask(open_table, ann, resign=True)
        listed = await until(lambda listed: listed["mine"][0]["status"] == "over")
        assert open_table not in [head["id"] for head in listed["open"]]


# ---- talk, notes, watching ----------------------------------------------------------------------


async def test_players_are_heard_by_players_and_watchers_by_watchers(served: Served) -> None:
    table, ann, ben = seated(served)
    cleo, dora = served.guest("Cleo"), served.guest("Dora")
    said = {}
    async with (
        served.socket(table, ben) as player,
        served.socket(table, dora) as watcher,
        served.socket(table) as nobody,
    ):
        served.ask(table, ann, say="players only")
        served.ask(table, cleo, say="watchers only")
        newest = look(served, table)["n"]
        for name, socket in (("player", player), ("watcher", watcher), ("nobody", nobody)):
            said[name] = ""
            n = 0
            while n < newest:
                text = str(await asyncio.wait_for(socket.recv(), PATIENCE))
                n = json.loads(text)["n"]
                said[name] += text
    assert "players only" in said["player"] and "watchers only" not in said["player"]
    for name in ("watcher", "nobody"):
        assert "watchers only" in said[name] and "players only" not in said[name]
    served.ask(table, ann, resign=True)  # and so it stays after the game, in the log, too
    for token, heard, unheard in (
        (ben, "players", "watchers"),
        (cleo, "watchers", "players"),
        ("", "watchers", "players"),
    ):
        log = json.dumps(served.call("GET", f"/api/tables/{table}/log", token=token))
        assert f"{heard} only" in log and f"{unheard} only" not in log
    assert '"Cleo"' in json.dumps(served.call("GET", f"/api/tables/{table}/log"))


def test_a_watcher_sees_everything_once_the_table_is_closed_and_nothing_before(served: Served) -> None:
    table, ann, ben = seated(served, "coda")
    cleo = served.guest("Cleo")
    for token in (ann, cleo, ""):
        assert served.call("GET", f"/api/tables/{table}/record", token=token)["code"] == "not_over"
    rng = Random(4)
    for _ in range(6):
        here = look(served, table)
        token = (ann, ben)[here["awaits"]["seats"][0]]
        served.ask(table, token, do=rng.choice(look(served, table, token)["legal"]))
    hand = look(served, table, ann)["view"]
    assert hand != look(served, table)["view"]
    served.ask(table, ann, resign=True)
    kept = record.read(served.call("GET", f"/api/tables/{table}/record", token=cleo), GAMES)
    states = list(record.states(kept))
    assert json.loads(events.encode(kept.game.view(states[-1], Seat(0)))) == hand  # Ann's own hand follows from it


def test_notes_are_kept_and_are_nobody_elses(served: Served) -> None:
    table, ann, ben = seated(served)
    text = "Ben bluffs\n— à la fin, « toujours »"
    assert served.answer("PUT", f"/api/tables/{table}/notes", {"text": text}, ann)[0] == 204
    assert served.call("GET", f"/api/tables/{table}/notes", token=ann) == {"text": text}
    assert served.call("GET", f"/api/tables/{table}/notes", token=ben) == {"text": ""}
    assert served.answer("GET", f"/api/tables/{table}/notes")[0] == 401
    assert served.call("PUT", "/api/tables/nowhere/notes", {"text": "x"}, ann)["code"] == "table"
    assert served.answer("PUT", f"/api/tables/{table}/notes", {"text": "x" * 20_001}, ann)[0] == 400
    for token in (ben, ""):
        assert "bluffs" not in json.dumps(served.call("GET", f"/api/tables/{table}/log", token=token))


# ---- consent --------------------------------------------------------------------------------------


def test_a_takeback_and_a_pause_over_the_wire(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, "code21", [{"kind": "me"}, {"kind": "open"}], options={"first": "0"})
    served.ask(table, ben, seat=1, sit="Ben")
    served.ask(table, ann, start=True)
    here = served.call("GET", f"/api/tables/{table}", token=ann)[0]
    token, other = (ann, ben) if here["awaits"]["seats"] == [0] else (ben, ann)
    before = served.call("GET", f"/api/tables/{table}", token=token)[0]
    move = next(text for text in before["legal"] if text.endswith("down"))
    assert "done" in served.ask(table, token, do=move)
    assert served.call("GET", f"/api/tables/{table}/takeback", token=token) == {"why": None}
    assert "your own move" in served.call("GET", f"/api/tables/{table}/takeback", token=other)["why"]
    assert "done" in served.ask(table, token, offer="takeback")
    assert served.call("GET", f"/api/tables/{table}", token=other)[0]["head"]["offer"][1] == "takeback"
    assert "done" in served.ask(table, other, answer=True)
    after = served.call("GET", f"/api/tables/{table}?since={before['n']}", token=token)[0]
    assert (after["view"], after["legal"]) == (before["view"], before["legal"])
    assert [event["event"]["what"] for event in after["events"] if event["is"] == "note"] == [
        "offered", "answered", "taken_back",
    ]  # fmt: skip
    served.ask(table, ann, offer="pause")
    served.ask(table, ben, answer=True)
    paused = served.call("GET", f"/api/tables/{table}", token=token)[0]
    assert paused["head"]["status"] == "paused" and not paused.get("legal")
    assert served.ask(table, token, do=move)["code"] == "paused"
    assert "done" in served.ask(table, ann, resume=True)
    assert "done" in served.ask(table, token, do=move)
