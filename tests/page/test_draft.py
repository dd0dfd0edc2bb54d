"""What a player composes in several taps is theirs: a line that comes meanwhile takes none of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.page.browsing import Visitor
from tests.page.playing import acting, at_rest, is_mine, stands, wait_on_page
from tests.page.test_code21 import evening
from tests.page.test_pacing import OPEN, TABLES, come, sit_down
from tests.page.test_table import HANDS, Come
from tests.server.serving import Served

SHOWING = ".table[data-showing]"
Check = Callable[[], None]


def stop(page: Page) -> None:
    """From now on time passes only when the test says so."""
    page.clock.pause_at(page.evaluate("() => Date.now() / 1000 + 1"))


def stop_at_a_line(page: Page, game: str) -> str:
    """It is my turn, I do something, and the page shows it, or what somebody did who cut in; the number of the line."""
    wait_on_page(page, lambda: is_mine(page), "my turn")
    stop(page)
    if game == "code777":
        with suppress(PlaywrightTimeout):  # a bot declares in my turn: that is shown, and nobody can ask meanwhile
            page.locator("[data-action=ask]").click(timeout=5000)
    else:
        HANDS[game](page, next(action for action in acting(page) if "joker" not in action))
    expect(page.locator(SHOWING)).to_be_visible()
    return showing(page)


def showing(page: Page) -> str:
    return page.locator(".table[data-status]").get_attribute("data-showing") or ""


def pass_time(page: Page, holds: Callable[[], bool], what: str) -> None:
    """Lets time pass on the page, a little at a time, until this holds."""

    def held() -> bool:
        page.clock.run_for(100)
        return holds()

    wait_on_page(page, held, what)


# ---- what is tapped in each game, and how it is seen that every tap counted -------------------------


def declare_a_code(page: Page) -> Check:
    page.get_by_test_id("declare").click()
    for digit in ("3", "1", "7"):
        page.get_by_test_id(f"pick-{digit}").click()
    return lambda: expect(page.locator('[data-action="declare 1,3,7"]')).to_be_visible()


def choose_a_soldier(page: Page) -> Check:
    soldier = page.locator("[data-testid^=soldier-]").last
    soldier.click(force=True)  # it cannot be sent before it is my turn, and says so
    return lambda: expect(soldier).to_have_attribute("aria-pressed", "true")


def turn_the_dial(page: Page) -> Check:
    dial = page.get_by_test_id("dial")
    before = int(dial.get_attribute("aria-valuenow") or "")
    for _ in range(2):
        page.get_by_role("button", name="One more").click()
    return lambda: expect(dial).to_have_attribute("aria-valuenow", str(before + 2))


def pencil_on_a_tile(page: Page) -> Check:
    page.locator("[data-testid^=tile-1-]").first.click()
    page.get_by_test_id("mode-pencil").click()
    number = page.locator("[data-testid^=strike-][aria-pressed=false]").first
    struck = page.get_by_test_id(number.get_attribute("data-testid") or "")
    struck.click()
    return lambda: expect(struck).to_have_attribute("aria-pressed", "true")


def name_a_joker(page: Page) -> Check:
    page.get_by_test_id("joker").first.click(force=True)  # nor can this
    return lambda: expect(page.get_by_test_id("declare")).to_be_visible()


DRAFTS: dict[str, Callable[[Page], Check]] = {
    "code21": choose_a_soldier,
    "golden21": turn_the_dial,
    "sixteen": name_a_joker,
    "coda": pencil_on_a_tile,
    "code777": declare_a_code,
}


def sit_down_with_a_joker(ann: Visitor) -> Page:
    """At the first table at which I am dealt one."""
    page = ann.visit("/")

    def dealt() -> bool:
        ann.visit(f"/t/{page.evaluate(OPEN, ['sixteen', 2, {'first': '0'}])}")
        page.get_by_test_id("start").click()
        expect(page.get_by_test_id("turn")).to_be_visible()
        wait_on_page(page, lambda: acting(page) != [], "my turn")
        return "joker" in stands(page)["view"]["hand"]

    wait_on_page(page, dealt, "a joker")
    return page


AGREED = {"coda": {"dealing": "random"}, "code777": {"target": "10"}}  # tiles at once; no lucky guess ends the game


@pytest.mark.parametrize("game", TABLES)
def test_no_tap_on_a_draft_is_taken_for_a_skip_and_the_draft_outlives_the_line(visitor: Come, game: str) -> None:
    ann = come(visitor, "phone", calm=True)
    page = sit_down(ann, game, AGREED.get(game)) if game != "sixteen" else sit_down_with_a_joker(ann)
    line = stop_at_a_line(page, game)
    counted = DRAFTS[game](page)
    counted()
    assert showing(page) == line
    pass_time(page, lambda: showing(page) != line, "what comes next")
    counted()


def test_a_stake_that_is_being_chosen_survives_the_fists_of_others_and_the_key_moment(
    house: Served, chromium: Browser
) -> None:
    table = evening(house, chromium, phone=True, speed="normal")
    page = table.page
    page.clock.install()
    page.reload()
    table.play("0: play 8 up", "1: play 5 down", "2: play 6 up", "3: play 2 up", "0: pass")
    wait_on_page(page, lambda: at_rest(page) and page.locator("[data-testid=soldier-2]").count() > 0, "the table")
    stop(page)
    table.play("1: accuse")
    expect(page.locator(SHOWING)).to_be_visible()
    pass_time(page, lambda: page.get_by_test_id("stake").count() > 0, "the call")
    page.get_by_test_id("stake 2 on 1").check()
    called = showing(page)
    pass_time(page, lambda: page.locator("[data-moment]").count() > 0, "the moment")
    page.get_by_test_id("stake 1 on 1").check()
    assert showing(page) == called
    table.play("2: stake 0")
    pass_time(page, lambda: showing(page) not in (called, ""), "Cleo's fist")
    expect(page.get_by_test_id("stake 1 on 1")).to_be_checked()
    page.locator('[data-action="stake 1 on 1"]').click()
    pass_time(page, lambda: page.locator(".sealed").count() > 0, "my fist")
    expect(page.locator(".sealed")).to_contain_text("1")
    table.close()
