"""The daily deal on a phone: from the shelf to the table, and what everybody did."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.browsing import Visitor
from tests.page.looking import fits, violations
from tests.page.playing import at_the_table
from tests.page.test_viewport import BETWEEN_BARS

Come = Callable[..., Visitor]


RESIGN = """(id) => fetch(`/api/tables/${id}`, {
  method: 'POST',
  headers: {'content-type': 'application/json'},
  body: JSON.stringify({id: 'r', seat: 0, resign: true}),
}).then((answer) => answer.status)"""


def test_two_people_play_the_same_deal_and_see_what_the_other_did(visitor: Come) -> None:
    ann, ben = visitor(lang="fr", phone=True, size=BETWEEN_BARS), visitor(lang="en")
    tables = []
    for one in (ann, ben):
        page = one.visit("/")
        page.get_by_test_id("daily").click()
        expect(page.locator("[data-deal]")).to_have_count(5)
        assert violations(page) == []
        fits(page)
        page.locator("[data-deal=sixteen]").get_by_role("button").click()
        expect(page.get_by_test_id("turn")).to_be_visible()
        tables.append(at_the_table(page))
    assert tables[0] != tables[1]
    page = ann.visit("/daily")  # begun, not finished
    expect(page.locator("[data-deal=sixteen]").get_by_role("link")).to_have_text("Reprendre")
    expect(page.get_by_test_id("others")).to_have_count(0)
    for one, table in zip((ann, ben), tables, strict=True):
        assert one.page.evaluate(RESIGN, table) == 200
    page = ann.visit(f"/t/{tables[0]}")
    page.get_by_test_id("daily-results").click()
    expect(page.get_by_test_id("place")).to_contain_text("Votre place : 2")
    page.get_by_test_id("others").locator("summary").click()
    expect(page.get_by_test_id("others").locator("li")).to_have_count(2)
    assert violations(page) == []
    fits(page)
    page.get_by_test_id("others").get_by_role("link").last.click()
    expect(page).to_have_url(f"{ann.address}/study?table={tables[1]}")
