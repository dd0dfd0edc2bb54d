"""The page as an app: it can be installed, and a phone that slept comes back to the game by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from playwright.sync_api import WebSocket, expect

from tests.page.browsing import NETWORK, Visitor
from tests.page.playing import acting, answered, stands, wait_on_page
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


def test_what_it_keeps_for_later_is_named_after_what_was_built(visitor: Come) -> None:
    """So a new page leaves nothing of the old one behind."""
    page = visitor().visit("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    (name,) = page.evaluate("caches.keys()")
    assert re.fullmatch(r"tablee-[0-9a-f]{16} /", name)


def test_who_may_not_be_notified_is_told_so(visitor: Come) -> None:
    ann = visitor(lang="en")
    ann.address = ann.address.replace("127.0.0.1", NETWORK)  # where no browser allows it
    page = ann.visit("/me")
    box = page.get_by_test_id("notify")
    box.click()
    expect(page.get_by_text("This browser does not allow notifications")).to_be_visible()
    expect(box).not_to_be_checked()
    ann.errors.clear()  # the browser says that it trusts this address less, which is what this was about


def test_a_turn_is_notified_by_the_way_that_phones_have(notified_visitor: Come) -> None:
    """By the service worker: on a phone the page itself may not."""
    ann, ben = table_of_two(notified_visitor)
    mover, other = (ann, ben) if acting(ann.page) else (ben, ann)
    other.context.grant_permissions(["notifications"])
    other.visit("/me").get_by_test_id("notify").check()
    other.page.go_back()
    expect(other.page.get_by_test_id("turn")).to_be_visible()
    other.page.evaluate("() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
    while not acting(other.page):  # who wins a series goes on
        act(mover.page, wait_until_mine(mover.page)[0])
        answered(mover.page)
    shown = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => one.title)"
    wait_on_page(other.page, lambda: other.page.evaluate(shown) == ["À vous" if other is ben else "Your turn"])
    assert other.page.title().startswith("●")
    expect(other.page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")


def test_a_phone_that_slept_comes_back_with_what_it_missed(visitor: Come) -> None:
    """Nothing runs on the phone while the game goes on; when it wakes up, it trusts no connection from before."""
    ann, ben = table_of_two(visitor)
    rng = Random(5)
    while not acting(ann.page):
        act(ben.page, rng.choice(wait_until_mine(ben.page)))
        answered(ben.page)
    opened: list[WebSocket] = []
    ben.page.on("websocket", lambda socket: opened.append(socket))
    phone = ben.context.new_cdp_session(ben.page)
    phone.send("Debugger.enable")
    phone.send("Debugger.pause")  # a browser without a screen does not freeze pages: this one is stopped
    before = stands(ann.page)["n"]
    while acting(ann.page):  # who wins a series goes on
        act(ann.page, rng.choice(wait_until_mine(ann.page)))
        answered(ann.page)
    assert stands(ann.page)["n"] > before
    phone.send("Debugger.resume")
    phone.send("Debugger.disable")
    ben.page.evaluate("() => document.dispatchEvent(new Event('resume'))")  # what the browser says after a sleep
    expect(ben.page.get_by_test_id("turn")).to_contain_text("À vous")
    expect(ben.page.get_by_test_id("turn")).not_to_contain_text("Connexion")
    wait_on_page(ben.page, lambda: len(opened) == 1, "a new socket")
    act(ben.page, rng.choice(wait_until_mine(ben.page)))
    answered(ben.page)
    assert stands(ann.page)["n"] == stands(ben.page)["n"] > before
