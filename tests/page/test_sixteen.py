"""Sixteen on the page: a tap plays a card, a joker is declared in two, and what gives a series away is asked twice.

Most of these evenings are real tables, so that the cards are those that the test says; Ana sits at the browser, Ben
answers over the wire.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from tablee.contract import Seat
from tablee.games.sixteen.cards import COLOUR, JOKER, VALUE
from tablee.games.sixteen.posterior import unseen
from tablee.games.sixteen.rules import completed_series
from tablee.games.sixteen.state import Laid
from tablee.games.sixteen.view import View
from tests.page.browsing import Visitor
from tests.page.looking import fits, violations
from tests.page.playing import grows
from tests.server.serving import Served

CALL = """async ([method, path, body]) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(path, { method, headers, body: body === null ? undefined : JSON.stringify(body) })
    return await answer.json()
}"""
Come = Callable[..., Visitor]


def act(page: Page, action: str) -> None:
    """Does this by tapping, as somebody at the table would."""
    if action.startswith("play joker") and not page.get_by_test_id("declare").is_visible():
        page.get_by_test_id("joker").first.click()
    page.locator(f'[data-action="{action}"]').first.click()
    if page.get_by_test_id("confirm").is_visible():
        page.get_by_test_id("confirm").click()


class Evening:
    """A table of two; Ana begins. With `mine` and `his` the cards are real: what each is dealt, and then draws."""

    def __init__(
        self, ana: Visitor, house: Served, mine: str = "", his: str = "", help: str = "book", **options: str
    ) -> None:
        self.house, self.page, self.ben = house, ana.visit("/"), house.guest("Ben")
        self.call("POST", "/api/me", {"name": "Ana", "lang": "en"})
        settings = {
            "game": "sixteen",
            "options": {"players": "2", "first": "0", **options},
            "seats": [{"kind": "me"}, {"kind": "open"}],
            "help": help,
            "fallen": "wait",
            "real": bool(mine),
        }
        self.table = str(self.call("POST", "/api/tables", settings)["id"])
        house.ask(self.table, self.ben, seat=1, sit="Ben")
        self.ask(start=True)
        self.mine, self.his = mine.split(), his.split()
        for _ in range(3 if mine else 0):
            self.ask(fell=f"dealt {self.mine.pop(0)}")
            house.ask(self.table, self.ben, fell=f"dealt {self.his.pop(0)}")
        self.draws()
        ana.visit(f"/t/{self.table}")
        expect(self.page.get_by_test_id("count")).to_be_visible(timeout=20_000)

    def call(self, method: str, path: str, body: Any = None) -> Any:
        return self.page.evaluate(CALL, [method, path, body])

    def ask(self, **verb: Any) -> None:
        """Ana asks for something beside the page: what has no place on the board."""
        done = self.call("POST", f"/api/tables/{self.table}", {"id": f"a{Random().random()}", **verb})
        assert "done" in done, done

    def draws(self) -> None:
        if self.mine:
            self.ask(fell=f"drawn {self.mine.pop(0)}")

    @property
    def news(self) -> Any:
        return self.call("GET", f"/api/tables/{self.table}")[0]

    @property
    def view(self) -> View:
        return msgspec.convert(self.news["view"], View)

    def answers(self, action: str) -> None:
        """Ben draws what he is to draw, and plays."""
        if self.his:
            self.house.ask(self.table, self.ben, fell=f"drawn {self.his.pop(0)}")
        done = self.house.ask(self.table, self.ben, do=action)
        assert "done" in done, done

    def shows(self, total: int) -> None:
        expect(self.page.get_by_role("img", name=re.compile(rf"^Total\s?: {total} ")).first).to_be_visible()

    def at_eleven(self) -> Evening:
        """The pile is g6 o5, and it is Ana's turn again."""
        act(self.page, "play g6")
        self.shows(6)
        self.answers("play o5")
        self.draws()
        self.shows(11)
        return self


MINE, HIS = "g6 o6 b1 p6 joker", "o5 g4 b2 p3 b3"  # three are dealt, the others drawn


# ---- what is tapped -----------------------------------------------------------------


def test_going_over_is_asked_twice(visitor: Come, house: Served) -> None:
    evening = Evening(visitor(phone=True, lang="en"), house, MINE, HIS).at_eleven()
    evening.page.locator('[data-action="play o6"]').click()
    expect(evening.page.locator("dialog")).to_contain_text(re.compile(r"17.*Bust.*Ben"))
    assert evening.view.total == 11  # nothing was done yet
    evening.page.get_by_test_id("confirm").click()
    expect(evening.page.get_by_test_id("won-1")).to_have_attribute("data-won", "1")
    expect(evening.page.get_by_text("Bust: the series goes to Ben")).to_be_visible()


def test_a_joker_is_a_tap_and_a_face(visitor: Come, house: Served) -> None:
    evening = Evening(visitor(phone=True, lang="en"), house, MINE, HIS).at_eleven()
    evening.page.get_by_test_id("joker").click()
    faces = evening.page.locator("[data-testid=declare] [data-action]")
    expect(faces).to_have_count(28)
    marks = faces.evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.dataset.action, one.firstElementChild.textContent]))"
    )
    assert marks["play joker 5 purple"] == "purple 5, grape: makes Sixteen and takes the series"
    assert marks["play joker 4 green"] == "green 4, leaf: brings the pile to 15"
    assert "Bust" in marks["play joker 6 blue"]
    evening.page.keyboard.press("Escape")
    expect(evening.page.get_by_test_id("declare")).to_have_count(0)
    act(evening.page, "play joker 5 purple")
    expect(evening.page.get_by_test_id("won-0")).to_have_attribute("data-won", "1")
    evening.page.get_by_test_id("won-0").click()
    expect(evening.page.locator("dialog")).to_contain_text("joker, played as purple 5, grape, from Ana")


def test_on_a_phone_on_its_side_every_face_of_a_joker_and_what_a_real_table_has_is_in_sight(
    visitor: Come, house: Served
) -> None:
    lying = visitor(phone=True, lang="fr", size={"width": 844, "height": 390})
    page = Evening(lying, house, MINE, HIS).at_eleven().page
    page.get_by_test_id("joker").click()
    faces = page.locator("[data-testid=declare] [data-action]")
    expect(faces).to_have_count(28)
    beside = [page.get_by_test_id(name) for name in ("undo-entry", "open-sheet", "type-entry")]
    for one in [*faces.all(), *beside]:
        expect(one).to_be_in_viewport(ratio=0.95)


def test_what_is_not_allowed_is_answered_with_its_rule(visitor: Come, house: Served) -> None:
    evening = Evening(visitor(lang="en"), house)
    stock = evening.page.locator("[data-action=draw]")
    expect(stock).to_have_attribute("aria-disabled", "true")
    stock.click(force=True)  # it looks shut, and answers all the same
    expect(evening.page.get_by_test_id("refused")).to_contain_text("S16-50")


def test_who_forgets_to_draw_is_asked(visitor: Come, house: Served) -> None:
    evening = Evening(visitor(phone=True, lang="en"), house, draw="strict")
    expect(evening.page.get_by_test_id("turn")).to_contain_text("draw, or play a card")
    card = evening.view.hand[0]
    action = "play joker 0 green" if card == JOKER else f"play {card}"
    if card == JOKER:
        evening.page.get_by_test_id("joker").first.click()
    evening.page.locator(f'[data-action="{action}"]').first.click()
    expect(evening.page.locator("dialog")).to_contain_text("one card smaller")
    evening.page.keyboard.press("Escape")
    act(evening.page, "draw")
    expect(evening.page.get_by_test_id("turn")).to_contain_text("Your turn: play a card")
    assert len(evening.view.hand) == 4


def test_s16_53_a_last_card_is_played_without_drawing_after_a_question(visitor: Come, house: Served) -> None:
    options = {"draw": "strict", "third": "forgiven"}
    evening = Evening(visitor(phone=True, lang="en"), house, "g1 g2 g3", "o4 o5 o6", **options)
    page = evening.page
    act(page, "play g1")
    evening.answers("play o4")
    act(page, "play g2")
    evening.answers("play o5")
    evening.shows(12)
    page.locator('[data-action="play g3"]').first.click()
    expect(page.locator("dialog")).to_contain_text("one is drawn for you")
    page.get_by_test_id("confirm").click()
    evening.shows(15)
    evening.ask(fell="drawn b6")
    expect(page.locator(".fan [aria-keyshortcuts]")).to_have_count(1)
    assert evening.news["awaits"]["seats"] == [1]


# ---- what is written down -----------------------------------------------------------


def test_the_page_reads_the_pile_as_the_rules_do(visitor: Come, house: Served) -> None:
    """For some turns: what stands under each card is what the engine makes of it, and the count is the engine's."""
    evening, rng = Evening(visitor(lang="en"), house), Random(3)
    for _ in range(4):
        view = evening.view
        evening.shows(view.total)
        expect(evening.page.locator(".fan [aria-keyshortcuts]")).to_have_count(len(view.hand))
        for card in {*view.hand} - {JOKER}:
            laid, total = Laid(card, VALUE[card], COLOUR[card], Seat(0)), view.total + VALUE[card]
            label = evening.page.locator(f'[data-action="play {card}"]').first
            expect(label).to_have_attribute(
                "data-makes", completed_series((*view.pile, laid), total, view.options) or str(total)
            )
        left = evening.page.locator("[data-left]").evaluate_all(
            "all => Object.fromEntries(all.map(one => [one.dataset.testid.slice(6), Number(one.dataset.left)]))"
        )
        assert {card: n for card, n in left.items() if n} == unseen(view)
        news = evening.news
        act(evening.page, rng.choice(news["legal"]))
        grows(evening.page, news["n"])
        while legal := house.call("GET", f"/api/tables/{evening.table}", None, evening.ben)[0].get("legal"):
            evening.answers(rng.choice(legal))


def test_without_help_there_is_a_pencil_and_no_warning(visitor: Come, house: Served) -> None:
    evening = Evening(visitor(phone=True, lang="en"), house, MINE, HIS, help="none").at_eleven()
    page = evening.page
    assert page.locator("[data-makes]").count() == 0
    page.locator("summary").click()
    page.get_by_test_id("count-g6").click()
    with page.expect_response(re.compile("/notes")):
        page.get_by_test_id("count-g6").click()
    page.reload()
    page.locator("summary").click()
    expect(page.get_by_test_id("count-g6")).to_have_attribute("aria-label", "green 6, leaf: 0 not seen")
    expect(page.get_by_test_id("count-o5")).to_have_attribute("aria-label", "orange 5, sun: 2 not seen")
    page.locator('[data-action="play o6"]').click()
    expect(page.get_by_test_id("won-1")).to_have_attribute("data-won", "1")  # at once


# ---- for every eye and every finger ---------------------------------------------------


def test_the_board_is_for_everybody(visitor: Come, house: Served) -> None:
    evening = Evening(visitor(phone=True, lang="fr"), house, MINE, HIS).at_eleven()
    evening.page.get_by_test_id("joker").click()
    assert violations(evening.page) == []
    evening.page.locator("summary").click()
    fits(evening.page)


def test_the_keyboard_plays(visitor: Come, house: Served) -> None:
    evening = Evening(visitor(lang="en"), house, MINE, HIS)
    place = evening.view.hand.index("b1") + 1
    evening.page.keyboard.press(str(place))
    evening.shows(1)


def test_no_card_of_the_others_is_on_the_page(visitor: Come, house: Served) -> None:
    evening = Evening(visitor(lang="en"), house, MINE, HIS).at_eleven()
    across = evening.page.get_by_role("region", name="Ben’s cards")
    expect(across).to_contain_text("3 cards in hand")
    assert across.locator("svg text").count() == 0
