"""The daily deal: the same cards and dice for everybody, once a day, and others' results only after one's own."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tablee import record
from tablee.games import GAMES
from tablee.server.people.people import Person
from tablee.server.store import Store
from tablee.server.tables.bot_pool import BotPool
from tablee.server.tables.bus import NoBus
from tablee.server.tables.daily_deals import open_daily_deal, opponents
from tablee.server.tables.node import Node
from tests.server.serving import Player, Served, together

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.database)])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    address = request.getfixturevalue("postgres") if request.param == "postgres" else ""
    with Served(tmp_path, address) as server:
        yield server


def begin(served: Served, token: str, game: str = "sixteen") -> str:
    found: str = served.call("POST", f"/api/daily/{game}", token=token)["id"]
    return found


def deal(served: Served, token: str, game: str = "sixteen") -> dict[str, Any]:
    found: dict[str, Any] = next(
        one for one in served.call("GET", "/api/daily", token=token)["deals"] if one["game"] == game
    )
    return found


def chance(lines: Any) -> list[str]:
    return [str(line) for line in lines if str(line).startswith("*")]


def verified(folder: Path, text: str) -> bool:
    """What `tablee verify` says of this record."""
    (folder / "daily.game").write_text(text)
    command = [sys.executable, "-m", "tablee", "verify", str(folder / "daily.game")]
    return subprocess.run(command, capture_output=True).returncode == 0


async def test_everybody_draws_the_same_whatever_they_play(served: Served, tmp_path: Path) -> None:
    tokens = [served.guest(name) for name in ("Ann", "Ben")]
    tables = [begin(served, token) for token in tokens]
    assert tables[0] != tables[1] and begin(served, tokens[0]) == tables[0]  # once a day
    await together(
        *[Player(served, table, token, seed) for seed, (table, token) in enumerate(zip(tables, tokens, strict=True))]
    )
    texts = [served.raw("GET", f"/api/tables/{table}/record", token=tokens[0])[2].decode() for table in tables]
    one, two = (record.read(text, GAMES) for text in texts)
    assert one.moves != two.moves
    drawn = [chance(read.moves) for read in (one, two)]
    shorter = min(map(len, drawn))
    assert drawn[0][:shorter] == drawn[1][:shorter] and one.fair == two.fair
    without_note = texts[0].replace(f"{one.notes[0]}\n", "")  # it was not drawn line by line
    assert [verified(tmp_path, text) for text in (*texts, without_note)] == [True, True, False]


async def test_what_others_did_is_shown_to_people_who_have_finished(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    assert deal(served, "")["table"] is None and deal(served, ann)["results"] == []
    table = begin(served, ann)
    assert served.ask(table, ann, seat=0, resign=True)["done"]
    mine = deal(served, ann)
    assert mine["table"] == table and mine["places"] == [0, 1]
    assert mine["results"] == [{"name": "Ann", "table": table, "rank": 2, "shared": False, "mine": True}]
    assert deal(served, ben)["results"] == [] and deal(served, ben)["places"] == [0, 1]
    begin(served, ben)
    assert deal(served, ben)["results"] == []
    await together(Player(served, begin(served, ben), ben))
    assert {(row["name"], row["mine"]) for row in deal(served, ben)["results"]} == {("Ann", False), ("Ben", True)}
    with ZipFile(BytesIO(served.raw("GET", "/api/me/export", token=ann)[2])) as archive:
        (kept,) = json.loads(archive.read("daily-deals.json"))
        assert kept["table"] == table and kept["game"] == "sixteen"


async def test_it_is_the_same_for_everybody_and_counts_once(served: Served) -> None:
    ann = served.guest("Ann")
    table = begin(served, ann, "code21")
    (news,) = served.call("GET", f"/api/tables/{table}", token=ann)
    assert news["head"]["daily"] == served.call("GET", "/api/daily")["day"] and news["head"]["status"] == "live"
    assert news["head"]["chairs"][0]["kind"] == "person"
    assert served.ask(table, ann, seat=0, help="full")["code"] == "help"
    assert served.ask(table, ann, seat=0, words="lucky")["code"] == "started"
    assert served.answer("DELETE", f"/api/tables/{table}", token=ann)[1]["code"] == "daily"
    assert served.answer("POST", "/api/daily/chess", token=ann)[0] == 404
    assert served.answer("POST", "/api/daily/code21")[1]["code"] == "who"
    assert served.answer("DELETE", "/api/me", token=ann)[0] == 204
    assert served.call("GET", "/api/daily")["deals"][0]["table"] is None


async def open_all(store: Store, day: int) -> dict[str, list[str]]:
    """What is drawn before anybody plays, by game. A bot may have played by the time the table is looked at."""
    node, ann = Node(store, NoBus(), BotPool(1)), Person("ann", "Ann", "en")
    tables = {name: await open_daily_deal(node, ann, game, day) for name, game in GAMES.items()}
    moves = {name: map(str, (await node.live(id)).table.moves) for name, id in tables.items()}
    return {name: list(takewhile(lambda line: line.startswith("*"), lines)) for name, lines in moves.items()}


async def test_another_day_has_another_deal(store: Store) -> None:
    days = [await open_all(store, 20_000 + day) for day in range(6)]
    assert [name for name in GAMES if any(days[0][name]) and all(day[name] == days[0][name] for day in days)] == []
    assert await open_all(store, 20_000) == days[0]


def test_the_bots_are_those_of_the_day() -> None:
    for game in GAMES.values():
        seen = {opponents(game, day) for day in range(40)}
        assert len(seen) > 1 and all(len(one) == game.options().players - 1 for one in seen)


def test_a_record_says_of_which_day_it_is() -> None:
    for day in (0, 20_411):
        note = record.daily_note(day)
        assert record.daily([note]) == day
    assert str(record.daily_note(20_411)) == "# daily deal: 2025-11-19"
    assert record.daily([record.Note(0, "daily deal: soon"), record.Note(3, "daily deal: 2025-11-19")]) is None


async def test_asked_for_several_times_at_once_it_is_one_table(served: Served) -> None:
    ann = served.guest("Ann")
    found = await asyncio.gather(*[asyncio.to_thread(begin, served, ann, "coda") for _ in range(4)])
    assert len(set(found)) == 1
