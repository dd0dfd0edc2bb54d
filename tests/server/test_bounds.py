"""Everything is bounded: sockets, connections, requests that do not end, headers, spectators, events, notes.

Whoever meets a bound is told which; whoever does not notices nothing.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket as sockets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tablee.server.people.people import Person
from tablee.server.protocol.http_connections import HEADER_BYTES, HEADERS, PIPELINED, URL_BYTES
from tablee.server.protocol.uvicorn_transport import ASIDES
from tablee.server.refusals import Quota
from tests.server.serving import Served
from tests.server.tables_on_a_node import ANN, ask, noded, opened, play
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server without limits on how much one may use. No request makes it write a traceback."""
    with Served(tmp_path_factory.mktemp("free"), hosts="games.example") as server:
        yield server
        log = server.log.read_text()
        assert "Traceback" not in log and '"broken"' not in log, log[-2000:]


@pytest.fixture(scope="module")
def bounded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with room for little. Each test comes from an address of its own, through a proxy."""
    limits = "person_sockets=2 address_sockets=5 watchers=3 notes=2 sessions=3 address_cpu=100 person_cpu=100"
    with Served(tmp_path_factory.mktemp("bounded"), limits=limits) as server:
        yield server


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with little time for anybody."""
    with Served(tmp_path_factory.mktemp("strict"), limits="address_cpu=1") as server:
        yield server


def at(address: str) -> dict[str, str]:
    """The header with which a proxy says who asks."""
    return {"x-forwarded-for": address}


def seated(served: Served) -> tuple[str, str]:
    ann = served.guest("Ann")
    return served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}]), ann


async def refused(served: Served, table: str, token: str = "") -> tuple[dict[str, Any], int]:
    """What a socket is told that is not let in, and the code with which it is closed."""
    async with served.socket(table, token) as socket:
        answer = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(socket.recv(), PATIENCE)
    assert closed.value.rcvd is not None
    return answer, closed.value.rcvd.code


# ---- sockets ---------------------------------------------------------------------------------------


async def test_sockets_are_bounded_for_a_person_and_for_an_address(bounded: Served) -> None:
    table, ann = seated(bounded)
    async with bounded.socket(table, ann), bounded.socket(table, ann):
        answer, code = await refused(bounded, table, ann)
        assert (answer["code"], code) == ("full", 1013) and "limit of 2 connections" in answer["why"]
        assert answer["retry"] >= 1
        watching = [await bounded.socket(table) for _ in range(3)]
        other = bounded.table(bounded.guest("Ben"), "sixteen", [{"kind": "me"}, {"kind": "open"}])
        answer, code = await refused(bounded, other)
        assert (answer["code"], code) == ("full", 1013) and "limite de 5 connexions" in answer["why"]
        await watching.pop().close()
        async with bounded.socket(other):
            await watching.pop().close()
            async with bounded.socket(table):
                pass
    for socket in watching:
        await socket.close()


async def test_a_table_with_many_spectators_says_so_in_french_too(bounded: Served) -> None:
    table, ann = seated(bounded)
    zoe = bounded.guest("Zoé", "fr")
    watching = [await bounded.socket(table) for _ in range(3)]
    answer, code = await refused(bounded, table, zoe)
    assert code == 1013 and "3 spectateurs" in answer["why"]
    async with bounded.socket(table, ann) as player:  # who plays is no spectator
        assert json.loads(await player.recv())["seat"] == 0
    await asyncio.gather(*(socket.close() for socket in watching))


@pytest.mark.parametrize("sent", ["{", '{"id": "x", "leave": true}', "x" * 9000])
async def test_messages_without_a_name_or_a_meaning_use_up_the_budget_of_the_address(sent: str, strict: Served) -> None:
    """Whatever the port is from which they come."""
    table = strict.table(strict.guest("Ann"), "sixteen", [{"kind": "me"}, {"kind": "open"}])
    path = f"{strict.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"

    async def talk(number: int) -> list[str]:
        async with connect(path, additional_headers=at(f"2001:db8:5:{len(sent)}::{number + 1}")) as socket:
            codes: list[str] = []
            with suppress(ConnectionClosed):  # it was too fast when it came
                for _ in range(20):
                    await socket.send(sent)
                while len(codes) < 10 and "fast" not in codes:
                    codes.append(json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)).get("code", ""))
        return codes

    talks = [asyncio.create_task(talk(number)) for number in range(60)]
    try:
        assert any(["fast" in await codes for codes in asyncio.as_completed(talks)])
    finally:
        for one in talks:
            one.cancel()
        await asyncio.gather(*talks, return_exceptions=True)


async def test_a_flood_of_pings_ends_the_socket_and_nothing_else(free: Served) -> None:
    table, ann = seated(free)
    async with free.socket(table, ann) as staying:
        await staying.recv()
        reader, writer = await asyncio.open_connection("127.0.0.1", int(free.flags["port"]))
        writer.write(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x89\x80\0\0\0\0" * 100_000)
        heard = b""
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            while True:
                heard += await asyncio.wait_for(reader.readexactly(2), PATIENCE)
        assert heard.count(b"\x8a") <= 20 * ASIDES  # of 100,000; a slow machine takes several seconds
        writer.close()
        await staying.send('{"id": "still", "say": "here"}')
        while "done" not in json.loads(await asyncio.wait_for(staying.recv(), PATIENCE)):
            pass


async def test_a_long_message_and_many_short_ones_at_once_arrive_whole(free: Served) -> None:
    table, ann = seated(free)
    async with free.socket(table, ann) as socket:
        await socket.recv()
        await socket.send(json.dumps({"id": "long", "say": "é" * 500, "seat": 0}))
        for number in range(300):
            await socket.send(json.dumps({"id": f"s{number}", "say": "word" * 20}))
        done: list[str] = []
        while len(done) < 301:
            news = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            done += [news["done"]] if "done" in news else []
        assert done == ["long", *(f"s{number}" for number in range(300))]


# ---- connections ----------------------------------------------------------------------------------------


def half_open(served: Served, sent: bytes = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow:") -> sockets.socket:
    made = sockets.create_connection(("127.0.0.1", int(served.flags["port"])))
    made.sendall(sent)
    made.settimeout(PATIENCE)
    return made


def test_requests_that_never_end_are_given_up(tmp_path: Path) -> None:
    with Served(tmp_path, limits="request_seconds=1") as served:
        head = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{"
        silent, slow, bodiless = half_open(served, b""), half_open(served), half_open(served, head)
        for connection in (silent, slow, bodiless):
            answer = read_all(connection)
            assert answer == b"" if connection is silent else answer.startswith(b"HTTP/1.1 408"), answer
            assert connection is silent or ("within 1 s" in answer.decode() and "en 1 s" in answer.decode())


def test_half_open_requests_do_not_hold_all_file_handles(tmp_path: Path) -> None:
    """As many as they like: whoever asks properly is answered at once, and the oldest of them makes room."""
    with Served(tmp_path, limits="connections=20 request_seconds=600") as served:
        held = [half_open(served) for _ in range(60)]
        assert served.answer("GET", "/api/games")[0] == 200
        assert held[0].recv(1000).startswith(b"HTTP/1.1 408")
        for connection in held:
            connection.close()


def test_connections_of_one_address_are_bounded_unless_it_is_a_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Served(tmp_path, limits="address_connections=10 request_seconds=600") as served:  # 127.0.0.1 may be a proxy
        held = [half_open(served) for _ in range(20)]
        assert served.answer("GET", "/api/games")[0] == 200
        for connection in held:
            connection.close()
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    with Served(tmp_path, limits="address_connections=10 request_seconds=600") as served:
        held = [half_open(served) for _ in range(20)]
        refusals = []
        for connection in held[10:]:
            refusals.append(connection.recv(1000))
            connection.close()
        assert all(b"503" in answer and b"10 open connections" in answer for answer in refusals)
        assert all("10 connexions ouvertes" in answer.decode() for answer in refusals)
        for connection in held[:10]:
            connection.close()
        wait_until(lambda: served.answer("GET", "/api/games")[0] == 200, "room for one more")


@pytest.mark.parametrize(("request_", "said"), [
    (b"GET /" + b"x" * URL_BYTES + b" HTTP/1.1\r\nHost: x\r\n\r\n", f"{URL_BYTES} octets"),
    (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * HEADERS + b"\r\n", f"{HEADERS} en-têtes"),
    (b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"b" * 2 * (HEADER_BYTES + URL_BYTES), f"{HEADER_BYTES} octets"),
    (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 3000, f"{PIPELINED} requêtes"),
    (b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n", ""),
    (b"\0\0\0\r\n\r\n", ""),
])  # fmt: skip
def test_requests_that_hold_too_much_are_refused_and_not_read_on(request_: bytes, said: str, free: Served) -> None:
    answer = read_all(half_open(free, request_))
    assert b"HTTP/1.1 400" in answer and answer.count(b"HTTP/1.1 200") <= 10, answer[:300]
    assert said in answer.decode(errors="replace")
    assert free.answer("GET", "/api/games")[0] == 200


def read_all(connection: sockets.socket) -> bytes:
    """What is answered until the connection is closed."""
    answer = b""
    with connection, suppress(ConnectionError):
        while more := connection.recv(100_000):
            answer += more
    return answer


# ---- headers -----------------------------------------------------------------------------------------------

STRANGE = ("http://[", "http://]", "[", "http://[::1", "//", "http:", "null", "\t", " ", "http://a b", "é", "\xff",
           "http://127.0.0.1:99999999", "http://%zz", "x" * 5000, "a-" * 2000, ",;=" * 1000, "bytes=0-,1-" * 200,
           "W/" * 500, "Bearer", "Bearer " + "." * 500, "tablee=;" * 300, "tablee=\"", "0", "-1", "1e9")  # fmt: skip
NAMES = ("origin", "host", "cookie", "authorization", "accept-language", "accept-encoding", "if-none-match", "range",
         "if-modified-since", "x-forwarded-for", "x-forwarded-proto", "forwarded", "user-agent", "content-type",
         "referer", "if-range")  # fmt: skip


def raw(served: Served, method: str, path: str, headers: dict[str, str]) -> bytes:
    """The status of a request whose headers are sent as they are."""
    host = {} if "host" in headers else {"host": "127.0.0.1"}
    lines = "".join(f"{name}: {text}\r\n" for name, text in {**host, **headers, "connection": "close"}.items())
    body = b'{"name": "Ann"}' if method == "POST" else b""
    text = f"{method} {path} HTTP/1.1\r\n{lines}content-length: {len(body)}\r\n\r\n".encode("latin-1") + body
    return read_all(half_open(served, text)).partition(b"\r\n")[0]


def test_no_header_whatever_it_holds_makes_the_server_fail(free: Served) -> None:
    paths = cycle((("POST", "/api/me"), ("GET", "/api/address"), ("GET", "/"), ("GET", "/api/nothing")))
    for name in NAMES:
        for strange in STRANGE:
            method, path = next(paths)
            status = raw(free, method, path, {name: strange})
            assert status and not status.startswith(b"HTTP/1.1 5"), (name, strange, method, path, status)


@pytest.mark.parametrize("transport", ["fast", "plain"])
async def test_nor_on_a_socket(transport: str, tmp_path: Path) -> None:
    with Served(tmp_path, sockets=transport) as served:
        table, _ = seated(served)
        address = served.address.replace("http", "ws", 1)
        for path in (f"/api/tables/{table}/socket", "/api/lobby"):
            for origin in ("http://[", "http://]", "[", "http://[::1", "//", "null", "http:", "http://a b"):
                with pytest.raises(InvalidStatus) as answer:
                    await connect(f"{address}{path}", origin=origin)  # type: ignore[arg-type]
                assert answer.value.response.status_code == 403
            for name in ("cookie", "authorization", "accept-language", "x-forwarded-for"):
                for strange in STRANGE[:: 1 if path == "/api/lobby" else 4]:
                    try:
                        async with connect(f"{address}{path}", additional_headers={name: strange.strip()}) as socket:
                            await asyncio.wait_for(socket.recv(), PATIENCE)
                    except InvalidStatus as wrong:
                        assert wrong.response.status_code < 500
                    except (InvalidHandshake, OSError, EOFError):
                        pass  # this is no header that the library sends
        served.stop()
        log = served.log.read_text()
        assert "Traceback" not in log, log[-2000:]


# ---- other names, other pages --------------------------------------------------------------------------------


@pytest.mark.parametrize(("headers", "status"), [
    ({"origin": "http://127.0.0.1"}, b"200"),
    ({"origin": "http://[", "host": "["}, b"400"),
    ({"origin": "http://["}, b"403"),
    ({"origin": "https://127.0.0.1", "x-forwarded-proto": "https"}, b"200"),
    ({"origin": "http://127.0.0.1", "x-forwarded-proto": "https"}, b"403"),
    ({"origin": "https://127.0.0.1"}, b"200"),  # a proxy that does not say that it speaks TLS
    ({"origin": "http://evil.example", "host": "evil.example"}, b"403"),
    ({"host": "evil.example"}, b"403"),
    ({"origin": "http://evil.example", "host": "evil.example", "x-forwarded-for": "192.168.1.5"}, b"200"),
    ({"origin": "http://games.example", "host": "games.example"}, b"200"),
    ({"origin": "http://box.local", "host": "box.local"}, b"200"),
    ({"origin": "http://box:1621", "host": "box:1621"}, b"200"),
    ({"origin": "http://192.168.1.7:1621", "host": "192.168.1.7:1621"}, b"200"),
])  # fmt: skip
def test_a_page_speaks_only_for_the_server_that_it_comes_from(
    headers: dict[str, str], status: bytes, free: Served
) -> None:
    """The http page of an https server may not, nor one that has given its own name the address of this server. What
    comes through a proxy is meant for this server, whatever its name is."""
    assert raw(free, "POST", "/api/me", headers).split()[1] == status


# ---- what is kept -------------------------------------------------------------------------------------------


async def test_a_table_does_not_grow_for_ever_and_strangers_fill_no_more_than_a_part(tmp_path: Path) -> None:
    async with noded(tmp_path) as node:
        node.most_events = 80
        live = await opened(node)
        stranger = Person("cleo", "Cleo", "en")
        with pytest.raises(Quota, match="20 events"):
            for _ in range(80):
                await ask(node, live, stranger, say="word")
        with pytest.raises(Quota, match="40 events"):
            for _ in range(80):
                await ask(node, live, ANN, 0, say="word")
        assert live.table.n == 40
        assert await play(node, live, Random(1), 3)  # moves are still made
        with pytest.raises(Quota, match="80 events"):
            for number in range(80):
                await ask(node, live, ANN, 0, **({"offer": "pause"} if number % 2 == 0 else {"resume": True}))
        assert live.table.n >= 80


def test_notes_are_kept_at_so_many_tables(bounded: Served) -> None:
    ann = bounded.guest("Ann")
    tables = [bounded.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}]) for _ in range(3)]
    keep = [bounded.answer("PUT", f"/api/tables/{table}/notes", {"text": "x"}, ann) for table in tables]
    assert [status for status, _ in keep] == [204, 204, 409]
    assert keep[2][1]["code"] == "quota" and "2 tables" in keep[2][1]["why"]
    assert bounded.answer("PUT", f"/api/tables/{tables[0]}/notes", {"text": "y"}, ann)[0] == 204  # as before
    assert bounded.answer("PUT", f"/api/tables/{tables[0]}/notes", {"text": ""}, ann)[0] == 204
    assert bounded.answer("PUT", f"/api/tables/{tables[2]}/notes", {"text": "x"}, ann)[0] == 204
    assert bounded.call("GET", f"/api/tables/{tables[0]}/notes", token=ann) == {"text": ""}


def test_of_a_persons_sessions_the_oldest_end_when_there_are_too_many(bounded: Served) -> None:
    mine = {"login": "ann", "password": "correct horse"}
    first = bounded.guest("Ann")
    bounded.call("POST", "/api/account", mine, first)
    tokens = [bounded.call("POST", "/api/login", mine)["token"] for _ in range(4)]
    assert len(bounded.call("GET", "/api/sessions", token=tokens[-1])) == 3
    assert bounded.answer("GET", "/api/sessions", token=first)[0] == 401


@pytest.mark.parametrize(("lang", "said"), [
    ("en", "at most 100 new guests at once from one address"),
    ("fr", "au plus 100 nouveaux invités à la fois depuis une même adresse"),
])  # fmt: skip
def test_guests_of_one_address_are_bounded(lang: str, said: str, bounded: Served) -> None:
    sent, granted = at(f"192.0.2.{len(said)}"), 0
    while (answer := bounded.answer("POST", f"/api/me?lang={lang}", {"name": "Ann"}, **sent))[0] == 200:
        granted += 1
    assert 100 <= granted < 150  # one more every twenty seconds
    status, refused = answer
    assert (status, refused["code"]) == (429, "fast") and said in refused["why"]


@pytest.mark.parametrize(("method", "path", "body"), [
    ("PATCH", "/api/me", {"lang": "fr"}), ("GET", "/metrics", None), ("GET", "/api/sessions", None),
    ("GET", "/openapi.json", None), ("GET", "/api/qr.svg?path=/x", None), ("GET", "/", None),
])  # fmt: skip
def test_every_path_uses_up_the_budget(method: str, path: str, body: Any, strict: Served) -> None:
    ann, address = strict.guest("Ann"), at(f"192.0.2.{10 + len(path)}")
    assert 429 in hammer(lambda _: strict.answer(method, path, body, ann, **address))


def hammer(act: Callable[[int], tuple[int, Any]], hands: int = 25, times: int = 1500) -> set[int]:
    """The statuses of many requests at once. Whoever asks one after the other is only answered slowly."""
    statuses: set[int] = set()

    def one(number: int) -> None:
        if 429 not in statuses:
            status, answer = act(number)
            assert status != 429 or (answer["code"] == "fast" and answer["retry"] >= 1)
            assert status != 429 or re.search(r"part de ce serveur, \d+\s% d’un processeur", answer["why"])
            statuses.add(status)

    with ThreadPoolExecutor(hands) as pool:
        list(pool.map(one, range(times)))
    return statuses


def test_behind_a_proxy_each_client_has_a_budget_of_their_own(strict: Served) -> None:
    def read(address: str) -> tuple[int, Any]:
        return strict.answer("GET", "/api/games", **at(address))

    assert 429 in hammer(lambda _: read("198.51.100.1"))
    assert hammer(lambda _: read("198.51.100.2"), 5, 20) == {200}
    assert 429 in hammer(lambda n: read(f"2001:db8::{n + 1:x}"))  # all of one network
    assert hammer(lambda n: read(f"2001:db8:0:{n + 1:x}::1"), 5, 20) == {200}


def test_a_refusal_that_is_temporary_says_when_to_come_back_and_does_not_come_at_once(strict: Served) -> None:
    for _ in range(20):
        asked = monotonic()
        wrong = json.dumps({"login": "ann", "password": "not this one"}).encode()
        try:
            with urlopen(Request(f"{strict.address}/api/login", wrong, at("192.0.2.8"))):
                pass
        except HTTPError as error:
            with error:
                if error.code == 429:
                    assert int(error.headers["retry-after"]) >= 1
                    assert monotonic() - asked > 0.9  # who asks too fast is answered slowly
                    return
    raise AssertionError("never too fast")


def test_a_crowd_at_one_address_does_not_keep_others_out_of_the_queue(tmp_path: Path) -> None:
    """It has more guests than there are places: the last of its own requests are refused, and nobody else's."""
    with Served(tmp_path, limits="on") as served:
        ann = served.guest("Ann")
        table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
        served.ask(table, ann, say="hello")
        path, crowd = f"/api/tables/{table}/moment", at("192.0.2.200")
        guests = [served.call("POST", "/api/me", {"name": "Mallory"}, **crowd)["token"] for _ in range(15)]

        def waiting() -> float:
            found = re.search(r'tablee_waiting_jobs{pool="tables"} (\S+)', served.call("GET", "/metrics"))
            return float(found[1]) if found else 0.0

        with ThreadPoolExecutor(60) as hands:
            asked = [hands.submit(served.answer, "GET", path, None, token, **crowd) for token in guests * 3]
            wait_until(lambda: waiting() >= 33 or all(one.done() for one in asked), "a full queue")
            status, answer = served.answer("GET", path, token=ann, **at("192.0.2.201"))
            statuses = [one.result() for one in asked]
        assert status == 200, answer
        refused = [answer for code, answer in statuses if code == 503]
        assert refused and all(answer["code"] == "busy" and "32 tâches" in answer["why"] for answer in refused)
        assert sum(code == 200 for code, _ in statuses) >= 30


@pytest.mark.untraced
def test_concurrent_health_checks_play_one_game(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        with ThreadPoolExecutor(16) as hands:
            answers = list(hands.map(lambda _: served.call("GET", "/healthz"), range(16)))
        assert all(answer["well"] for answer in answers)
        (moves,) = [
            line for line in served.call("GET", "/metrics").splitlines() if line.startswith("tablee_moves_total")
        ]
        first = float(moves.split()[1])
        assert first <= 8  # one game: chance deals, somebody plays
