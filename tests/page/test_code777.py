"""Code 777 on the page: everybody's tiles but mine, a pad that writes what was agreed, a declaration asked twice.

These are real tables, so that the tiles and the questions are those that the test says; Ana sits at the browser, Ben
answers over the wire. Ana's tiles are 4 brown, 5 red, 7 blue, which only Ben ever names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import convert
from playwright.sync_api import Page, expect

from tablee.games.code777.posterior import posterior
from tablee.games.code777.view import View
from tests.page.browsing import Visitor
from tests.page.looking import fits, violations
from tests.server.serving import Served

Come = Callable[..., Visitor]
RACKS = ("4n,5r,7b", "1g,2y,6p", "3k,3k,7y", "5k,6g,7p")
PRESSED = re.compile(r"\bcrossed\b"), re.compile(r"\bcircled\b")


def act(page: Page, action: str) -> None:
    """Does this by tapping, as somebody at the table would."""
    verb, _, said = action.partition(" ")
    if verb == "declare":
        if page.get_by_test_id("declare-close").is_visible():
            page.get_by_test_id("declare-close").click()
        page.get_by_test_id("declare").click()
        for one in said.split(","):
            page.get_by_test_id(f"pick-{one}").click()
    page.locator(f'[data-action="{action}"]').click()
    if verb == "declare":
        page.get_by_test_id("confirm").click()


class Evening:
    """A table of two with its racks filled; Ana is to ask."""

    def __init__(self, ana: Visitor, house: Served, help: str = "book", lang: str = "en", **options: str) -> None:
        self.house, self.visitor, self.page = house, ana, ana.page
        guest = ana.context.request.post(house.address + "/api/me", data={"name": "Ana", "lang": lang}).json()
        self.tokens = [guest["token"], house.guest("Ben")]
        settings = {"help": help, "real": True, "options": {"first": "0", **options}}
        self.table = house.table(self.tokens[0], "code777", [{"kind": "me"}, {"kind": "open"}], **settings)
        self.asks(1, seat=1, sit="Ben")
        self.asks(0, start=True)
        for rack, tiles in enumerate(RACKS):
            self.asks(0 if rack == 1 else 1, fell=f"racked {rack} {tiles}")
        ana.visit(f"/t/{self.table}")
        expect(self.page.get_by_test_id("slot-0")).to_be_visible()

    def asks(self, by: int, **ask: Any) -> None:
        answer = self.house.ask(self.table, self.tokens[by], **ask)
        assert "done" in answer, answer

    def asked(self, by: int, number: int) -> None:
        """This seat takes this question."""
        self.asks(by, do="ask")
        self.asks(by, fell=f"turned {number}")
        expect(self.page.get_by_test_id("question")).to_contain_text(str(number))

    def view(self) -> View:
        (news,) = self.house.call("GET", f"/api/tables/{self.table}", None, self.tokens[0])
        return convert(news["view"], View)

    def rack(self, rack: int) -> Any:
        return self.page.locator(f"[data-rack='{rack}']")

    def cell(self, name: str) -> Any:
        return self.page.get_by_test_id(f"mark-{name}")

    def row(self, number: int) -> Any:
        return self.page.locator(f"[data-question='{number}']")


@pytest.fixture
def table(visitor: Come, house: Served) -> Callable[..., Evening]:
    def open(help: str = "book", lang: str = "en", options: dict[str, str] | None = None, **wishes: Any) -> Evening:
        return Evening(visitor(lang=lang, **wishes), house, help, lang, **(options or {}))

    return open


def test_c77_02_every_rack_is_shown_but_mine(table: Callable[..., Evening]) -> None:
    evening = table("none")
    expect(evening.rack(1)).to_contain_text("1 green, 2 yellow, 6 pink")
    expect(evening.rack(2)).to_contain_text("3 black, 3 black, 7 yellow")
    assert evening.rack(0).count() == 0
    assert [evening.page.get_by_test_id(f"slot-{place}").inner_text() for place in range(3)] == ["?"] * 3
    for tile in ("4n", "5r", "7b"):  # all the same to the page: none of the four is marked
        looks = {cell.get_attribute("class") for cell in evening.page.locator(f"[data-testid^=mark-{tile}]").all()}
        assert len(looks) == 1


def test_what_was_seen_is_crossed_out_only_where_books_are_kept(table: Callable[..., Evening]) -> None:
    evening = table("book")
    for seen in ("1g1", "3k2", "5k1", "7y1"):
        expect(evening.cell(seen)).to_have_accessible_name(re.compile("seen elsewhere"))
    for unseen in ("3k3", "4n1", "7y2", "7b1"):
        expect(evening.cell(unseen)).not_to_have_accessible_name(re.compile("seen elsewhere"))
    expect(table("none").cell("1g1")).not_to_have_accessible_name(re.compile("seen elsewhere"))


def test_c77_11_the_answer_lies_on_the_table_and_the_pad_writes_what_tells_me_something(
    table: Callable[..., Evening],
) -> None:
    evening = table("book")
    evening.asked(0, 8)
    evening.asked(1, 17)  # Ben sees a brown 4 and a blue 7, both Ana's
    expect(evening.page.get_by_test_id("question")).to_contain_text("Ben, question 17: as many brown tiles as blue")
    expect(evening.row(17)).to_contain_text("Be\u00a0=")
    expect(evening.row(8).locator(".one")).to_have_count(0)  # what I see tells me nothing about mine


def test_without_help_the_pad_is_paper(table: Callable[..., Evening]) -> None:
    evening = table("none")
    evening.asked(0, 8)
    evening.asked(1, 17)
    expect(evening.row(17).locator(".one")).to_have_count(0)
    with evening.page.expect_response(lambda answer: answer.request.method == "PUT"):
        evening.page.get_by_test_id("note-17").fill("Ben =")
        evening.page.get_by_test_id("tick-8").click()
    evening.page.reload()
    expect(evening.page.get_by_test_id("note-17")).to_have_value("Ben =")
    expect(evening.page.get_by_test_id("tick-8")).to_have_attribute("aria-pressed", "true")


def test_pencil_marks_stay_until_my_tiles_are_new(table: Callable[..., Evening]) -> None:
    evening = table("none", phone=True)
    crossed, circled = PRESSED
    with evening.page.expect_response(lambda answer: answer.request.method == "PUT"):
        evening.cell("7b1").click()
        evening.cell("4n1").click()
        evening.cell("4n1").click()
    evening.page.reload()
    expect(evening.cell("7b1")).to_have_class(crossed)
    expect(evening.cell("4n1")).to_have_class(circled)
    evening.cell("4n1").click()
    expect(evening.cell("4n1")).not_to_have_class(circled)
    act(evening.page, "declare 1,1,1")
    expect(evening.page.get_by_test_id("outcome-entry")).to_have_count(0)  # only Ben sees what goes on this rack
    evening.asks(1, fell="racked 0 2y,4n,7b")
    expect(evening.cell("7b1")).not_to_have_class(crossed)


def test_c77_20_a_declaration_says_what_is_at_stake_and_can_be_put_off(table: Callable[..., Evening]) -> None:
    evening = table("book", options={"target": "1"})
    page = evening.page
    page.get_by_test_id("declare").click()
    for digit in "754":
        page.get_by_test_id(f"pick-{digit}").click()
    page.get_by_test_id("slot-0").click()  # the 7 was not meant
    page.get_by_test_id("pick-7").click()
    page.locator('[data-action="declare 4,5,7"]').click()
    expect(page.get_by_role("dialog")).to_contain_text("you win the game")
    page.get_by_role("dialog").get_by_role("button").nth(1).click()
    assert evening.view().log == ()
    page.locator('[data-action="declare 4,5,7"]').click()
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("result")).to_contain_text("Ana")
    expect(page.get_by_test_id("declare")).to_be_disabled()
    expect(page.get_by_test_id("slot-0")).to_have_accessible_name("My tile 1: 4 brown")  # now I see it, too
    assert violations(page) == []


def test_c77_20_what_is_picked_stays_while_others_ask(table: Callable[..., Evening]) -> None:
    evening = table("book")
    evening.asked(0, 8)
    evening.page.get_by_test_id("declare").click()
    for digit in "45":
        evening.page.get_by_test_id(f"pick-{digit}").click()
    evening.asked(1, 17)
    evening.page.get_by_test_id("pick-7").click()
    expect(evening.page.locator('[data-action="declare 4,5,7"]')).to_be_visible()


def test_c77_26_declaring_again_too_soon_is_refused_with_the_rule(table: Callable[..., Evening]) -> None:
    evening = table("book", lang="fr")
    act(evening.page, "declare 1,1,1")
    evening.asks(1, fell="racked 0 2y,4n,7b")
    expect(evening.page.get_by_test_id("declare")).to_have_attribute("aria-disabled", "true")
    expect(evening.page.locator('[data-action="ask"]')).to_have_attribute("aria-disabled", "false")
    evening.page.get_by_test_id("declare").click(force=True)  # it looks as if it could not be done, and says why
    for digit in "247":
        evening.page.get_by_test_id(f"pick-{digit}").click()
    evening.page.locator('[data-action="declare 2,4,7"]').click()
    evening.page.get_by_test_id("confirm").click()
    expect(evening.page.get_by_test_id("refused")).to_contain_text("posez d’abord une question")
    expect(evening.page.get_by_test_id("refused")).to_contain_text("C77-26")


def test_with_colours_three_tiles_are_declared(table: Callable[..., Evening]) -> None:
    evening = table("book", options={"colours": "on"}, phone=True)
    act(evening.page, "declare 4n,5r,7b")
    expect(evening.page.locator(".me")).to_contain_text("1 of 3 points")


def test_full_help_counts_the_racks_that_fit_and_offers_the_likeliest(table: Callable[..., Evening]) -> None:
    evening = table("full")
    evening.asked(0, 8)
    evening.asked(1, 17)
    evening.asks(0, do="ask")
    evening.asks(0, fell="turned 9")
    evening.asked(1, 1)
    own = posterior(evening.view())
    expect(evening.page.locator(".corner.right")).to_contain_text(str(own.worlds))
    expect(evening.cell("4n1")).to_have_accessible_name(re.compile("4 brown.*likely to be yours"))
    digits = own.chances["digits 0"]
    best = max(digits, key=digits.__getitem__)
    evening.page.get_by_test_id("declare").click()
    evening.page.get_by_role("group", name="Most likely").get_by_role("button").first.click()
    expect(evening.page.locator(f'[data-action="declare {best}"]')).to_be_visible()
    assert violations(evening.page) == []


def test_the_keyboard_declares_and_walks_over_the_triangle(table: Callable[..., Evening]) -> None:
    evening = table("book")
    page = evening.page
    page.keyboard.press("d")
    for digit in "457":
        page.keyboard.press(digit)
    expect(page.locator('[data-action="declare 4,5,7"]')).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("declare-close")).to_have_count(0)
    evening.cell("1g1").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(evening.cell("3k2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(evening.cell("3k2")).to_have_class(PRESSED[0])


def test_the_pad_and_the_declaration_are_for_every_eye_and_finger(table: Callable[..., Evening]) -> None:
    evening = table("none", dark=True, options={"colours": "on"})
    evening.asked(0, 11)
    evening.asked(1, 16)
    evening.cell("7b1").click()
    evening.cell("6p1").dblclick()
    evening.page.get_by_test_id("tick-3").click()
    evening.page.get_by_test_id("declare").click()
    evening.page.get_by_test_id("pick-7b").click()
    assert violations(evening.page) == []
    fits(evening.page)
