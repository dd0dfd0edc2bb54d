"""kill -9 at random moments, under load from real clients: nothing acknowledged is lost, doubled, or shown unstored."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random

import pytest

from tablee.games import GAMES
from tests.server.conftest import emptied
from tests.server.engines import PostgresServer
from tests.server.serving import Player, Served
from tests.waiting import PATIENCE, eventually

pytestmark = pytest.mark.anyio

KILLS = int(os.environ.get("TABLEE_KILLS", "25"))
TABLES = 4


@pytest.mark.parametrize("engine", ["sqlite", pytest.param("postgres", marks=pytest.mark.database)])
async def test_no_acknowledged_move_is_lost_doubled_or_shown_unstored(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    address = ""
    if engine == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        address = await emptied(server.address)
    rng = Random(2026)
    with Served(tmp_path, address) as served:
        finished: list[Player] = []
        tables = [seated(served, rng) for _ in range(TABLES)]
        running = {asyncio.create_task(player.play()): player for pair in tables for player in pair}
        for _ in range(KILLS):
            await until_a_move(running)
            await asyncio.sleep(rng.uniform(0, 0.3))  # any moment will do: this is when the power fails
            await asyncio.to_thread(served.kill)
            await asyncio.to_thread(served.start)
            for task in [task for task in running if task.done()]:
                task.result()
                finished.append(running.pop(task))
            while len(running) < 2 * TABLES:
                pair = await asyncio.to_thread(seated, served, rng)
                running |= {asyncio.create_task(player.play()): player for player in pair}
        await asyncio.wait_for(asyncio.gather(*running), 3 * PATIENCE)
        finished += running.values()
        check(served, finished)
    assert sum(len(player.granted) for player in finished) > KILLS


async def until_a_move(running: dict[asyncio.Task[None], Player]) -> None:
    """Waits until the server that has just been started grants something, so that each kill hits a server at work."""

    def granted() -> int:
        return sum(len(player.granted) for player in running.values())

    before = granted()
    await eventually(lambda: granted() > before or all(task.done() for task in running), "a granted move")


def seated(served: Served, rng: Random) -> list[Player]:
    """Two people at a new table, its game begun."""
    game = rng.choice(sorted(GAMES))
    ann, ben = served.guest("Ann"), served.guest("Ben")
    more = [{"kind": "bot", "level": "random"}] if game == "golden21" else []
    table = served.table(ann, game, [{"kind": "me"}, {"kind": "open"}, *more])
    served.ask(table, ben, seat=1, sit="Ben")
    served.ask(table, ann, start=True)
    return [Player(served, table, token, rng.randrange(2**30)) for token in (ann, ben)]


def check(served: Served, players: list[Player]) -> None:
    """What each was told is what is stored, number by number; each granted move stands there once."""
    for player in players:
        log = served.call("GET", f"/api/tables/{player.table}/log", token=player.token)
        stored = {event["n"]: event["told"] for event in log if event["is"] == "line"}
        assert player.lines.items() <= stored.items(), "something was shown that is not stored"
        seat = player.over["seat"] if player.over else None
        mine = [told for told in stored.values() if told.startswith(f"{seat}: ")]
        moves = [ask for ask in player.granted if "-" in ask]  # the other asks sat down and began
        assert len(mine) >= len(moves), "an acknowledged move is missing"
        assert len(mine) <= len(moves), "a move was made twice"
        refused = [answer for answer in player.refused if answer["code"] not in ("illegal", "storage")]
        assert refused == [], refused
