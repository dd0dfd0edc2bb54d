"""The page as an app: it can be installed, and a phone that slept comes back to the game by itself."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import WebSocket, expect

from tests.page.browsing import Visitor
from tests.page.playing import acting, stands
from tests.page.test_sixteen import act
from tests.page.test_table import table_of_two, wait_until_mine

Come = Callable[..., Visitor]


def test_chromium_would_install_it(visitor: Come) -> None:
    page = visitor(lang="en").visit("/")
    page.evaluate("navigator.serviceWorker.ready")
    line = page.context.new_cdp_session(page)
    manifest = line.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    wrong = [error["errorId"] for error in line.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [error for error in wrong if error != "in-incognito"] == []  # every visitor of a test is a private window


def test_a_phone_that_slept_comes_back_with_what_it_missed(visitor: Come) -> None:
    """Nothing runs on the phone while the game goes on; when it wakes up, it trusts no connection from before."""
    ann, ben = table_of_two(visitor)
    rng = Random(5)
    while not acting(ann.page):
        act(ben.page, rng.choice(wait_until_mine(ben.page)))
    opened: list[WebSocket] = []
    ben.page.on("websocket", lambda socket: opened.append(socket))
    phone = ben.context.new_cdp_session(ben.page)
    phone.send("Debugger.enable")
    phone.send("Debugger.pause")  # a browser without a screen does not freeze pages: this one is stopped
    before = stands(ann.page)["n"]
    while acting(ann.page):  # who wins a series goes on
        act(ann.page, rng.choice(wait_until_mine(ann.page)))
        expect(ann.page.locator(".table[aria-busy=false]")).to_be_visible()
    assert stands(ann.page)["n"] > before
    phone.send("Debugger.resume")
    phone.send("Debugger.disable")
    ben.page.evaluate("() => document.dispatchEvent(new Event('resume'))")  # what the browser says after a sleep
    expect(ben.page.get_by_test_id("turn")).to_contain_text("À vous")
    expect(ben.page.get_by_test_id("turn")).not_to_contain_text("Connexion")
    assert len(opened) == 1
    act(ben.page, rng.choice(wait_until_mine(ben.page)))
    expect(ben.page.locator(".table[aria-busy=false]")).to_be_visible()
    assert stands(ann.page)["n"] == stands(ben.page)["n"] > before
