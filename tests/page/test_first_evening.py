"""The first evening: gentle bots and hints, help that a player alone decides, and the next level after each game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tablee import bots
from tablee.games.sixteen import GAME
from tablee.games.sixteen.view import View
from tests.page.browsing import Visitor
from tests.page.looking import fits, violations
from tests.page.playing import at_the_table, due, grows, stands, wait_on_page

Come = Callable[..., Visitor]

SAID = {
    "fr": {
        "first": "Une première partie : des bots faciles, avec des conseils.",
        "stronger": "Des bots plus forts : joueur de club",
        "gentler": "Des bots plus faciles : débutant",
        "hints": "Une autre, avec des conseils",
    },
    "en": {
        "first": "A first game: gentle bots, with hints.",
        "stronger": "Stronger bots: club player",
        "gentler": "Gentler bots: beginner",
        "hints": "Another game, with hints",
    },
}


def opened(page: Page) -> dict[str, Any]:
    """The head of the table that this page shows, once its game goes on."""
    expect(page.get_by_test_id("turn")).to_be_visible()
    head: dict[str, Any] = stands(page)["head"]
    return head


def levels(head: dict[str, Any]) -> list[str]:
    return [chair["level"] for chair in head["chairs"] if chair["kind"] == "bot"]


def alone(come: Come, level: str, help_level: str, **wishes: Any) -> Visitor:
    """Somebody at a table of Sixteen with a bot of this level."""
    ann = come(**wishes)
    asks = ann.context.request
    asks.post(ann.address + "/api/me", data={"name": "Ann", "lang": wishes.get("lang", "fr")})
    seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
    settings = {"game": "sixteen", "help": help_level, "seats": seats, "options": {"first": "0"}}
    table = asks.post(ann.address + "/api/tables", data=settings).json()["id"]
    asks.post(f"{ann.address}/api/tables/{table}", data={"id": "s", "start": True})
    ann.visit(f"/t/{table}")
    return ann


def play_out(ann: Visitor) -> list[int]:
    """The game to its end, as a club player plays; the ranks."""
    page, asks, club, rng = ann.page, ann.context.request, bots.bot(GAME, "club"), Random(1)
    path = f"{ann.address}/api/tables/{at_the_table(page)}"
    while True:
        wait_on_page(page, lambda: bool(due(stands(page))) or stands(page)["head"]["status"] == "over", "my turn")
        news = stands(page)
        if news["head"]["status"] == "over":
            ranks: list[int] = news["head"]["ranks"]
            return ranks
        legal = [GAME.parse(action) for action in due(news)]
        action = club.choose(msgspec.convert(news["view"], View), legal, rng)
        asks.post(path, data={"id": f"m{news['n']}", "do": str(action)})


# ---- the first game ------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "phone"), [("fr", True), ("en", False)])
def test_a_first_game_against_bots_is_with_beginners_and_hints(visitor: Come, lang: str, phone: bool) -> None:
    ann = visitor(lang=lang, phone=phone)
    page = ann.visit("/g/sixteen")
    expect(page.get_by_test_id("gentle")).to_have_text(SAID[lang]["first"])
    expect(page.get_by_test_id("level")).to_have_value("beginner")
    expect(page.get_by_test_id("help")).to_have_value("full")
    page.get_by_test_id("open-bots").click()
    head = opened(page)
    assert (levels(head), head["help"]) == (["beginner"], "full")
    wait_on_page(page, lambda: bool(due(stands(page))), "my turn")
    page.keyboard.press("h")
    expect(page.get_by_test_id("play-hint")).to_be_visible()  # a hint, and not a refusal


def test_what_a_newcomer_chooses_is_what_they_get(visitor: Come) -> None:
    page = visitor(lang="en").visit("/g/sixteen")
    page.get_by_test_id("level").select_option("club")
    page.get_by_test_id("more-settings").locator("summary").click()
    page.get_by_test_id("help").select_option("none")
    expect(page.get_by_test_id("gentle")).to_have_count(0)
    page.get_by_test_id("open-bots").click()
    head = opened(page)
    assert (levels(head), head["help"]) == (["club"], "none")


def test_friends_of_a_newcomer_agree_on_bookkeeping(visitor: Come) -> None:
    page = visitor(lang="en").visit("/g/sixteen")
    page.get_by_test_id("way-friends").click()
    page.get_by_test_id("open-friends").click()
    expect(page.get_by_test_id("start")).to_be_visible()
    assert stands(page)["head"]["help"] == "book"


def test_a_game_later_the_level_stays_and_elsewhere_it_is_the_usual_one(visitor: Come) -> None:
    ann = visitor(lang="en")
    page = ann.visit("/g/sixteen")
    page.get_by_test_id("open-bots").click()
    opened(page)
    ann.context.request.post(f"{ann.address}/api/tables/{at_the_table(page)}", data={"id": "r", "resign": True})
    expect(page.get_by_test_id("result")).to_be_visible()
    ann.visit("/g/sixteen")
    expect(page.get_by_test_id("level")).to_have_value("beginner")
    expect(page.get_by_test_id("help")).to_have_value("full")
    page.evaluate("localStorage.clear()")  # as on another device of the same account
    page.goto("about:blank")
    ann.visit("/g/coda")
    expect(page.get_by_test_id("level")).to_have_value("club")


# ---- help in the game ------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "phone"), [("fr", True), ("en", False)])
def test_alone_against_bots_the_hint_button_turns_hints_on(visitor: Come, lang: str, phone: bool) -> None:
    ann = alone(visitor, "beginner", "none", lang=lang, phone=phone)
    page = ann.page
    expect(page.get_by_test_id("turn")).to_be_visible()
    page.get_by_role("button", name="Conseil" if lang == "fr" else "Hint").click()
    expect(page.get_by_test_id("turn-hints-on")).to_be_visible()
    assert violations(page) == []
    fits(page)
    page.get_by_test_id("turn-hints-on").click()
    expect(page.get_by_test_id("play-hint")).to_be_visible()
    assert stands(page)["head"]["help"] == "full"


def test_alone_against_bots_the_menu_changes_help_by_keyboard(visitor: Come) -> None:
    ann = alone(visitor, "beginner", "book", lang="en")
    page = ann.page
    expect(page.get_by_test_id("turn")).to_be_visible()
    n = stands(page)["n"]
    page.keyboard.press("m")
    choice = page.get_by_test_id("change-help")
    expect(choice).to_have_value("book")
    choice.focus()
    page.keyboard.press("ArrowDown")
    grows(page, n)
    assert stands(page)["head"]["help"] == "full"
    expect(choice).to_have_value("full")
    expect(page.locator("header .help").first).to_have_text("help: deduction")


def test_with_other_people_help_stays_as_agreed(visitor: Come) -> None:
    ann = visitor(lang="en")
    asks = ann.context.request
    asks.post(ann.address + "/api/me", data={"name": "Ann", "lang": "en"})
    settings = {"game": "sixteen", "help": "book", "seats": [{"kind": "me"}, {"kind": "me"}], "options": {"first": "0"}}
    table = asks.post(ann.address + "/api/tables", data=settings).json()["id"]
    asks.post(f"{ann.address}/api/tables/{table}", data={"id": "s", "start": True, "seat": 0})
    page = ann.visit(f"/t/{table}")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_test_id("takeback")).to_be_visible()
    expect(page.get_by_test_id("change-help")).to_have_count(0)


# ---- the next level ----------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "phone"), [("fr", True), ("en", False)])
def test_after_a_win_the_next_level_is_one_tap_away(visitor: Come, lang: str, phone: bool) -> None:
    for _ in range(10):  # most of them are won against a beginner
        ann = alone(visitor, "beginner", "book", lang=lang, phone=phone)
        if play_out(ann) == [1, 2]:
            break
        ann.close()
    else:
        pytest.fail("no game of ten was won")
    page = ann.page
    following = page.get_by_test_id("next-level")
    expect(following).to_have_text(SAID[lang]["stronger"])
    assert violations(page) == []
    fits(page)
    before = page.url
    following.focus()
    page.keyboard.press("Enter")
    wait_on_page(page, lambda: page.url != before, "another table")
    head = opened(page)
    assert (levels(head), head["help"], head["game"]) == (["club"], "book", "sixteen")
    ann.visit("/g/coda")
    expect(page.get_by_test_id("level")).to_have_value("club")


@pytest.mark.parametrize(("lang", "phone"), [("fr", True), ("en", False)])
def test_after_a_loss_gentler_bots_and_hints_are_offered(visitor: Come, lang: str, phone: bool) -> None:
    ann = alone(visitor, "club", "book", lang=lang, phone=phone)
    page = ann.page
    expect(page.get_by_test_id("turn")).to_be_visible()
    ann.context.request.post(f"{ann.address}/api/tables/{at_the_table(page)}", data={"id": "r", "resign": True})
    expect(page.get_by_test_id("next-level")).to_have_text(SAID[lang]["gentler"])
    expect(page.get_by_test_id("next-hints")).to_have_text(SAID[lang]["hints"])
    fits(page)
    before = page.url
    page.get_by_test_id("next-hints").click()
    wait_on_page(page, lambda: page.url != before, "another table")
    head = opened(page)
    assert (levels(head), head["help"]) == (["club"], "full")
    ann.context.request.post(f"{ann.address}/api/tables/{at_the_table(page)}", data={"id": "r", "resign": True})
    expect(page.get_by_test_id("next-hints")).to_have_count(0)  # they were on
    before = page.url
    page.get_by_test_id("next-level").click()
    wait_on_page(page, lambda: page.url != before, "another table")
    assert levels(opened(page)) == ["beginner"]
