"""An earlier moment of a table: what a seat saw then, and nothing more, until the table is closed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tablee import record
from tablee.contract import Seat
from tablee.games import GAMES
from tests.server.serving import Player, Served, together

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


def plain(view: Any) -> Any:
    return json.loads(msgspec.json.encode(view))


@pytest.mark.parametrize("game", ["coda", "code777"])
async def test_a_moment_is_what_the_seat_saw_then_and_through_all_eyes_once_it_is_over(
    game: str, served: Served
) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, game, [{"kind": "me"}, {"kind": "open"}])
    served.ask(table, ben, seat=1, sit="Ben")
    served.ask(table, ann, start=True)
    path = f"/api/tables/{table}/moment"
    n = served.call("GET", f"/api/tables/{table}")[0]["n"]
    early = {token: served.call("GET", f"{path}?at={n}", token=token) for token in (ann, ben, "")}
    assert served.call("GET", f"{path}?at={n}&seat=1", token=ann)["code"] == "seat"
    assert served.call("GET", f"{path}?at={n}&seat=0")["code"] == "seat"
    assert served.call("GET", f"{path}?at={n}&open=true", token=ann)["code"] == "not_over"
    assert served.call("GET", f"{path}?at=100000", token=ann)["code"] == "moment"
    assert served.call("GET", f"{path}?at=1", token=ann)["view"] is None  # before the game
    await together(Player(served, table, ann, 1), Player(served, table, ben, 2))
    read = record.read(served.call("GET", f"/api/tables/{table}/record"), GAMES)
    numbers = [event["n"] for event in served.call("GET", f"/api/tables/{table}/log") if event["is"] == "line"]
    states = list(record.states(read))
    for token, seat in ((ann, 0), (ben, 1), ("", None)):
        then = states[sum(number <= n for number in numbers)]
        assert early[token]["seat"] == seat and early[token]["views"] is None
        assert early[token]["view"] == plain(read.game.view(then, None if seat is None else Seat(seat)))
    for at in Random(1).sample(numbers, 3):
        state = states[numbers.index(at) + 1]
        moment = served.call("GET", f"{path}?at={at}&seat=1&open=true")  # anybody, any seat
        assert moment["view"] == plain(read.game.view(state, Seat(1)))
        assert moment["views"] == {str(seat): plain(read.game.view(state, Seat(seat))) for seat in (0, 1)}
    assert served.call("GET", f"{path}?seat=2")["code"] == "seat"
    head = served.call("GET", "/api/tables", token=ann)["mine"][0]
    assert head["ranks"] and head["lines"] == len(read.moves) and head["opened"] <= head["touched"]
    await lobby(served, ann)


async def lobby(served: Served, token: str) -> None:
    """The lobby's socket tells at once, and when something changes."""
    from websockets.asyncio.client import connect

    address = f"{served.address.replace('http', 'ws', 1)}/api/lobby"
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        first = json.loads(await socket.recv())
        assert first["mine"][0]["status"] == "over"
        opened = served.table(token, "sixteen", [{"kind": "me"}, {"kind": "open"}], join="anyone")
        then = json.loads(await socket.recv())
        assert then["mine"][0]["id"] == opened == then["open"][0]["id"]  # the unfinished one first
        served.ask(opened, token, say="hello")
        other = served.guest("Cleo")
        served.ask(opened, other, seat=1, sit="Cleo")
        while json.loads(await socket.recv())["open"][0]["chairs"][1]["name"] != "Cleo":
            pass
