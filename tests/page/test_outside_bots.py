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
from tests.page.test_table import HANDS
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


def sit_down_with(visitor: Visitor, name: str, group: str, first: str) -> Page:
    """A game of Sixteen against this bot, which has the second seat."""
    page = visitor.visit("/g/sixteen")
    level = page.get_by_test_id("level")
    expect(level.locator(f"optgroup[label='{group}'] option")).to_have_text(["Rook", "Babbler"])
    level.select_option(label=name)
    page.get_by_test_id("rules-one-by-one").locator("summary").click()
    page.locator("#option-first").select_option(first)
    page.get_by_test_id("open-bots").click()
    page.wait_for_url("**/t/*")
    return page


def test_a_bot_from_outside_is_chosen_by_its_name_and_plays(visit: Callable[..., Visitor]) -> None:
    page = sit_down_with(visit(), "Rook", "Bots venus d’ailleurs", first="1")
    wait_on_page(page, lambda: bool(acting(page)), "the bot's move")
    assert [chair["level"] for chair in stands(page)["head"]["chairs"]] == [None, "Rook"]
    expect(page.get_by_text("Rook", exact=True).first).to_be_visible()


def test_what_a_bot_from_outside_does_wrong_is_read_out_and_stays_in_the_chat(visit: Callable[..., Visitor]) -> None:
    page = sit_down_with(visit(phone=True, lang="en"), "Babbler", "Bots from elsewhere", first="0")
    fault = "gave an answer that the rules do not allow"
    listener = Listener(page)  # before the bot's first move: what was said before one came is not read out
    wait_on_page(page, lambda: bool(acting(page)), "my turn")
    HANDS["sixteen"](page, acting(page)[0])
    listener.wait_for_announcement(f"Babbler {fault}")
    page.get_by_text("1 new").click()
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_role("tabpanel").get_by_text(fault).first).to_be_visible()
