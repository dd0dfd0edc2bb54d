"""/metrics and /dashboard are for programs on this machine, and for those who have the key."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.server.serving import Served

KEY = "a-key-of-the-owner"
PATHS = ("/metrics", "/dashboard")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("closed")) as server:
        yield server


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("keyed"), **{"metrics-key": KEY}) as server:
        yield server


@pytest.mark.parametrize("path", PATHS)
def test_this_machine_is_answered(path: str, served: Served, keyed: Served) -> None:
    for server in (served, keyed):
        status, heads, _ = server.raw("GET", path)
        assert status == 200 and heads["cache-control"] == "no-store"


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.5"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"X-Real-IP": "203.0.113.5"},
        {"X-Forwarded-Proto": "https"},
        {"Via": "1.1 proxy"},
        {"Host": "games.localhost"},
    ],
)
def test_a_proxy_on_this_machine_speaks_for_others(path: str, headers: dict[str, str], served: Served) -> None:
    status, said = served.answer("GET", path, **headers)
    assert status == 403 and said["code"] == "owner"
    assert "responsable" in served.answer("GET", path, **{**headers, "Accept-Language": "fr"})[1]["why"]


@pytest.mark.parametrize("path", PATHS)
def test_the_key_opens_them_to_others(path: str, keyed: Served) -> None:
    far = {"X-Forwarded-For": "203.0.113.5"}
    status, heads, _ = keyed.raw("GET", path, **far)
    assert status == 401 and heads["www-authenticate"].startswith("Basic")
    for sent in (f"Bearer {KEY}", f"Basic {b64encode(f'me:{KEY}'.encode()).decode()}"):
        assert keyed.raw("GET", path, **far, Authorization=sent)[0] == 200
    for sent in (f"Bearer {KEY}x", "Bearer ", "Basic ", "Basic !", f"Basic {b64encode(KEY.encode()).decode()}", KEY):
        assert keyed.raw("GET", path, **far, Authorization=sent)[0] == 401


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.cells: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.cells.append(data)


def test_the_dashboard_says_what_happened(served: Served) -> None:
    ann = served.guest("Ann")
    table = served.table(ann, "sixteen", [{"kind": "me"}, {"kind": "me"}])
    served.ask(table, ann, seat=0, start=True)
    assert served.answer("GET", "/api/tables/none", token=ann)[0] == 404
    for lang, heading in (("fr", "Tables en mémoire"), ("en", "Tables in memory")):
        page = Page(served.call("GET", f"/dashboard?lang={lang}"))
        assert page.cells[page.cells.index(heading) + 1] == "1"
        assert page.cells[page.cells.index("table") + 1] == "1"  # what was refused
        assert "script" not in page.tags and "style" not in page.tags
    assert served.raw("GET", "/dashboard.css")[1]["content-type"].startswith("text/css")


def test_a_key_must_be_long(tmp_path: Path) -> None:
    from tablee.contract import OptionError
    from tablee.server.config import read_config

    with pytest.raises(OptionError, match="16 characters"):
        read_config({"metrics_key": "short"})
