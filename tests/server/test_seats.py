"""Seats: several of one person, lent to a bot and taken back, left, wanted by two at once, kept for a rematch."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from tablee.contract import Seat
from tests.server.conftest import emptied
from tests.server.engines import PostgresServer
from tests.server.serving import TRANSPORTS, Served, ids
from tests.server.spying import Explained, stored
from tests.waiting import PATIENCE, eventually, wait_until

pytestmark = pytest.mark.anyio

TRIES = 20


@pytest.fixture(scope="module", params=TRANSPORTS)
def served(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served"), sockets=request.param) as server:
        yield server


def look(served: Served, table: str, token: str = "") -> dict[str, Any]:
    return dict(served.call("GET", f"/api/tables/{table}", token=token)[0])


def chairs(served: Served, table: str) -> list[dict[str, Any]]:
    return list(look(served, table)["head"]["chairs"])


def seated(served: Served, game: str = "sixteen", **more: Any) -> tuple[str, str, str]:
    """Ann and Ben, the game begun."""
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, game, [{"kind": "me"}, {"kind": "open"}], **more)
    assert "done" in served.ask(table, ben, seat=1, sit="Ben")
    assert "done" in served.ask(table, ann, start=True)
    return table, ann, ben


# ---- several seats of one person ------------------------------------------------------------


async def next_news(socket: ClientConnection) -> dict[str, Any]:
    """The next news; answers to asks are left out."""
    while "done" in (news := json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))):
        pass
    return dict(news)


@pytest.mark.parametrize("game", ["coda", "code21"])
async def test_who_has_several_seats_gets_one_news_for_each_with_its_own_view_and_one_that_all_may_see(
    game: str, served: Served
) -> None:
    ann = served.guest("Ann")
    table = served.table(ann, game, [{"kind": "me"}] * 3)
    served.ask(table, ann, seat=0, start=True)
    heard: list[dict[str, Any]] = []
    rng = Random(5)
    async with served.socket(table, ann) as socket:
        while True:
            each = [await next_news(socket) for _ in range(4)]
            assert [news["seat"] for news in each] == [0, 1, 2, None] and len({news["n"] for news in each}) == 1
            heard += each
            awaits = each[0]["awaits"]
            if awaits["kind"] == "over":
                break
            seat = awaits["seats"][0]
            ask = {"id": f"s{next(ids)}", "seat": seat, "do": rng.choice(each[seat]["legal"])}
            await socket.send(json.dumps(ask))
    explain = Explained(table, stored(served, table))
    for news in heard:
        explain.check(
            news, None if news["seat"] is None else Seat(news["seat"])
        )  # nothing of another seat's under this one's name
    shared = served.call("GET", f"/api/tables/{table}/log", token=ann)
    assert shared == served.call("GET", f"/api/tables/{table}/log")  # without a seat: what spectators were told
    refused = served.ask(table, ann, say="which of us?", do="stop")
    assert refused["code"] == "verb"


def test_several_at_one_screen_have_names_of_their_own_and_keep_them(served: Served) -> None:
    ann = served.guest("Ann")
    around = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": " Léa;\n Sol "}, {"kind": "me"}]
    table = served.table(ann, "coda", around)
    assert [chair["name"] for chair in chairs(served, table)] == ["Ann", "Léa, Sol", "Ann 3"]
    assert "done" in served.ask(table, ann, seat=0, start=True)
    for seat in range(3):
        assert "done" in served.ask(table, ann, seat=seat, leave=True)
    wait_until(lambda: look(served, table)["head"]["status"] == "over", "the end")
    again = served.ask(table, ann, seat=0, again=True)["table"]
    assert [chair["name"] for chair in chairs(served, again)] == ["Ann 3", "Ann", "Léa, Sol"]


@pytest.mark.parametrize(("names", "code"), [
    (["Ann", "Ann"], "name"), ([None, "Ann 1"], "name"), (["bot club", "Ben"], "name"), ([" ", "?"], "name"),
    (["", "Ben"], "malformed"), (["x" * 41, "Ben"], "malformed"), ([7, "Ben"], "malformed"),
])  # fmt: skip
def test_two_at_one_screen_are_told_apart(served: Served, names: list[Any], code: str) -> None:
    seats = [{"kind": "me"} if name is None else {"kind": "me", "name": name} for name in names]
    answer = served.call("POST", "/api/tables", {"game": "coda", "seats": seats}, token=served.guest("Ann"))
    assert answer["code"] == code and answer["why"]


def test_who_has_several_seats_says_which_one_is_meant(served: Served) -> None:
    ann = served.guest("Ann")
    table = served.table(ann, "coda", [{"kind": "me"}] * 2)
    assert [chair["name"] for chair in chairs(served, table)] == ["Ann 1", "Ann 2"]
    assert served.ask(table, ann, start=True)["code"] == "seat"
    assert "done" in served.ask(table, ann, seat=1, start=True)
    assert [news["seat"] for news in served.call("GET", f"/api/tables/{table}", token=ann)] == [0, 1, None]
    (one,) = served.call("GET", f"/api/tables/{table}?seat=1", token=ann)
    assert one["seat"] == 1
    assert served.call("GET", f"/api/tables/{table}?seat=1")["code"] == "seat"


# ---- coming and going -----------------------------------------------------------------------


async def test_who_has_left_a_seat_sees_nothing_more_through_it(served: Served) -> None:
    """Ann has the table open twice. She leaves, Cleo takes the seat: neither of Ann's two sees Cleo's hand."""
    ann, ben, cleo = (served.guest(name) for name in ("Ann", "Ben", "Cleo"))
    table = served.table(ann, "coda", [{"kind": "me"}, {"kind": "open"}])
    async with served.socket(table, ann) as one, served.socket(table, ann) as two:
        assert json.loads(await one.recv())["seat"] == json.loads(await two.recv())["seat"] == 0
        await one.send('{"id": "bye", "leave": true}')
        await eventually(lambda: chairs(served, table)[0]["kind"] == "open", "a free seat 0")
        for seat, token, name in ((0, cleo, "Cleo"), (1, ben, "Ben")):
            assert "done" in served.ask(table, token, seat=seat, sit=name)
        assert "done" in served.ask(table, ben, start=True)
        newest = look(served, table)["n"]
        for socket in (one, two):
            while (news := json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)))["n"] < newest:
                pass
            assert news["seat"] is None and news["view"] == look(served, table)["view"] and not news.get("legal")
        assert look(served, table, cleo)["view"] != look(served, table)["view"]


async def test_who_sits_down_elsewhere_looks_through_the_seat_here_too(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, "coda", [{"kind": "me"}, {"kind": "open"}])
    async with served.socket(table, ben) as socket:
        assert json.loads(await socket.recv())["seat"] is None
        served.ask(table, ben, seat=1, sit="Ben")
        while json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))["seat"] != 1:
            pass


def test_before_the_game_a_seat_that_is_left_is_free_again(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}], join="anyone")
    served.ask(table, ben, seat=1, sit="Ben")
    assert "done" in served.ask(table, ben, leave=True)
    assert chairs(served, table)[1]["kind"] == "open"
    assert served.ask(table, ben, leave=True)["code"] == "spectator"
    refused = served.ask(table, ann, start=True)
    assert refused["code"] == "not_full" and refused["why"].endswith(": 2")  # people count seats from 1


def test_a_bots_seat_that_somebody_took_and_left_is_the_bots_again(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    assert "done" in served.ask(table, ben, seat=1, sit="Ben")
    assert (chairs(served, table)[1]["kind"], chairs(served, table)[1]["name"]) == ("person", "Ben")
    served.ask(table, ben, leave=True)
    assert (chairs(served, table)[1]["kind"], chairs(served, table)[1]["level"]) == ("bot", "random")
    assert "done" in served.ask(table, ann, start=True)


def test_before_the_game_players_change_seats_and_bots_make_room(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "beginner"}, {"kind": "open"}]
    table = served.table(ann, "code21", seats)
    assert "done" in served.ask(table, ben, seat=2, sit="Ben")
    assert served.ask(table, ann, seat=2, sit="Ann")["code"] == "taken"
    assert "done" in served.ask(table, ann, seat=1, sit="Ann")
    first, second, third = chairs(served, table)
    assert (first["kind"], first["level"], second["name"], third["name"]) == ("bot", "beginner", "Ann", "Ben")
    assert "done" in served.ask(table, ann, start=True)
    assert served.ask(table, ann, seat=0, sit="Ann")["code"] == "taken"
    assert look(served, table, ann)["seat"] == 1


def test_everybody_sees_who_is_ready_until_they_change_seats(served: Served) -> None:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    table = served.table(ann, "code21", [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    assert "done" in served.ask(table, ben, seat=1, sit="Ben")
    assert "done" in served.ask(table, ben, ready=True)
    assert [chair["ready"] for chair in chairs(served, table)] == [False, True, False]
    assert "done" in served.ask(table, ben, ready=False)
    assert "done" in served.ask(table, ann, ready=True)
    assert [chair["ready"] for chair in chairs(served, table)] == [True, False, False]
    assert "done" in served.ask(table, ann, seat=2, sit="Ann")
    assert not any(chair["ready"] for chair in chairs(served, table))
    assert served.ask(table, served.guest("Cleo"), ready=True)["code"] == "spectator"


async def test_in_the_game_a_bot_plays_for_who_has_left_until_they_are_back(served: Served) -> None:
    table, ann, ben = seated(served, options={"first": "0"})
    assert "done" in served.ask(table, ann, bot="random")
    await eventually(lambda: look(served, table)["awaits"]["seats"] != [0], "the bot's move for Ann")
    chair = chairs(served, table)[0]
    assert (chair["kind"], chair["level"], chair["owned"], chair["name"]) == ("bot", "random", True, "Ann")
    assert served.ask(table, ann, do="draw")["code"] == "bot"
    assert served.ask(table, served.guest("Cleo"), seat=0, sit="Cleo")["code"] == "taken"
    assert "done" in served.ask(table, ann, back=True)
    assert chairs(served, table)[0]["kind"] == "person"
    assert "done" in served.ask(table, ben, leave=True)
    assert chairs(served, table)[1]["owned"]
    assert served.ask(table, ben, leave=True)["code"] == "bot"
    assert "done" in served.ask(table, ben, back=True)


def test_a_table_says_which_bots_may_play_for_people(served: Served) -> None:
    """Where people agreed to play without help, nobody lets the strongest bot play; a table may allow none."""
    table, ann, ben = seated(served, help="none")
    assert look(served, table)["head"]["substitute"] == "club"
    status, answer = served.answer("POST", f"/api/tables/{table}", {"id": "m", "bot": "master"}, ann)
    assert (status, answer["code"]) == (409, "bot") and "'club'" in answer["why"]
    assert "done" in served.ask(table, ann, bot="club") and "done" in served.ask(table, ann, back=True)
    assert "done" in served.ask(table, ben, leave=True) and chairs(served, table)[1]["level"] == "club"
    table, ann, ben = seated(served, substitute="master")
    assert "done" in served.ask(table, ann, bot="master")
    table, ann, ben = seated(served, substitute="none")
    assert look(served, table)["head"]["substitute"] == "none"
    for verb in ({"bot": "random"}, {"leave": True}):
        answer = served.ask(table, ann, **verb)
        assert answer["code"] == "bot" and "resign" in answer["why"]
    assert all(chair["kind"] == "person" for chair in chairs(served, table))
    assert "done" in served.ask(table, ann, resign=True)


def test_bots_of_one_level_are_different_characters_and_levels_may_be_mixed(served: Served) -> None:
    ann = served.guest("Ann")
    table = served.table(
        ann, "coda", [{"kind": "me"}, *[{"kind": "bot", "level": "club"}] * 3], options={"players": "4"}
    )
    assert [chair["level"] for chair in chairs(served, table)[1:]] == ["club", "poivre", "biscotte"]
    mixed = [{"kind": "me"}, *({"kind": "bot", "level": name} for name in ("beginner", "eclair", "moka"))]
    table = served.table(ann, "coda", mixed, options={"players": "4"})
    assert [chair["level"] for chair in chairs(served, table)[1:]] == ["beginner", "eclair", "moka"]
    assert "done" in served.ask(table, ann, start=True)


def test_a_bot_that_is_put_on_a_free_seat_is_nobody_who_is_there_already(served: Served) -> None:
    ann = served.guest("Ann")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "club"}, {"kind": "open"}, {"kind": "open"}]
    table = served.table(ann, "coda", seats, options={"players": "4"})
    assert "done" in served.ask(table, ann, seat=2, bot="club") and "done" in served.ask(
        table, ann, seat=3, bot="samovar"
    )
    assert [chair["level"] for chair in chairs(served, table)[1:]] == ["club", "poivre", "samovar"]
    refused = served.ask(table, ann, seat=2, bot="nobody")
    assert refused["code"] == "options" and "poivre" in refused["why"]


def test_a_character_may_play_for_somebody_where_its_level_may(served: Served) -> None:
    table, ann, _ = seated(served)
    assert served.ask(table, ann, bot="eclair")["code"] == "bot"
    assert "done" in served.ask(table, ann, bot="poivre")
    assert (chairs(served, table)[0]["level"], chairs(served, table)[0]["name"]) == ("poivre", "Ann")


@pytest.mark.parametrize(
    ("settings", "said"),
    [({"substitute": "oracle"}, "club, master"), ({"substitute": "none", "fallen": "bot"}, "time runs out")],
)
def test_bots_for_people_are_bots_of_the_game(served: Served, settings: dict[str, str], said: str) -> None:
    answer = served.call("POST", "/api/tables", {"game": "sixteen", **settings}, served.guest("Ann"))
    assert answer["code"] == "options" and said in answer["why"]


async def test_a_bot_that_fails_is_replaced_by_the_level_below_and_the_table_is_told(served: Served) -> None:
    """Its process is killed, as a machine short of memory would do it, and so is the next."""
    ann = served.guest("Ann")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "beginner"}]
    table = served.table(ann, "sixteen", seats, options={"first": "1"})
    served.ask(table, ann, start=True)
    await eventually(lambda: look(served, table)["awaits"]["seats"] == [0], "Ann's turn")
    level, told = "beginner", []
    while level == "beginner":
        for worker in workers(served.process.pid):
            with suppress(ProcessLookupError):  # it may have gone by itself
                os.kill(worker, signal.SIGKILL)
        here = look(served, table, ann)
        assert here["awaits"]["kind"] != "over"
        if here["awaits"]["seats"] == [0]:
            served.ask(table, ann, do=here["legal"][0])
        level = here["head"]["chairs"][1]["level"]
        told = [event["event"] for event in here["events"] if event["is"] == "note"]
    botted = [event for event in told if event["what"] == "botted"]
    assert [(event["level"], event["why"]) for event in botted] == [("random", "failed")]
    await eventually(lambda: look(served, table)["awaits"]["seats"] != [1], "the bot's next move")


def workers(parent: int) -> list[int]:
    """The processes in which this server's bots think."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            above = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if above == str(parent) and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue  # it has ended meanwhile
    return found


# ---- one seat, two people -------------------------------------------------------------------


async def race(one: Served, two: Served) -> None:
    """Ben and Cleo want the same seat at the same moment, again and again."""
    ann, ben, cleo = one.guest("Ann"), one.guest("Ben"), two.guest("Cleo")
    for _ in range(TRIES):
        table = one.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
        got = await asyncio.gather(
            asyncio.to_thread(one.ask, table, ben, seat=1, sit="Ben"),
            asyncio.to_thread(two.ask, table, cleo, seat=1, sit="Cleo"),
        )
        assert sorted(answer.get("code", "granted") for answer in got) == ["granted", "taken"]
        winner = "Ben" if "done" in got[0] else "Cleo"
        assert chairs(one, table)[1]["name"] == winner
        assert (look(one, table, ben)["seat"], look(one, table, cleo)["seat"]).count(1) == 1


async def test_of_two_people_at_two_nodes_who_want_one_seat_exactly_one_gets_it(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    address = await emptied(postgres_server.address)
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    with Served(folders[0], address) as one, Served(folders[1], address) as two:
        await race(one, two)


# ---- again ----------------------------------------------------------------------------------


def test_a_rematch_keeps_its_seats_for_the_same_people(served: Served) -> None:
    ann, ben, cleo = (served.guest(name) for name in ("Ann", "Ben", "Cleo"))
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}]
    table = served.table(ann, "coda", seats, join="anyone")
    served.ask(table, ben, seat=1, sit="Ben")
    served.ask(table, ann, start=True)
    for token in (ann, ben):
        assert "done" in served.ask(table, token, resign=True)
    play_out(served, table)
    assert served.ask(table, cleo, again=True)["code"] == "spectator"
    ask = {"id": "once more", "again": True}
    done = served.call("POST", f"/api/tables/{table}", ask, ann)
    again = done["table"]
    assert served.call("POST", f"/api/tables/{table}", ask, ann) == done  # asked twice, one rematch
    assert look(served, table, ben)["head"]["again"] == again
    assert served.ask(table, ben, again=True)["why"].endswith(again)
    head = look(served, again)["head"]
    assert head["after"] == table and head["options"] == look(served, table)["head"]["options"]
    assert [chair["kind"] for chair in head["chairs"]] == ["bot", "person", "link"]  # all one seat further
    assert served.ask(again, cleo, seat=2, sit="Cleo")["code"] == "key"
    assert served.ask(again, ann, start=True)["code"] == "not_full"
    assert "done" in served.ask(again, ben, seat=2, sit="Ben")
    assert "done" in served.ask(again, ann, start=True)


def play_out(served: Served, table: str) -> None:
    """Bots play on for those who resigned, to the end."""
    while (here := look(served, table))["awaits"]["kind"] != "over":
        served.call("GET", f"/api/tables/{table}?since={here['n']}&wait=true")
