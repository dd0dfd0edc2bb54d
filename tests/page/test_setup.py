"""From the shelf to the first move: three questions, a button that is always there, a lobby, and unfinished games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.browsing import Visitor
from tests.page.looking import fits, small, violations
from tests.page.playing import answered, at_the_table, due, grows, join, open_with_friends, stands, wait_on_page

Come = Callable[..., Visitor]
BETWEEN_BARS = {"width": 390, "height": 664}  # what a phone shows between the bars of its browser
COUNT_TAPS = "window.taps = 0; addEventListener('click', (event) => event.isTrusted && window.taps++, true)"


def is_on_top(button: Locator) -> bool:
    """Whether a tap in the middle of it hits it."""
    found: bool = button.evaluate("""node => {
        const box = node.getBoundingClientRect()
        return node.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
    }""")
    return found


def always_there(page: Page, button: Locator) -> None:
    """The button can be tapped wherever the page is scrolled to."""
    for part in (0, 0.3, 0.7, 1):
        page.evaluate("part => scrollTo(0, part * document.documentElement.scrollHeight)", part)
        expect(button).to_be_in_viewport(ratio=1)
        assert is_on_top(button), part


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_three_taps_lead_from_the_shelf_to_the_first_move(visitor: Come, lang: str) -> None:
    page = visitor(lang=lang, phone=True, size=BETWEEN_BARS).visit("/")
    page.evaluate(COUNT_TAPS)
    page.locator("a[data-game=sixteen]").click()
    page.get_by_test_id("open-bots").click()
    wait_on_page(page, lambda: "/t/" in page.url and bool(due(stands(page))), "my turn")
    n = stands(page)["n"]
    page.locator("[data-action^=play]:visible").first.click()
    answered(page)
    grows(page, n)
    assert page.evaluate("window.taps") == 3


@pytest.mark.parametrize(("lang", "dark"), [("fr", False), ("en", True)])
def test_the_button_is_always_there_and_only_rules_that_matter_are_shown(visitor: Come, lang: str, dark: bool) -> None:
    ann = visitor(lang=lang, dark=dark, phone=True, size=BETWEEN_BARS)
    page = ann.visit("/g/golden21")
    expect(page.get_by_role("link", name="Comment jouer" if lang == "fr" else "How to play")).to_be_in_viewport(ratio=1)
    for way in ("friends", "device", "real", "bots"):
        page.get_by_test_id(f"way-{way}").click()
        always_there(page, page.get_by_test_id(f"open-{way}"))
    page.get_by_test_id("mix-levels").click()
    page.get_by_test_id("rules-one-by-one").locator("summary").click()
    always_there(page, page.get_by_test_id("open-bots"))
    expect(page.locator("#option-kills")).to_have_count(0)
    expect(page.locator("#option-aim_hit")).to_have_count(0)
    page.locator("#option-goal").select_option("killer")
    expect(page.locator("#option-kills")).to_be_visible()
    expect(page.locator("#option-expert")).to_have_count(0)
    page.locator("#option-free_throw").select_option("on")
    expect(page.locator("#option-aim_hit")).to_be_visible()
    expect(page.get_by_test_id("differences")).to_contain_text("Killer 21")
    expect(page.get_by_test_id("differences")).to_contain_text("Lancer Franc (oui)" if lang == "fr" else "(yes)")
    assert violations(page) == []
    assert small(page) == []
    fits(page)


def test_bots_of_several_levels_sit_at_one_table(visitor: Come) -> None:
    page = visitor(lang="en").visit("/g/code21")
    page.get_by_test_id("players-3").click()
    page.get_by_test_id("mix-levels").click()
    page.get_by_test_id("level-2").select_option("miette")
    page.get_by_test_id("level-3").select_option("poivre")
    assert [face.get_attribute("data-character") for face in page.locator(".bot .face").all()] == ["miette", "poivre"]
    page.get_by_test_id("open-bots").click()
    expect(page.get_by_test_id("turn")).to_be_visible()
    assert [chair["level"] for chair in stands(page)["head"]["chairs"]] == [None, "miette", "poivre"]


def test_names_at_one_screen_are_asked_for_once(visitor: Come) -> None:
    ann = visitor(lang="fr", phone=True, size=BETWEEN_BARS)
    page = ann.visit("/g/coda")
    page.get_by_test_id("way-real").click()
    page.get_by_test_id("keep-table").click()
    page.get_by_test_id("my-name").fill("Ann")
    page.get_by_test_id("open-real").click()
    expect(page.get_by_role("alert")).to_have_text("Donnez un nom à chaque joueur.")
    page.get_by_test_id("name-2").fill("Ben")
    page.get_by_test_id("open-real").click()
    page.wait_for_url("**/t/*")
    ann.visit("/g/sixteen")
    expect(page.get_by_test_id("way-real")).to_be_checked()
    expect(page.get_by_test_id("name-2")).to_have_value("Ben")


def test_a_lobby_shows_the_variant_who_is_here_and_ready_and_lets_players_change_seats(visitor: Come) -> None:
    ann, ben = visitor(lang="en"), visitor(lang="fr", phone=True, size=BETWEEN_BARS)
    path = open_with_friends(ann, "code21", "Ann", {"players": "3", "bank": "100", "pass_paid_by": "bank"})
    expect(ann.page.get_by_test_id("variant")).to_contain_text("Expert")
    expect(ann.page.get_by_test_id("variant")).to_contain_text("Points in the box (100)")
    expect(ann.page.get_by_role("main").get_by_role("link", name="Rules")).to_have_attribute("href", "/g/code21/rules")
    join(ben, path, "Ben")
    expect(ann.page.get_by_test_id("seat-1")).to_contain_text("here")
    assert violations(ben.page) == []
    assert small(ben.page) == []
    fits(ben.page)
    ben.page.get_by_test_id("move-2").click()
    expect(ann.page.get_by_test_id("seat-2")).to_contain_text("Ben")
    ann.page.get_by_test_id("bot-here").click()
    ann.page.get_by_test_id("bot-level-1").select_option("bulle")
    expect(ann.page.get_by_text("Ben is not ready yet.")).to_be_visible()
    ben.page.get_by_test_id("ready").click()
    expect(ann.page.get_by_test_id("seat-2")).to_contain_text("ready")
    expect(ann.page.get_by_text("Everybody is here.")).to_be_visible()
    ann.page.get_by_test_id("move-1").click()  # the bot makes room
    expect(ben.page.get_by_test_id("seat-1")).to_contain_text("Ann")
    ann.page.get_by_test_id("start").click()
    expect(ben.page.get_by_test_id("turn")).to_be_visible()
    chairs = stands(ben.page)["head"]["chairs"]
    assert [(chair["name"], chair["level"]) for chair in chairs] == [("", "bulle"), ("Ann", None), ("Ben", None)]


def solo_games(ann: Visitor, count: int) -> list[str]:
    """So many unfinished games against a bot, the oldest first."""
    asks = ann.context.request
    asks.post(ann.address + "/api/me", data={"name": "Ann", "lang": "en"})
    seats = [{"kind": "me"}, {"kind": "bot", "level": "beginner"}]
    settings: dict[str, Any] = {"game": "sixteen", "seats": seats, "options": {"first": "0"}}  # no bot moves
    tables = [asks.post(ann.address + "/api/tables", data=settings).json()["id"] for _ in range(count)]
    for table in tables:
        asks.post(f"{ann.address}/api/tables/{table}", data={"id": "s", "start": True})
    return [str(table) for table in tables]


def test_three_unfinished_games_are_shown_the_others_are_a_tap_away_and_all_can_be_deleted(visitor: Come) -> None:
    ann = visitor(lang="en", phone=True, size=BETWEEN_BARS)
    tables = solo_games(ann, 5)
    page = ann.visit("/")
    cards = page.get_by_role("region", name="Continue your game").locator("a[data-table]:visible")
    expect(cards).to_have_count(3)
    assert [card.get_attribute("data-table") for card in cards.all()] == tables[:1:-1]
    page.get_by_test_id("older-games").locator("summary").click()
    expect(cards).to_have_count(5)
    assert violations(page) == []
    assert small(page) == []
    page.get_by_test_id("delete-game").last.click()
    page.get_by_test_id("confirm").click()
    expect(cards).to_have_count(4)
    expect(page.locator(f'[data-table="{tables[0]}"]')).to_have_count(0)
    page.reload()
    page.get_by_test_id("older-games").locator("summary").click()
    expect(cards).to_have_count(4)


def test_another_game_alone_begins_at_once_with_the_same_bots(visitor: Come) -> None:
    ann = visitor(lang="en")
    page = ann.visit("/g/code21")
    page.get_by_test_id("players-2").click()
    page.get_by_test_id("level").select_option("random")
    page.get_by_test_id("open-bots").click()
    expect(page.get_by_test_id("turn")).to_be_visible()
    before = at_the_table(page)
    ann.context.request.post(f"{ann.address}/api/tables/{before}", data={"id": "r", "resign": True})
    page.get_by_test_id("again").click()
    wait_on_page(page, lambda: at_the_table(page) != before, "another table")
    expect(page.get_by_test_id("turn")).to_be_visible()
    head = stands(page)["head"]
    assert (head["status"], [chair["level"] for chair in head["chairs"]]) == ("live", ["random", None])
