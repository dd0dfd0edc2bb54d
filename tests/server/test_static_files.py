"""The page's files: kept for good or asked for again, compressed for who takes it; and pictures of addresses."""

from __future__ import annotations

import gzip
import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from starlette.routing import Match

from tablee.server.protocol.previews import Previews
from tablee.server.protocol.static_files import page
from tests.server.serving import Served
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("page")
    (page / "assets").mkdir()
    for name, text in {
        "index.html": "<!doctype html>the page", "sw.js": "// worker", "manifest.webmanifest": "{}",
        "assets/app-1a2b.js": "let x = 1", "assets/alone-3c.css": "p {}",
    }.items():  # fmt: skip
        (page / name).write_text(text)
    (page / "assets/app-1a2b.js.gz").write_bytes(gzip.compress(b"let x = 1"))
    (page / "assets/app-1a2b.js.br").write_bytes(b"brotli, as it were")
    return page


@pytest.fixture(scope="module")
def served(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served"), web=str(folder), hosts="tablee.example") as server:
        yield server


def got(served: Served, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """The answer as it came: nothing is unpacked, no path made straight."""
    connection = http.client.HTTPConnection(urlsplit(served.address).netloc, timeout=PATIENCE)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        return answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def test_what_has_a_fingerprint_is_kept_for_good_and_compressed_for_who_takes_it(served: Served) -> None:
    for accepts, coding, content in (
        ("gzip, deflate, br", "br", b"brotli, as it were"),
        ("gzip", "gzip", gzip.compress(b"let x = 1")),
        ("br;q=0, gzip;q=0.5", "gzip", gzip.compress(b"let x = 1")),
        ("identity", None, b"let x = 1"),
    ):
        status, headers, body = got(served, "/assets/app-1a2b.js", accept_encoding=accepts)
        assert (status, headers.get("content-encoding")) == (200, coding)
        assert gzip.decompress(body) == b"let x = 1" if coding == "gzip" else body == content
        assert headers["cache-control"] == "public, max-age=31536000, immutable"
        assert headers["vary"] == "accept-encoding" and headers["content-type"].startswith("text/javascript")
    status, headers, body = got(served, "/assets/alone-3c.css", accept_encoding="br")
    assert (status, body) == (200, b"p {}") and "content-encoding" not in headers
    assert headers["content-type"].startswith("text/css")
    assert got(served, "/assets/nothing.js")[0] == 404


def test_all_else_is_asked_for_again_and_any_address_is_the_pages(served: Served) -> None:
    for path, kind in (("/sw.js", "text/javascript"), ("/manifest.webmanifest", "application/manifest+json"),
                       ("/", "text/html"), ("/t/abc", "text/html"), ("/index.html", "text/html")):  # fmt: skip
        status, headers, body = got(served, path)
        assert status == 200 and headers["cache-control"] == "no-cache" and headers["content-type"].startswith(kind)
        assert (body == b"<!doctype html>the page") == (kind == "text/html")
        assert got(served, path, if_none_match=headers["etag"])[0] == 304
    assert got(served, "/", "POST")[0] == 405
    assert got(served, "/api/nothing")[0] == 404


@pytest.mark.parametrize(
    "path",
    ["/api/games", "/api/games/coda/rules?lang=fr", "/api/games/coda/claims", "/api/credits", "/api/glossary?lang=en"],
)
def test_what_is_the_same_for_everybody_is_compressed_for_who_takes_it(served: Served, path: str) -> None:
    _, headers, plain = got(served, path)
    assert "content-encoding" not in headers and json.loads(plain)
    _, packed, body = got(served, path, accept_encoding="gzip, br")
    assert packed["content-encoding"] == "gzip" and packed["vary"] == headers["vary"] == "accept-encoding"
    assert gzip.decompress(body) == plain and len(body) < len(plain) / 2 and packed["etag"] != headers["etag"]
    assert got(served, path, accept_encoding="gzip", if_none_match=packed["etag"])[0] == 304


def test_what_is_for_one_person_is_never_compressed(served: Served) -> None:
    """Beside what others can choose, the length of a compressed secret gives it away."""
    ann = served.guest("Ann")
    table = served.table(ann, "coda", [{"kind": "me"}, {"kind": "me"}])
    for path in ("/api/me", "/api/tables", f"/api/tables/{table}", f"/api/tables/{table}/log"):
        status, headers, _ = got(served, path, accept_encoding="gzip, br", authorization=f"Bearer {ann}")
        assert status == 200 and "content-encoding" not in headers


def test_no_path_leads_out_of_the_folder(served: Served, folder: Path) -> None:
    (folder.parent / "secret.txt").write_text("kept apart")
    for path in ("/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
        assert b"kept apart" not in got(served, path)[2]


def test_the_policy_allows_only_what_comes_from_here(served: Served) -> None:
    policy = got(served, "/")[1]["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'" and rules["img-src"] == "'self' data:"
    assert rules["frame-ancestors"] == "'none'" == rules["base-uri"]
    for kind in ("script", "style", "font", "media", "connect", "worker", "manifest"):
        assert rules[f"{kind}-src"] == "'self'"
    assert "unsafe" not in policy


async def test_with_no_page_it_is_said_how_to_build_it(tmp_path: Path) -> None:
    (route,) = page(tmp_path / "nowhere", Previews("", ("fr", "en"), tmp_path))
    for lang, said in (("en", b"not built"), ("fr", b"pas encore construite")):
        sent: list[Any] = []
        scope = {"type": "http", "method": "GET", "path": "/t/abc", "query_string": b"", "path_params": {},
                 "headers": [(b"accept-language", lang.encode())]}  # fmt: skip
        assert route.matches(scope)[0] is Match.FULL

        async def send(message: Any, sent: list[Any] = sent) -> None:
            sent.append(message)

        await route.handle(scope, None, send)
        assert sent[0]["status"] == 200 and said in sent[1]["body"]
        assert b"npm --prefix web run build" in sent[1]["body"]


def test_an_address_is_drawn_for_phones(served: Served) -> None:
    host = urlsplit(served.address).netloc
    status, headers, picture = got(served, "/api/qr.svg?path=/t/abc", host="tablee.example:1621")
    assert status == 200 and headers["content-type"] == "image/svg+xml" and picture.startswith(b"<svg")
    assert b"style=" not in picture and b"script" not in picture
    assert got(served, "/api/qr.svg?path=/t/abc", host="tablee.example:1621")[2] == picture
    assert got(served, "/api/qr.svg?path=/t/abd", host="tablee.example:1621")[2] != picture
    assert got(served, "/api/qr.svg?path=/t/abc", host=host)[2] != picture
    said = json.loads(got(served, "/api/address", host="tablee.example:1621")[2])
    assert said == {"base": "http://tablee.example:1621", "reach": "others"}
    assert json.loads(got(served, "/api/address", host=host)[2]) == {"base": f"http://{host}", "reach": "machine"}
    for bad in ("//evil.example", "https://evil.example", "t/abc", "/\\evil.example", "/a b", "/" + "x" * 400):
        assert got(served, f"/api/qr.svg?path={quote(bad, safe='')}")[0] == 400, bad
    for path in ("/api/qr.svg", "/api/address"):
        assert got(served, path, host="evil.example/x")[0] == 400


def test_a_server_on_this_machine_has_the_address_under_which_others_find_it_if_they_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import segno
    from starlette.requests import Request

    from tablee.server.protocol import address_api
    from tablee.server.protocol.address_api import Address, find_address, listens_to_others

    def asked(host: str, others: bool = True) -> Address:
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "scheme": "http",
                 "server": ("x", 1), "headers": [(b"host", host.encode())]}  # fmt: skip
        return find_address(Request(scope), others)

    monkeypatch.setattr(address_api, "local_address", lambda: "192.168.1.20")
    assert asked("localhost:1621") == Address("http://192.168.1.20:1621", "others")
    assert asked("localhost:1621", others=False) == Address("http://localhost:1621", "machine")
    assert asked("192.168.1.7") == Address("http://192.168.1.7")
    assert asked("[fe80::1]:80") == Address("http://[fe80::1]:80")
    assert asked("tablee.example", others=False) == Address("http://tablee.example")  # a proxy passes it on
    assert segno.make(asked("tablee.example").base).designator
    monkeypatch.setattr(address_api, "local_address", lambda: None)
    assert asked("127.0.0.1:1621") == Address("http://127.0.0.1:1621", "no_network")
    assert [listens_to_others(host) for host in ("0.0.0.0", "::", "192.168.1.7", "127.0.0.1", "localhost", "::1")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip
