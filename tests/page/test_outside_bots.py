"""Bots from outside on the page: they are offered by name, they play, and what they do wrong is said in the chat."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.bots import outside_bots
from tests.page.browsing import Visitor, served
from tests.page.conftest import visitors
from tests.page.listening import Listener
from tests.page.playing import acting, stands, wait_on_page
from tests.server.serving import Served

HERE = outside_bots.__name__
BABBLER = f"'Babbler=cmd:{sys.executable} -m {HERE} babbles'"


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("offering"), bots=f"Rook={HERE}:first {BABBLER}") as running:
        yield running


@pytest.fixture
def visit(chromium: Browser, offering: Served) -> Iterator[Callable[..., Visitor]]:
    yield from visitors(chromium, offering)


def choose(visitor: Visitor, name: str, group: str) -> Page:
    """A game of Sixteen against this bot, which begins, is about to be opened."""
    page = visitor.visit("/g/sixteen")
    level = page.get_by_test_id("level")
    expect(level.locator(f"optgroup[label='{group}'] option")).to_have_text(["Rook", "Babbler"])
    level.select_option(label=name)
    page.get_by_test_id("rules-one-by-one").locator("summary").click()
    page.locator("#option-first").select_option("1")
    return page


def sit_down(page: Page) -> None:
    page.get_by_test_id("open-bots").click()
    page.wait_for_url("**/t/*")


def test_a_bot_from_outside_is_chosen_by_its_name_and_plays(visit: Callable[..., Visitor]) -> None:
    page = choose(visit(), "Rook", "Bots venus d’ailleurs")
    sit_down(page)
    wait_on_page(page, lambda: bool(acting(page)), "the bot's move")
    assert [chair["level"] for chair in stands(page)["head"]["chairs"]] == [None, "Rook"]
    expect(page.get_by_text("Rook", exact=True).first).to_be_visible()


def test_what_a_bot_from_outside_does_wrong_is_read_out_and_stays_in_the_chat(visit: Callable[..., Visitor]) -> None:
    page = choose(visit(phone=True, lang="en"), "Babbler", "Bots from elsewhere")
    listener = Listener(page, at_table=False)
    sit_down(page)
    fault = "gave an answer that the rules do not allow"
    expect(page.get_by_role("log", name="What is happening")).to_be_attached()
    listener.wait_for_announcement(f"Babbler {fault}")
    page.get_by_text("1 new").click()
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_role("tabpanel").get_by_text(fault).first).to_be_visible()
