"""A server under one path of a bigger site: links, cookies, sockets and the page are all below it."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest

from tablee.contract import OptionError
from tablee.server.config import read_config
from tablee.server.protocol.address_api import draw_qr
from tests.server.serving import Player, Served, together
from tests.server.test_previews import INDEX, head
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

BASE = "/club/tablee"
NAME = "Ludothèque du club"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    page = tmp_path_factory.mktemp("page")
    (page / "index.html").write_text(INDEX, encoding="utf-8")
    (page / "manifest.webmanifest").write_text('{"name": "Tablée", "start_url": "./"}', encoding="utf-8")
    with Served(tmp_path_factory.mktemp("served"), web=str(page), base=f"{BASE}/", name=NAME) as server:
        yield server


def got(served: Served, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """The answer to a path of the host itself, redirections as they are."""
    connection = http.client.HTTPConnection(urlsplit(served.address).netloc, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def test_the_program_says_where_it_is(served: Served) -> None:
    assert urlsplit(served.address).path == BASE


def test_the_path_itself_leads_to_the_page(served: Served) -> None:
    status, headers, _ = got(served, BASE)
    assert (status, headers["location"]) == (308, f"{BASE}/")
    assert f"{served.address}{BASE}er/".encode() in got(served, f"{BASE}er/")[2]  # a longer name is another path
    assert got(served, f"{BASE}/api/nothing")[0] == 404


def test_the_page_names_its_files_and_the_api_below_the_path(served: Served) -> None:
    for path in ("/", "/t/abc", "/g/coda/rules"):
        text = served.call("GET", path)
        assert f'<meta name="tablee-base" content="{BASE}" />' in text
        assert f'href="{BASE}/manifest.webmanifest"' in text and f'href="{BASE}/api/games"' in text
        assert 'href="/m' not in text and 'src="/src' not in text


def test_a_proxy_may_leave_the_path_out(served: Served) -> None:
    assert got(served, "/healthz")[0] == 200
    assert got(served, "/t/abc")[2] == got(served, f"{BASE}/t/abc")[2]


def test_previews_and_links_carry_the_path(served: Served) -> None:
    ann = served.guest("Ann")
    table = served.table(ann, "coda", [{"kind": "me"}, {"kind": "open"}])
    found = head(served, f"/t/{table}")
    assert found.meta["og:url"] == f"{served.address}/t/{table}"
    assert found.meta["og:image"].startswith(f"{served.address}/")
    assert served.call("GET", "/api/address", None, ann, Host="club:80")["base"] == f"http://club:80{BASE}"
    picture = served.call("GET", "/api/qr.svg?path=/t/abc", None, ann, Host="club")
    assert picture == draw_qr(f"http://club{BASE}/t/abc").decode()


def test_cookies_are_sent_to_this_server_only(served: Served) -> None:
    _, headers, _ = served.raw("POST", "/api/me", {"name": "Ann", "lang": "en"})
    cookie = headers["set-cookie"]
    assert f"Path={BASE};" in f"{cookie};"
    _, headers, _ = served.raw("POST", "/api/logout", None, "", Cookie=cookie.partition(";")[0])
    assert f"Path={BASE};" in f"{headers['set-cookie']};" and "Max-Age=0" in headers["set-cookie"]


@pytest.mark.parametrize("sockets", ["fast", "plain"])
async def test_a_game_is_played_over_sockets_below_the_path(tmp_path: Path, sockets: str) -> None:
    with Served(tmp_path, sockets=sockets, base=BASE) as served:
        ann, ben = served.guest("Ann"), served.guest("Ben")
        table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "open"}])
        served.ask(table, ben, seat=1, sit="Ben")
        served.ask(table, ann, start=True)
        players = [Player(served, table, token, Random(n).randrange(99)) for n, token in enumerate((ann, ben))]
        await together(*players)
        assert all(player.over for player in players)


def test_the_manifest_has_the_name_of_the_server_in_the_readers_language(served: Served) -> None:
    for lang, said in (("fr", "Cinq petits jeux"), ("en", "Five small number games")):
        status, headers, body = got(served, f"{BASE}/manifest.webmanifest", **{"Accept-Language": lang})
        found = json.loads(body)
        assert (status, headers["content-type"]) == (200, "application/manifest+json")
        assert found["name"] == found["short_name"] == NAME and found["lang"] == lang
        assert found["description"].startswith(said) and found["start_url"] == "./"
        assert (
            got(served, f"{BASE}/manifest.webmanifest", **{"If-None-Match": headers["etag"], "Accept-Language": lang})[
                0
            ]
            == 304
        )


@pytest.mark.parametrize(("text", "base"), [("", ""), ("/", ""), ("/tablee", "/tablee"), ("/a/b-2/", "/a/b-2")])
def test_a_base_is_a_path(text: str, base: str) -> None:
    assert read_config({"base": text}).base == base


@pytest.mark.parametrize("text", ["tablee", "//host", "/a b", "/..", "/a/../b", "/a?b", "https://host/a", '/"><'])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="base"):
        read_config({"base": text})
