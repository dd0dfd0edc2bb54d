"""A full disk: what cannot be saved is refused in so many words, nothing is half-written, and room is room again."""

from __future__ import annotations

import json
import resource
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablee.server.tables import events
from tablee.server.tables.table import fold
from tests.server.serving import Player, Served, together

pytestmark = pytest.mark.anyio


class Disk:
    """As full as we like: no file of the server's grows beyond what its largest one holds now."""

    def __init__(self, served: Served, folder: Path) -> None:
        self.pid, self.folder = served.process.pid, folder

    def fill(self) -> None:
        largest = max(path.stat().st_size for path in self.folder.glob("tables.db*"))
        self.limit(largest)

    def clear(self) -> None:
        self.limit(resource.RLIM_INFINITY)

    def limit(self, size: int) -> None:
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def news(served: Served, table: str, token: str) -> Any:
    return served.call("GET", f"/api/tables/{table}", token=token)[0]


def move(served: Served, table: str, *tokens: str) -> Any:
    """What the server answers to a move of whoever is to move."""
    token, legal = next((token, legal) for token in tokens if (legal := news(served, table, token).get("legal")))
    return served.ask(table, token, do=legal[0])


async def test_on_a_full_disk_asks_are_refused_and_later_granted_without_a_restart(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        ann, ben = served.guest("Ann"), served.guest("Ben", "fr")
        table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}], options={"first": "0"})
        served.ask(table, ben, seat=1, sit="Ben")
        served.ask(table, ann, start=True)
        rng = Random(1)
        disk = Disk(served, tmp_path)
        disk.fill()
        granted: list[str] = []
        async with served.socket(table, ben) as watching:
            shown = json.loads(await watching.recv())["n"]

            def say(id: str) -> tuple[int, Any]:
                ask = {"id": id, "say": f"{rng.random()} " * 20}
                return served.answer("POST", f"/api/tables/{table}", ask, ann)

            status, answer = say("full-0")
            while status == 200 and len(granted) < 200:  # what fits into the last page still fits
                granted.append(answer["done"])
                status, answer = say(f"full-{len(granted)}")
            assert (status, answer["code"]) == (503, "storage") and "cannot be saved" in answer["why"]
            assert "impossible d’enregistrer" in served.ask(table, ben, say="moi aussi " * 40)["why"]
            assert served.answer("POST", "/api/me", {"name": "Cleo"})[0] == 503
            assert served.answer("GET", "/healthz")[0] == 503
            assert news(served, table, ann)["n"] == shown + len(granted)  # reading goes on
            while "done" in (answer := move(served, table, ann, ben)):  # a move needs less room
                pass
            before = news(served, table, ann)
            for _ in range(3):
                assert move(served, table, ann, ben)["code"] == answer["code"] == "storage"
            assert news(served, table, ann)["n"] == before["n"]
            disk.clear()
            assert say(f"full-{len(granted)}")[0] == 200  # the very ask that was refused
            assert "done" in move(served, table, ann, ben)
        players = [Player(served, table, ann, 1), Player(served, table, ben, 2)]
        await together(*players)
        assert all(player.over for player in players)
        log = served.call("GET", f"/api/tables/{table}/log", token=ann)
        assert [event["n"] for event in log] == list(range(1, len(log) + 1))
        said = [event for event in log if event["is"] == "note" and event["event"]["what"] == "said"]
        assert len(said) == len(granted) + 1
    check(tmp_path / "tables.db", table)


def check(path: Path, table: str) -> None:
    """The file is sound, and the table folds from it."""
    with sqlite3.connect(path) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
        rows = connection.execute("select body from events where tab = ? order by n", (table,)).fetchall()
        (n, status) = connection.execute("select n, status from tables where id = ?", (table,)).fetchone()
    connection.close()
    whole = fold(table, [events.decoder.decode(body) for (body,) in rows])
    assert (whole.n, whole.status) == (n, status) == (len(rows), "over")
