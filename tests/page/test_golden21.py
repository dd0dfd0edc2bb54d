"""The board of The Golden 21: dice set by hand, points used on a trader, odds where help allows, refusals with a rule.

At a real table what the dice do is typed in, so every story can be told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.browsing import Visitor
from tests.page.looking import fits, sideways, small, violations
from tests.page.playing import grows, stands

Come = Callable[..., Visitor]


def act(page: Page, action: str) -> None:
    """Does this with mouse and keyboard, as a person would; at a real table also what the dice did."""
    verb, *facts = action.split()
    match verb:
        case "announce":
            announce(page, *facts)
        case "roll":
            page.locator('[data-action="roll"]').click()
            page.get_by_test_id("confirm").click()
        case "bonus" | "account":
            if verb == "account":
                open_account(page)
            page.get_by_test_id(f"trader-{facts[1]}").click()
            page.locator(f'[data-action="{action}"]').click()
        case "rolled":
            for place, face in enumerate(facts[0].split(",")):
                page.get_by_test_id(f"die-{place}").click()
                page.get_by_test_id(f"face-{face}").click()
            if facts[1:]:
                page.get_by_test_id("hit").click()
            page.locator(f'[data-action="{action}"]').click()
        case _:  # give, done, cast, fined, off
            page.locator(f'[data-action="{action}"]').click()


def open_account(page: Page) -> None:
    """Before announcing, the account is opened first; after the roll it lies open."""
    page.locator('[data-testid="account"], [data-action^="account "]').first.wait_for()
    closed = page.locator('[data-testid="account"][aria-pressed="false"]')
    if closed.count():
        closed.click()


def announce(page: Page, total: str, at: str = "", seat: str = "") -> None:
    opened = page.locator('[data-testid="account"][aria-pressed="true"]')
    if opened.count():
        opened.click()
    page.locator('[data-action^="announce "][aria-disabled="false"]').wait_for()
    if at:
        page.get_by_test_id(f"trader-{seat}").click()
    dial = page.get_by_test_id("dial")
    dial.press("Home")
    for _ in range(int(total) - int(dial.get_attribute("aria-valuenow") or 0)):
        dial.press("ArrowRight")
    page.locator(f'[data-action="announce {total}{f" at {seat}" if at else ""}"]').click()


# ---- three traders at one screen, around real dice -----------------------------------------


def seated(come: Come, help_level: str = "book", options: dict[str, str] | None = None, **wishes: Any) -> Page:
    """Ana's seat is 0, and she begins."""
    visitor = come(**wishes)
    asks = visitor.context.request
    asks.post(visitor.address + "/api/me", data={"name": "Ana", "lang": "fr"})
    settings = {"game": "golden21", "real": True, "help": help_level, "seats": [{"kind": "me"}] * 3,
                "options": {"players": "3", **(options or {})}}  # fmt: skip
    table = asks.post(visitor.address + "/api/tables", data=settings).json()["id"]
    asks.post(f"{visitor.address}/api/tables/{table}", data={"id": "s", "start": True, "seat": 0})
    for face in (1, 2, 3):
        asks.post(f"{visitor.address}/api/tables/{table}", data={"id": f"c{face}", "fell": f"cast {face}", "seat": 0})
    return visitor.visit(f"/t/{table}")


def played(page: Page, *actions: str) -> None:
    for action in actions:
        n = stands(page)["n"]
        act(page, action)
        grows(page, n)


def trader(page: Page, seat: int) -> Any:
    return page.locator(f'[data-trader="{seat}"]')


def test_an_exact_announcement_goes_on_the_account_and_the_bourse_shows_it(visitor: Come) -> None:
    page = seated(visitor)
    played(page, "announce 8", "rolled 3,5")
    expect(page.locator(".verdict")).to_contain_text("exact")
    played(page, "bonus +account 0")
    expect(trader(page, 0)).to_contain_text("compte 2")
    played(page, "announce 7", "rolled 1,2")
    expect(trader(page, 1)).to_contain_text("dette 4")
    cells = page.locator(".bourse tbody tr").nth(1).locator("td")
    expect(cells).to_contain_text(["0, compte 2", "4"])
    expect(cells.first.locator("sup")).to_have_text("2")
    played(page, "announce 7", "rolled 1,2", "account +debt 1")
    expect(trader(page, 1)).to_contain_text("dette 6")
    expect(trader(page, 0)).to_contain_text("compte 0")


@pytest.mark.parametrize(("level", "odds", "figures"), [("none", 0, 0), ("book", 0, 1), ("full", 1, 1)])
def test_help_is_what_the_table_agreed_on(visitor: Come, level: str, odds: int, figures: int) -> None:
    page = seated(visitor, level)
    page.locator('[data-action^="announce "][aria-disabled="false"]').wait_for()
    expect(page.locator(".chance")).to_have_count(odds)
    if odds:
        expect(page.locator(".chance")).to_have_text("17\u202f%")  # seven with two dice: one in six
        page.get_by_test_id("dial").press("ArrowRight")
        expect(page.locator(".chance")).to_have_text("14\u202f%")
        assert violations(page) == []
    played(page, "announce 8", "rolled 3,5")
    page.get_by_test_id("trader-1").click()
    expect(page.locator('[data-action="bonus +debt 1"] .then')).to_have_count(figures)


def test_what_is_forbidden_is_answered_with_its_rule(visitor: Come) -> None:
    page = seated(visitor)
    played(page, "announce 8", "rolled 3,5")
    page.get_by_test_id("trader-0").click()
    page.locator('[data-action="bonus -account 0"][aria-disabled="true"]').click(force=True)
    expect(page.get_by_test_id("refused")).to_contain_text("G21-31")


def test_a_crisis_die_is_given_by_a_tap_on_a_trader(visitor: Come) -> None:
    page = seated(visitor)
    played(page, "announce 9", "rolled 4,4", "give 1")
    expect(trader(page, 1)).to_contain_text("1 dé de la Crise")
    expect(page.get_by_test_id("dial")).to_have_attribute("aria-valuemax", "18")


def test_one_may_aim_and_a_hit_makes_the_other_owe(visitor: Come) -> None:
    page = seated(visitor, options={"free_throw": "on"})
    page.get_by_test_id("trader-1").click()
    expect(page.get_by_test_id("target")).to_contain_text("Dé visé")
    page.get_by_test_id("no-aim").click()
    played(page, "announce 10 at 2", "rolled 2,3 hit")
    expect(page.locator(".verdict")).to_contain_text("touché")
    expect(trader(page, 2)).to_contain_text("dette 5")
    expect(trader(page, 0)).to_contain_text("dette 0")


def test_g21_94_a_hit_takes_off_a_debt_where_the_books_example_is_played(visitor: Come) -> None:
    page = seated(visitor, options={"free_throw": "literal"}, lang="fr", phone=True)
    page.get_by_test_id("trader-1").click()
    expect(page.get_by_test_id("target")).to_contain_text("la différence se retranche de la dette")
    fits(page)
    page.get_by_test_id("no-aim").click()
    played(page, "announce 10 at 2", "rolled 2,3 hit")
    expect(page.locator(".verdict")).to_contain_text("−5 de dette")
    expect(trader(page, 2)).to_contain_text("dette −5")
    expect(trader(page, 0)).to_contain_text("dette 0")


@pytest.mark.parametrize(
    ("lang", "phone", "title"), [("fr", True, "Tableau des moyennes"), ("en", False, "Table of averages")]
)
def test_the_table_of_averages_can_be_looked_up_at_every_table(
    visitor: Come, lang: str, phone: bool, title: str
) -> None:
    """It is printed in the rulebook: also a table without help has it."""
    page = seated(visitor, "none", lang=lang, phone=phone)
    page.get_by_test_id("open-averages").click()
    expect(page.get_by_role("dialog")).to_contain_text(title)
    rows = page.get_by_test_id("averages").locator("tbody tr")
    expect(rows).to_have_count(10)
    expect(page.get_by_test_id("averages").locator("tr.mine th")).to_contain_text("2")  # two dice are mine
    expect(rows.nth(9)).to_contain_text("38–39")
    expect(rows.nth(9)).to_contain_text("36, 41")
    assert (violations(page), sideways(page), small(page)) == ([], [], [])
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(page.get_by_test_id("averages")).to_be_visible()
    page.keyboard.press("Escape")
    if phone:  # the Bourse itself is a sheet there
        page.get_by_test_id("open-bourse").click()
        expect(page.get_by_role("dialog").locator(".bourse")).to_be_visible()
        assert (violations(page), small(page)) == ([], [])
    else:
        page.get_by_test_id("bourse-averages").click()
        expect(page.get_by_test_id("averages")).to_be_visible()


def test_a_roll_without_announcing_asks_first(visitor: Come) -> None:
    page = seated(visitor, options={"penalties": "on"})
    page.locator('[data-action="roll"]').click()
    expect(page.get_by_role("dialog")).to_contain_text("dé de gage")
    page.get_by_test_id("confirm").click()
    played(page, "fined 6")
    expect(trader(page, 0)).to_contain_text("dette 6")


def test_every_step_is_for_every_eye_and_every_width(visitor: Come) -> None:
    page = seated(visitor, options={"free_throw": "on", "penalties": "on", "collection": "on"}, dark=True)
    for step, here in (("announce 9", "tray"), ("rolled 3,6", "trader-1"), ("bonus +account 0", "dial")):
        played(page, step)
        expect(page.get_by_test_id(here)).to_be_visible()
        assert violations(page) == [], step
    fits(page)
