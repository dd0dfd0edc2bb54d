"""What a messenger shows of a link: Open Graph tags for the server, each game and each table."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tablee.games import GAMES
from tablee.languages import LANGS
from tablee.words import words
from tests.server.serving import Served

PUBLIC = Path(__file__).parents[2] / "web" / "public"
INDEX = (PUBLIC.parent / "index.html").read_text(encoding="utf-8")
NAME = "Ludothèque <de> l’Oie"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page as it is before it is built: its head is the same."""
    page = tmp_path_factory.mktemp("page")
    (page / "index.html").write_text(INDEX, encoding="utf-8")
    (page / "previews").mkdir()
    for picture in (PUBLIC / "previews").iterdir():
        (page / "previews" / picture.name).write_bytes(picture.read_bytes())
    return page


@pytest.fixture(scope="module")
def served(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("served"), web=str(folder)) as server:
        yield server


@pytest.fixture(scope="module")
def named(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("named"), web=str(folder), name=NAME, languages="fr") as server:
        yield server


class PageHead(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.lang = self.title = ""
        self.in_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.lang = found["lang"]
        if tag == "meta" and "content" in found:
            name = found.get("property") or found["name"]
            assert name not in self.meta, "said twice"
            self.meta[name] = found["content"]
        self.in_title = tag == "title"

    def handle_data(self, data: str) -> None:
        if self.in_title:
            self.title += data

    def handle_endtag(self, tag: str) -> None:
        self.in_title = False


def head(served: Served, path: str, **headers: str) -> PageHead:
    status, text = served.answer("GET", path, **headers)
    assert status == 200
    return PageHead(text)


def test_the_server_has_a_preview_in_the_readers_language(served: Served) -> None:
    for lang in LANGS:
        found = head(served, "/", **{"Accept-Language": lang})
        assert found.lang == lang and found.title == found.meta["og:title"] == "Tablée"
        assert found.meta["description"] == found.meta["og:description"] == words(lang).house("preview_home")
        assert found.meta["og:image"] == f"{served.address}/icon-512.png"
    assert head(served, "/").lang == "fr"
    assert head(served, "/?lang=en").lang == "en"


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_its_title_and_its_picture(game: str, served: Served) -> None:
    for lang in LANGS:
        about, found = words(lang, GAMES[game]), head(served, f"/g/{game}?lang={lang}")
        assert found.title == found.meta["og:title"] == f"{about.title} · Tablée"
        assert found.meta["og:description"].startswith(f"{about.tagline}. ")
        assert found.meta["og:url"] == f"{served.address}/g/{game}"
        picture = urlsplit(found.meta["og:image"])
        status, heads, data = served.raw("GET", picture.path)
        assert status == 200 and heads["content-type"] == "image/png"
        size = (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))
        assert size == (int(found.meta["og:image:width"]), int(found.meta["og:image:height"])) == (1200, 630)


def test_a_table_says_who_waits_in_the_inviters_language(served: Served) -> None:
    ann, ben = served.guest('Ann "<b>"', "fr"), served.guest("Ben", "en")
    table = served.table(ann, "code21", [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    link = f"/t/{table}"
    found = head(served, link, **{"Accept-Language": "en"})
    assert found.lang == "fr" and found.meta["og:title"] == f"{words('fr', GAMES['code21']).title} · Tablée"
    assert 'Venez jouer avec Ann "<b>"\u00a0: il reste 2 places libres.' in found.meta["og:description"]
    assert "2 seats are free" in head(served, f"{link}?lang=en").meta["og:description"]
    served.ask(table, ben, seat=1, sit="Ben")
    assert 'Ann "<b>" et Ben\u00a0: il reste 1 place libre.' in head(served, link).meta["og:description"]
    assert found.meta["og:image"].endswith("/previews/code21.png")


def test_a_table_shows_no_more_than_everybody_sees_there(served: Served) -> None:
    """A seat that is kept for somebody counts as free; its key, and the game itself, are nowhere."""
    ann = served.guest("Ann", "fr")
    made = served.call("POST", "/api/tables", {"game": "coda", "options": {"players": "2"},
                                               "seats": [{"kind": "me"}, {"kind": "link"}]}, ann)  # fmt: skip
    text = served.call("GET", f"/t/{made['id']}")
    assert "il reste 1 place libre" in text and made["keys"]["1"] not in text
    assert ann not in text
    other = served.table(ann, "coda", [{"kind": "me"}, {"kind": "me"}])
    served.ask(other, ann, seat=0, start=True)
    assert head(served, f"/t/{other}").meta["og:description"].startswith("Partie en cours, avec Ann")


def test_an_address_that_means_nothing_has_the_servers_preview(served: Served) -> None:
    for path in ("/t/none", "/g/none", "/t/", "/nowhere", "/t/a/b", "/g/%00"):
        assert head(served, path).meta["og:title"] == "Tablée"


def test_the_server_has_a_name_and_languages_of_its_own(named: Served) -> None:
    found = head(named, "/", **{"Accept-Language": "en"})
    assert found.lang == "fr" and found.title == NAME == found.meta["application-name"]
    assert found.meta["tablee-languages"] == "fr" and found.meta["og:site_name"] == NAME
    assert head(named, "/g/coda?lang=en").title.endswith(f"· {NAME}")
    assert "<de>" not in named.call("GET", "/")
    ann = named.guest("Ann", "en")
    table = named.table(ann, "coda", [{"kind": "me"}, {"kind": "open"}])
    assert head(named, f"/t/{table}").lang == "fr"


def test_the_same_page_is_not_sent_twice(served: Served) -> None:
    _, heads, _ = served.raw("GET", "/g/coda")
    assert served.raw("GET", "/g/coda", **{"If-None-Match": heads["etag"]})[0] == 304
    assert served.raw("GET", "/g/sixteen", **{"If-None-Match": heads["etag"]})[0] == 200
