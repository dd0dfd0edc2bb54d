"""The page of a server under one path of a bigger site: everything that it asks for is below that path."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from tests.page.browsing import Visitor, served
from tests.page.playing import wait_on_page

BASE = "/club/tablee"
NAME = "Ludothèque du club"


def links(page: Page) -> list[str]:
    """Where the links of this page lead on this host."""
    found: list[str] = page.locator("a[href]").evaluate_all(
        "all => all.filter((one) => one.origin === location.origin).map((one) => one.pathname)"
    )
    return found


def test_a_visit_stays_below_the_path(chromium: Browser, tmp_path: Path) -> None:
    with served(tmp_path, base=BASE, name=NAME) as house:
        ann = Visitor(chromium, house.address, lang="en", phone=True)
        asked: list[str] = []
        ann.context.on("request", lambda request: asked.append(urlsplit(request.url).path))
        ann.page.on("websocket", lambda socket: asked.append(urlsplit(socket.url).path))
        page = ann.visit("")  # the path itself, without a slash at its end
        expect(page.locator("a[data-game]").first).to_be_visible()
        assert urlsplit(page.url).path == f"{BASE}/"
        expect(page.locator("header .home")).to_contain_text(NAME)

        for room in ("/claims", "/glossary", "/credits", "/privacy", "/me", "/study", "/g/coda/rules", "/nowhere"):
            page = ann.visit(room)
            expect(page.locator("main h1").first).to_be_visible()
            assert all(path.startswith(f"{BASE}/") for path in links(page)), (room, links(page))

        page = ann.visit("/g/sixteen")  # a game against a bot, and what is around it
        page.get_by_test_id("open-bots").click()
        expect(page.get_by_test_id("turn")).to_be_visible()
        assert re.fullmatch(rf"{BASE}/t/[^/]+", urlsplit(page.url).path)
        page.reload()
        expect(page.get_by_test_id("turn")).to_be_visible()
        page.locator("header a").first.click()  # back to the shelf, without loading it anew
        expect(page.locator("a[data-game]").first).to_be_visible()
        assert urlsplit(page.url).path == f"{BASE}/"
        page.go_back()
        expect(page.get_by_test_id("turn")).to_be_visible()

        page = ann.visit("/g/coda")  # an invitation leads there, too
        page.get_by_test_id("way-friends").check(force=True)
        page.get_by_test_id("open-friends").click()
        expect(page.get_by_test_id("start")).to_be_visible()
        link = page.get_by_label("Link to this table").first.input_value()
        assert urlsplit(link).path == urlsplit(page.url).path and urlsplit(link).path.startswith(f"{BASE}/t/")

        assert {cookie.get("path") for cookie in ann.context.cookies()} == {BASE}
        scope = page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)")
        assert scope == f"{house.address}/"
        manifest = page.context.new_cdp_session(page).send("Page.getAppManifest")
        assert manifest["errors"] == [] and NAME in manifest["data"] and f"{BASE}/" in manifest["url"]
        assert [path for path in asked if not path.startswith(f"{BASE}/") and path != BASE] == []
        assert any("/socket" in path for path in asked) and f"{BASE}/api/lobby" in asked
        assert ann.errors == []
        ann.close()


def test_offline_the_page_comes_from_what_was_kept_below_the_path(chromium: Browser, tmp_path: Path) -> None:
    with served(tmp_path, base=BASE) as house:
        ann = Visitor(chromium, house.address, lang="en")
        page = ann.visit("/")
        page.evaluate("caches.open('of another part of the site')")
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        wait_on_page(page, lambda: page.evaluate("!!navigator.serviceWorker.controller"), "the service worker")
        ann.visit("/claims")
        expect(page.locator("main h1")).to_be_visible()
        ann.context.set_offline(True)
        page.reload()
        expect(page.locator("header .home")).to_be_visible()
        names: list[str] = page.evaluate("caches.keys()")
        assert [name for name in names if name.endswith(f" {BASE}/")] and "of another part of the site" in names
        ann.close()
