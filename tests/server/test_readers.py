"""Who reads: what was missed is told exactly, a slow one costs nobody anything, HTTP does what a socket does."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from tablee.server.tables.asks import SayAsk
from tablee.server.tables.live import Reader
from tablee.server.tables.node import GAP
from tests.server.serving import TRANSPORTS, Served, ids
from tests.server.tables_on_a_node import ANN, ask, noded, opened
from tests.waiting import PATIENCE, eventually

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module", params=TRANSPORTS)
def served(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served"), sockets=request.param) as server:
        yield server


def seated(served: Served, game: str = "sixteen", bots: int = 0) -> tuple[str, str, str]:
    ann, ben = served.guest("Ann"), served.guest("Ben")
    seats = [{"kind": "me"}, {"kind": "open"}, *[{"kind": "bot", "level": "random"}] * bots]
    table = served.table(ann, game, seats)
    assert "done" in served.ask(table, ben, seat=1, sit="Ben")
    assert "done" in served.ask(table, ann, start=True)
    return table, ann, ben


def newest(served: Served, table: str) -> int:
    return int(served.call("GET", f"/api/tables/{table}")[0]["n"])


async def talk(served: Served, table: str, token: str, words: int, text: str = "word") -> None:
    """So many events, and each of them acknowledged."""
    async with served.socket(table, token, newest(served, table)) as socket:
        sent = [f"w{next(ids)}" for _ in range(words)]
        for id in sent:
            await socket.send(json.dumps({"id": id, "say": text}))
        heard: set[str] = set()
        while not heard.issuperset(sent):
            news = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            heard |= {news["done"]} if "done" in news else set()


# ---- what was missed ------------------------------------------------------------------------


async def test_who_missed_something_is_told_exactly_that(served: Served) -> None:
    table, ann, ben = seated(served)
    await talk(served, table, ann, 30)
    last = newest(served, table)
    for since in (0, 1, last - 7, last - 1):
        async with served.socket(table, ben, since) as socket:
            news = json.loads(await socket.recv())
            assert [event["n"] for event in news["events"]] == list(range(since + 1, last + 1))
            assert news["n"] == last and not news.get("fresh")
    async with served.socket(table, ben, last) as socket:
        assert not json.loads(await socket.recv()).get("events")


async def test_who_missed_too_much_is_shown_how_things_stand_and_the_log_has_the_rest(served: Served) -> None:
    table, ann, ben = seated(served)
    await talk(served, table, ann, GAP + 1)
    last = newest(served, table)
    async with served.socket(table, ben, last - GAP - 1) as socket:
        news = json.loads(await socket.recv())
    assert news["fresh"] and not news.get("events") and news["n"] == last and news["view"] and news["head"]
    log = served.call("GET", f"/api/tables/{table}/log", token=ben)
    assert [event["n"] for event in log] == list(range(1, last + 1))
    async with served.socket(table, ben, last - GAP) as socket:
        assert len(json.loads(await socket.recv())["events"]) == GAP


async def test_who_is_told_afresh_and_asks_again_hears_that_it_was_granted(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        live = await opened(node)
        late = Reader(ANN, (None,), live.table.n)
        done = [await ask(node, live, ANN, 0, say="word") for _ in range(GAP + 1)]
        news, *_ = await node.news(live, late)
        assert news.fresh and news.n == done[-1].n
        again = SayAsk(done[-1].done, 0, say="word")
        assert await node.ask(live.table.id, ANN, again) == done[-1] and live.table.n == news.n


async def test_asking_again_what_was_granted_is_answered_and_changes_nothing(served: Served) -> None:
    table, ann, _ = seated(served)
    async with served.socket(table, ann) as socket:
        await socket.recv()
        said = json.dumps({"id": "once", "say": "hello"})
        await socket.send(said)
        answers = [json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)) for _ in range(2)]
        (done,), (news,) = ([one for one in answers if ("done" in one) == granted] for granted in (True, False))
        assert done == {"done": "once", "n": news["n"], "table": None}
        for _ in range(3):
            await socket.send(said)
            assert json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))["done"] == "once"
        assert newest(served, table) == news["n"]
    assert served.call("POST", f"/api/tables/{table}", json.loads(said), ann) == {
        "done": "once", "n": news["n"], "table": None,
    }  # fmt: skip


# ---- slow, asleep, no longer welcome ----------------------------------------------------------


def narrow(served: Served) -> sockets.socket:
    """A connection that holds little: small segments and a small window, as of a phone far from everything."""
    made = sockets.socket()
    made.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_MAXSEG, 1000)
    made.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", int(served.flags["port"])))
    made.setblocking(False)
    return made


async def test_a_slow_reader_holds_up_nobody_and_is_told_in_few_words(served: Served) -> None:
    """It reads nothing while hundreds of things happen: they happen all the same, and it is sent no queue of them."""
    table, ann, ben = seated(served)
    happened = 500
    address = f"ws://{urlsplit(served.address).netloc}/api/tables/{table}/socket"
    async with connect(
        address, sock=narrow(served), max_queue=1, max_size=None, additional_headers={"Authorization": f"Bearer {ben}"}
    ) as slow:
        await talk(served, table, ann, happened, "x" * 500)  # every one of them acknowledged meanwhile
        last = newest(served, table)
        messages = n = 0
        while n < last:
            news = json.loads(await asyncio.wait_for(slow.recv(), PATIENCE))
            numbers = [event["n"] for event in news.get("events", ())]
            assert news.get("fresh") or numbers == list(range(n + 1, news["n"] + 1))
            messages, n = messages + 1, news["n"]
    assert messages < happened / 2


async def test_a_phone_that_slept_is_back_with_what_it_missed(served: Served) -> None:
    table, ann, ben = seated(served)
    async with served.socket(table, ben) as before:
        n = json.loads(await before.recv())["n"]
        before.transport.abort()  # cut, without a word
        served.ask(table, ann, say="are you asleep?")
        async with served.socket(table, ben, n) as after:
            news = json.loads(await asyncio.wait_for(after.recv(), PATIENCE))
            assert [event["event"]["text"] for event in news["events"]] == ["are you asleep?"]
            await after.send('{"id": "awake", "say": "no"}')
            while json.loads(await asyncio.wait_for(after.recv(), PATIENCE)).get("done") != "awake":
                pass


async def test_a_session_that_was_ended_is_told_nothing_more_and_asks_nothing_more(served: Served) -> None:
    table, ann, _ = seated(served)
    login = {"login": f"ann-{next(ids)}", "password": "correct horse"}
    served.call("POST", "/api/account", login, ann)
    stolen = served.call("POST", "/api/login", login)["token"]
    async with served.socket(table, stolen) as quiet, served.socket(table, stolen) as busy:
        assert json.loads(await quiet.recv())["seat"] == json.loads(await busy.recv())["seat"] == 0
        for session in served.call("GET", "/api/sessions", token=ann):
            if not session["current"]:
                served.call("DELETE", f"/api/sessions/{session['id']}", token=ann)
        await busy.send('{"id": "x", "say": "still me"}')
        served.ask(table, ann, say="for my seat only")
        for socket in (quiet, busy):
            with pytest.raises(ConnectionClosedError) as closed:
                while True:
                    text = str(await asyncio.wait_for(socket.recv(), PATIENCE))
                    assert "seat only" not in text and '"asked"' not in text
            assert closed.value.rcvd and closed.value.rcvd.code == 4401


async def test_a_session_that_was_ended_learns_nothing_in_the_lobby_or_by_asking(served: Served) -> None:
    table, ann, ben = seated(served)
    login = {"login": f"ben-{next(ids)}", "password": "correct horse"}
    served.call("POST", "/api/account", login, ben)
    stolen = served.call("POST", "/api/login", login)["token"]
    lobby = f"{served.address.replace('http', 'ws', 1)}/api/lobby"
    async with connect(lobby, additional_headers={"Authorization": f"Bearer {stolen}"}) as listening:
        await listening.recv()
        asking = asyncio.create_task(asyncio.to_thread(poll, served, table, stolen, newest(served, table)))
        await eventually(lambda: is_here(served, table, ann, 1), "the thief at the table")
        for session in served.call("GET", "/api/sessions", token=ben):
            if not session["current"]:
                served.call("DELETE", f"/api/sessions/{session['id']}", token=ben)
        served.ask(table, ann, say="for my seat only")
        served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "link"}])
        with pytest.raises(ConnectionClosedError) as closed:
            await asyncio.wait_for(listening.recv(), PATIENCE)
        assert closed.value.rcvd and closed.value.rcvd.code == 4401
        assert (await asking)["code"] == "who"


# ---- plain HTTP ---------------------------------------------------------------------------------


def poll(served: Served, table: str, token: str, since: int) -> dict[str, Any]:
    answer = served.call("GET", f"/api/tables/{table}?since={since}&wait=true", token=token)
    return dict(answer if isinstance(answer, dict) else answer[0])


def is_here(served: Served, table: str, token: str, seat: int) -> bool:
    """Whether the player on this seat listens to the table. A question over plain HTTP counts from its arrival."""
    return bool(served.call("GET", f"/api/tables/{table}", token=token)[0]["head"]["chairs"][seat]["here"])


def test_a_player_who_asks_over_plain_http_is_here(served: Served) -> None:
    table, ann, ben = seated(served)
    served.call("GET", f"/api/tables/{table}", token=ann)
    assert [is_here(served, table, ann, seat) for seat in (0, 1)] == [True, False]
    assert [is_here(served, table, ben, seat) for seat in (0, 1)] == [True, True]


async def test_a_question_about_news_is_answered_when_there_is_some(served: Served) -> None:
    table, ann, ben = seated(served)
    n = newest(served, table)
    waiting = asyncio.create_task(asyncio.to_thread(poll, served, table, ben, n))
    await eventually(lambda: is_here(served, table, ann, 1), "the question at the table")
    assert not waiting.done()
    served.ask(table, ann, say="here it is")
    news = await asyncio.wait_for(waiting, PATIENCE)
    assert news["n"] == n + 1 and news["events"][0]["event"]["text"] == "here it is"


async def test_two_people_and_a_bot_play_a_game_over_plain_http(served: Served) -> None:
    table, ann, ben = seated(served, "coda", bots=1)

    def play(token: str, seed: int) -> tuple[dict[int, str], dict[str, Any]]:
        rng, n = Random(seed), 0
        lines: dict[int, str] = {}
        while True:
            news = poll(served, table, token, n)
            numbers = [event["n"] for event in news.get("events", ())]
            assert numbers == list(range(n + 1, news["n"] + 1))
            n = news["n"]
            lines |= {event["n"]: event["told"] for event in news.get("events", ()) if event["is"] == "line"}
            if news["awaits"]["kind"] == "over":
                return lines, news["awaits"]
            if news["seat"] in news["awaits"]["seats"]:
                assert "done" in served.ask(table, token, do=rng.choice(news["legal"]))

    one, two = await asyncio.gather(asyncio.to_thread(play, ann, 1), asyncio.to_thread(play, ben, 2))
    assert one[0].keys() == two[0].keys() and one[1] == two[1] and sorted(one[1]["ranks"])[0] == 1
