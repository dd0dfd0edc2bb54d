"""Nobody waits in silence: while a bot or a hint takes its time, the page says that it thinks."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.page.browsing import Visitor, served
from tests.page.playing import acting, answered, stands, wait_on_page
from tests.page.test_pacing import VIEWPORTS
from tests.page.test_sixteen import act
from tests.server.serving import Served

LATEST = 300  # milliseconds that may pass without a sign
# When each sign of thinking begins to move, in milliseconds after the page shows that a bot is to move.
SIGNS = """() => document.getAnimations().filter((one) => one.effect.target.closest('.thinking'))
  .map((one) => one.effect.getTiming().delay)"""
DONE = "() => document.querySelectorAll('.table:not([data-showing])').length > 0"

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="where processes are found in /proc")


def processes_of(house: Served) -> set[int]:
    """The server's workers."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = stat.read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue  # it has just ended
        if int(parent) == house.process.pid:
            found.add(int(stat.parent.name))
    return found


@contextmanager
def held_back(house: Served) -> Iterator[None]:
    """Meanwhile no bot answers."""
    stopped = set[int]()
    try:
        while running := processes_of(house) - stopped:
            for process in running:
                os.kill(process, signal.SIGSTOP)
            stopped |= running
        assert stopped
        yield
    finally:
        for process in stopped:
            os.kill(process, signal.SIGCONT)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    """A server of its own: its workers are stopped for a while."""
    with served(tmp_path) as running:
        yield running


def sit_down(ann: Visitor) -> Page:
    """Against a bot of Sixteen, whose turn it is first."""
    page = ann.visit("/g/sixteen")
    page.get_by_test_id("rules-one-by-one").locator("summary").click()
    page.locator("#option-first").select_option("1")
    page.get_by_test_id("open-bots").click()
    page.wait_for_url("**/t/*")
    wait_on_page(page, lambda: bool(acting(page)), "the bot's first move")
    expect(page.locator("[data-testid=turn].mine")).to_be_visible()
    return page


@pytest.mark.parametrize("calm", [False, True])
@pytest.mark.parametrize("screen", VIEWPORTS)
def test_a_bot_whose_answer_is_held_back_is_shown_thinking(
    chromium: Browser, house: Served, screen: str, calm: bool
) -> None:
    ann = Visitor(chromium, house.address, lang="en", phone=screen == "phone", size=VIEWPORTS[screen], calm=calm,
                  speed="fast")  # fmt: skip
    page = sit_down(ann)
    thinking = page.locator("[data-testid=turn] .thinking")
    plate = page.locator(".plate.thinking")
    expect(thinking).to_have_count(0)
    with held_back(house):
        ends_turn = next(one for one in acting(page) if one.startswith("play ") and "joker" not in one)
        act(page, ends_turn)
        answered(page)
        wait_on_page(page, lambda: page.evaluate(DONE), "the end of what I did")
        bot = stands(page)["head"]["chairs"][1]
        assert bot["kind"] == "bot" and stands(page)["awaits"]["seats"] == [1]
        expect(thinking).to_have_text(f"{plate.locator('.name').inner_text()} is thinking")
        expect(thinking).to_be_in_viewport(ratio=1)
        expect(plate).to_be_visible()
        delays = page.evaluate(SIGNS)
        assert len(delays) == (0 if calm else 2) and all(
            delay <= LATEST for delay in delays
        )  # the sentence says it, too
        before = stands(page)["n"]
    wait_on_page(page, lambda: stands(page)["n"] > before, "the bot's answer")
    expect(page.locator("[data-testid=turn].mine")).to_be_visible()
    expect(thinking).to_have_count(0)
    ann.close()
    assert ann.errors == []


def test_a_hint_that_is_held_back_is_said_to_come(visitor: Callable[..., Visitor]) -> None:
    ann = visitor(lang="en")
    held: list[Route] = []
    ann.page.route("**/help?*", lambda route: held.append(route))
    page = sit_down(ann)
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_test_id("hint")
    wait_on_page(page, lambda: bool(held), "the question for a hint")
    expect(hint.locator(".thinking")).to_be_visible()
    for route in held:
        route.continue_()
    ann.page.unroute("**/help?*")
    expect(page.get_by_test_id("play-hint")).to_be_visible()
    expect(hint.locator(".thinking")).to_have_count(0)
