"""The position editor in a browser: words that are typed and tapped, what follows from them, and a link to it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tablee.contract import AnyGame
from tests.page.browsing import Visitor
from tests.page.looking import fits, small, violations
from tests.page.test_golden21 import seated
from tests.page.test_notebook import begin, tap
from tests.page.test_study import RECORD, file
from tests.test_positions import OFFERED

Come = Callable[..., Visitor]
BETWEEN_BARS = {"width": 390, "height": 664}


def field(page: Page, name: str) -> Locator:
    """The input of a field."""
    return page.locator(f"[data-field='{name}'] input")


def worlds(page: Page) -> int:
    text = page.get_by_test_id("position-worlds").inner_text()
    return int(re.sub(r"\D", "", text))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", OFFERED, ids=lambda game: game.name)
def test_an_example_is_filled_in_on_a_phone_and_the_master_thinks_about_it(
    visitor: Come, game: AnyGame, lang: str
) -> None:
    ana = visitor(phone=True, size=BETWEEN_BARS, lang=lang)
    page = ana.visit(f"/position/{game.name}")
    page.get_by_test_id("position-example").click()
    expect(page.get_by_test_id("position-ask")).to_be_visible()
    fits(page)
    assert violations(page) == []
    assert small(page) == []
    page.get_by_test_id("position-ask").click()
    expect(page.get_by_test_id("position-thoughts").locator("li").first).to_contain_text("%")
    assert violations(page) == []


def test_code_777_is_typed_by_keyboard_and_the_link_holds_it(visitor: Come) -> None:
    page = visitor(lang="en").visit("/position/code777")
    expect(page.get_by_text("Nothing is entered yet.")).to_be_visible()
    page.get_by_test_id("position-players").select_option("3")
    for name, tiles in (("rack 2", "1g 2y 3k"), ("rack 3", "4n 5r 6p"), ("free 4", "5k 7b 7y")):
        field(page, name).focus()
        page.keyboard.type(tiles)
    expect(page.get_by_test_id("position-worlds")).to_be_visible()
    before = worlds(page)
    field(page, "said").fill("2:6=1")
    expect(page.get_by_test_id("position-worlds")).not_to_contain_text(f"{before} ")
    assert 1 < worlds(page) < before
    page.reload()
    expect(field(page, "said")).to_have_value("2:6=1")
    expect(page.get_by_test_id("position-worlds")).to_be_visible()
    assert 1 < worlds(page) < before


def test_what_cannot_be_is_refused_with_the_rule_and_what_was_typed_stays(visitor: Come) -> None:
    page = visitor(lang="fr").visit("/position/coda")
    field(page, "row 1").fill("b1 w4 b7 w9")
    field(page, "row 2").fill("b11 b w w")
    refusal = page.get_by_test_id("position-refused")
    expect(refusal).to_contain_text("il y a une erreur")
    expect(refusal.get_by_role("link")).to_have_attribute("href", re.compile("/g/coda/rules#COD-03"))
    field(page, "row 2").fill("b w w b")
    expect(page.get_by_test_id("position-worlds")).to_be_visible()
    expect(refusal).to_have_count(0)


def test_words_are_tapped_and_taken_back(visitor: Come) -> None:
    page = visitor(phone=True, size=BETWEEN_BARS, lang="en").visit("/position/coda")
    row = page.locator("[data-field='row 2']")
    row.locator("summary").click()
    for piece in ("b", "/3", "w", "b7"):
        row.locator(f"[data-tap='{piece}']").click()
    expect(field(page, "row 2")).to_have_value("b/3 w b7")
    row.get_by_role("button", name=re.compile("Erase")).click()
    expect(field(page, "row 2")).to_have_value("b/3 w")
    page.get_by_test_id("position-clear").click()
    expect(field(page, "row 2")).to_have_value("")


def test_a_notebook_is_opened_with_all_that_it_knows_and_back_leads_to_it(visitor: Come) -> None:
    page = begin(visitor(phone=True, size=BETWEEN_BARS, lang="en"), "coda", "Bo")
    tap(page, "1", "b?", "w?", "b?", "w?", "w1", "b0", "b1", "w0")
    expect(page.get_by_test_id("last-noted")).to_contain_text("black 0")
    page.get_by_test_id("notebook-more").tap()
    page.get_by_test_id("position-open").tap()
    page.wait_for_url("**/position/coda#*")
    expect(field(page, "row 1")).to_have_value("b0 w0 b1 w1")
    expect(field(page, "row 2")).to_have_value("b w b w")
    expect(page.locator("[data-field='row 2'] label")).to_contain_text("Bo’s row")
    expect(page.get_by_test_id("position-worlds")).to_be_visible()
    fits(page)
    page.go_back()
    page.wait_for_url("**/n/*")
    expect(page.get_by_test_id("notebook-entry")).to_be_visible()


def test_a_moment_of_a_recorded_game_is_opened_as_its_seat_saw_it(visitor: Come) -> None:
    text = RECORD.read_text(encoding="utf-8")
    moves = text.partition("\n\n")[2].splitlines()
    decided = [n for n, line in enumerate(moves) if "attack" in line][3]  # what was decided there is the next line
    page = visitor(lang="en").visit("/study")
    page.get_by_test_id("file").set_input_files(file(text[: text.index("\n\n") + 2] + "\n".join(moves[:decided])))
    page.get_by_role("radio").nth(2 + int(moves[decided][0])).click()  # after "all cards" and "as a spectator"
    page.get_by_test_id("position-open").click()
    page.wait_for_url("**/position/coda#*")
    expect(page.get_by_test_id("position-worlds")).to_be_visible()
    expect(field(page, f"row {int(moves[decided][0]) + 1}")).not_to_have_value("")
    page.get_by_test_id("position-ask").click()
    expect(page.get_by_test_id("position-thoughts").locator("li").first).to_contain_text("%")


def test_a_real_table_with_full_help_opens_it_in_the_middle_of_a_game(visitor: Come) -> None:
    page = seated(visitor, "full", lang="en")
    expect(page.get_by_test_id("dial")).to_be_visible()
    page.keyboard.press("m")
    page.get_by_test_id("position-open").click()
    page.wait_for_url("**/position/golden21#*")
    expect(page.get_by_test_id("position-ask")).to_be_visible()
    expect(page.locator("[data-field='step'] select")).to_have_value("announce")
