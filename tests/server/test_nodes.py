"""Several nodes on one PostgreSQL: players of one table on different nodes, a node killed, the bus down."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.server.conftest import emptied
from tests.server.engines import PostgresServer, ValkeyServer
from tests.server.serving import Player, Served, together
from tests.waiting import PATIENCE, eventually

pytestmark = pytest.mark.anyio


async def nodes(tmp_path: Path, server: PostgresServer, count: int, bus: str = "") -> list[Served]:
    address = await emptied(server.address)
    made = []
    for number in range(count):
        folder = tmp_path / f"node{number}"
        folder.mkdir()
        made.append(await asyncio.to_thread(Served, folder, address, **({"bus": bus} if bus else {})))
    return made


def seated(served: Served, other: Served, game: str = "code21") -> tuple[str, str, str]:
    """Ann at one node, Ben at another, one table."""
    ann, ben = served.guest("Ann"), other.guest("Ben")
    table = served.table(ann, game, [{"kind": "me"}, {"kind": "open"}])
    assert "done" in other.ask(table, ben, seat=1, sit="Ben")
    assert "done" in served.ask(table, ann, start=True)
    return table, ann, ben


@pytest.mark.untraced
@pytest.mark.parametrize("bus", ["notify", "valkey"])
async def test_players_of_one_table_sit_at_different_nodes_and_both_move_at_once(
    bus: str, tmp_path: Path, postgres_server: PostgresServer, request: pytest.FixtureRequest
) -> None:
    address = request.getfixturevalue("valkey_server").address if bus == "valkey" else ""
    one, two, three = await nodes(tmp_path, postgres_server, 3, address)
    with one, two, three:
        table, ann, ben = seated(one, two)  # Code 21: stakes are sealed, so both are awaited at once
        players = [Player(one, table, ann, 1), Player(two, table, ben, 2), Player(three, table)]
        await together(*players)
        logs = [player.lines for player in players]
        assert logs[0].keys() == logs[1].keys() == logs[2].keys() and len(logs[0]) > 10
        ends = [player.over["awaits"] if player.over else None for player in players]
        assert ends[0] and ends[0] == ends[1] == ends[2]


async def test_a_node_that_is_killed_is_replaced_by_another(tmp_path: Path, postgres_server: PostgresServer) -> None:
    one, two = await nodes(tmp_path, postgres_server, 2)
    with one, two:
        table, ann, ben = seated(one, two, "sixteen")
        here, there = Player(one, table, ann, 1), Player(two, table, ben, 2)
        playing = [asyncio.create_task(player.play()) for player in (here, there)]
        await eventually(lambda: here.n >= 30, "30 events")
        one.kill()
        here.served = two  # as a balancer would send them
        await asyncio.wait_for(asyncio.gather(*playing), 2 * PATIENCE)
        log = two.call("GET", f"/api/tables/{table}/log", token=ann)
        stored = {event["n"]: event["told"] for event in log if event["is"] == "line"}
        assert here.lines == stored and there.lines.keys() == stored.keys()


async def test_with_the_bus_down_moves_commit_and_the_others_catch_up(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    with ValkeyServer() as bus:
        one, two = await nodes(tmp_path, postgres_server, 2, bus.address)
        with one, two:
            table, ann, ben = seated(one, two, "sixteen")
            async with two.socket(table, ben) as watching:
                newest = one.call("GET", f"/api/tables/{table}", token=ann)[0]["n"]
                while (first := json.loads(await watching.recv()))["n"] < newest:
                    pass
                bus.stop()
                move = one.call("GET", f"/api/tables/{table}", token=ann)[0]
                if 0 not in move["awaits"]["seats"]:
                    seat, token, node = 1, ben, two
                else:
                    seat, token, node = 0, ann, one
                legal = node.call("GET", f"/api/tables/{table}?seat={seat}", token=token)[0]["legal"]
                other, whose = (two, ben) if node is one else (one, ann)
                known = other.call("GET", f"/api/tables/{table}", token=whose)[0]["n"]
                assert "done" in node.ask(table, token, do=legal[0])
                await eventually(  # a client that only asks finds it, too
                    lambda: other.call("GET", f"/api/tables/{table}", token=whose)[0]["n"] > known,
                    "the move, seen at the other node",
                )
                assert "done" in other.ask(
                    table, whose, say="are you there?"
                )  # written after the move it had not heard
                news = json.loads(await asyncio.wait_for(watching.recv(), PATIENCE))
                assert news["n"] > first["n"]
                bus.start()
        assert one.process.returncode is not None


async def test_a_database_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    with PostgresServer() as server:
        (served,) = await nodes(tmp_path, server, 1)
        with served:
            table, ann, ben = seated(served, served, "sixteen")
            before = served.call("GET", f"/api/tables/{table}", token=ann)[0]
            seat = before["awaits"]["seats"][0]
            token = (ann, ben)[seat]
            legal = served.call("GET", f"/api/tables/{table}", token=token)[0]["legal"]
            server.stop()
            refused = served.ask(table, token, do=legal[0])
            assert refused["code"] == "storage" and "try again" in refused["why"]
            server.start()
            await eventually(lambda: "done" in served.ask(table, token, do=legal[0]), "the database, back")
            log = served.call("GET", f"/api/tables/{table}/log", token=ann)
            moves = [event["told"] for event in log if event["is"] == "line" and event["told"].startswith(f"{seat}: ")]
            assert len(moves) == 1
