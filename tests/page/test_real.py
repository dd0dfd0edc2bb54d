"""A real table on the page: what cards, tiles and dice said is tapped in, and a slip of the finger is taken back."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablee.games import GAMES, parts
from tests.page.browsing import Visitor
from tests.page.looking import small, violations
from tests.page.playing import ASK, answered, at_the_table, wait_on_page
from tests.page.test_table import HANDS
from tests.page.test_viewport import BETWEEN_BARS, WATCH, unreachable

Come = Callable[..., Visitor]


def news(page: Page) -> list[dict[str, Any]]:
    """How the table stands for each seat at this screen."""
    several: list[dict[str, Any]] = page.evaluate(ASK, f"/api/tables/{at_the_table(page)}")
    return several


def lines(page: Page) -> int:
    return int(news(page)[0]["head"]["lines"])


def opened(come: Come, game: str, **wishes: Any) -> Page:
    page = come(lang="en", **wishes).visit(f"/g/{game}")
    page.get_by_test_id("way-real").click()
    if parts.has_notebook(GAMES[game]):  # there, one player alone could take notes
        page.get_by_test_id("keep-table").click()
    page.get_by_test_id("my-name").fill("Ann")
    for field, name in zip(page.get_by_test_id(re.compile(r"^name-\d+$")).all(), ["Ben", "Cleo", "Dan"], strict=False):
        field.fill(name)
    page.get_by_test_id("open-real").click()
    page.wait_for_url("**/t/*")
    return page


def unveil(page: Page) -> None:
    """Whoever is to look takes the screen."""
    curtain = page.get_by_test_id("curtain")
    expect(curtain.or_(page.get_by_test_id("turn"))).to_be_visible()
    if curtain.is_visible():
        curtain.click()
    answered(page)


def tapped(page: Page, fell: str) -> None:
    """Says what chance did, by tapping it: dice in the tray, all else part by part."""
    if page.get_by_test_id("tray").count():
        HANDS["golden21"](page, fell)
        return
    for part in fell.split()[-1].split(","):
        page.locator(f'[data-outcome="{part}"]').click()


def step(page: Page, game: str, rng: Random) -> str:
    """One thing happens, by chance or by somebody's choice; what it was. What is refused was another's."""
    unveil(page)
    before = lines(page)
    due = next(one for one in news(page) if one["seat"] in one["awaits"]["seats"])
    tame: list[str] = [action for action in due["legal"] if not action.startswith("declare")]
    among: list[str] = tame or due["legal"]
    refusal = page.get_by_test_id("refused")
    several = due.get("question", {}).get("facts", {}).get("several", 1)  # a whole hand is entered at once
    for action in rng.sample(among, min(8, len(among))):
        if due["awaits"]["kind"] == "chance":
            for one in (action, *rng.sample(among, several - 1)):
                tapped(page, one)
        else:
            HANDS[game](page, action)
        answered(page)
        wait_on_page(page, lambda: lines(page) > before or refusal.is_visible(), f"what becomes of {action}")
        if lines(page) > before:
            return action
    raise AssertionError(due)


@pytest.mark.parametrize("game", HANDS)
def test_what_fell_is_tapped_in_and_a_slip_is_taken_back(visitor: Come, game: str) -> None:
    page, rng = opened(visitor, game, phone=True), Random(1)
    unveil(page)
    assert violations(page) == []
    assert small(page) == []
    step(page, game, rng)
    slipped = lines(page)
    unveil(page)
    page.get_by_test_id("undo-entry").click()  # all seats are mine: it is granted at once
    expect(
        page.get_by_test_id("outcome-entry").or_(page.get_by_test_id("tray")).or_(page.get_by_test_id("curtain"))
    ).to_be_visible()
    wait_on_page(page, lambda: lines(page) < slipped)
    chosen = 0
    while chosen < 2:
        before = news(page)[0]["awaits"]["kind"]
        step(page, game, rng)
        chosen += before == "choice"


def test_s16_02_while_a_deal_goes_round_the_screen_is_passed_once_to_each_player(visitor: Come) -> None:
    page = opened(visitor, "sixteen", phone=True)
    unveil(page)
    tapped(page, "first 0")
    for passed, cards in ((False, ("g1", "g2", "b3")), (True, ("o1", "o2", "p3"))):  # Ann is at the screen already
        if passed:
            expect(page.get_by_role("heading", level=1)).to_contain_text("Ben")
            page.get_by_test_id("curtain").click()
        for card in cards:
            tapped(page, card)
            assert passed or card == cards[-1] or not page.get_by_test_id("curtain").is_visible()
    wait_on_page(page, lambda: lines(page) == 7, "all six cards")
    told = page.evaluate(ASK, f"/api/tables/{at_the_table(page)}/log?seat=0")
    dealt = [event["told"] for event in told if event["is"] == "line" and "dealt" in event["told"]]
    assert dealt == ["*: dealt g1", "*: dealt ?", "*: dealt g2", "*: dealt ?", "*: dealt b3", "*: dealt ?"]
    unveil(page)
    page.get_by_test_id("undo-entry").click()  # Ben's last card was another one
    wait_on_page(page, lambda: lines(page) == 6)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ben")


def test_what_is_half_tapped_in_stays_while_somebody_talks(visitor: Come) -> None:
    page = opened(visitor, "code777")
    while not page.get_by_test_id("outcome-entry").is_visible():
        step(page, "code777", Random(1))
        unveil(page)
    page.locator("[data-outcome]:not([aria-disabled=true])").first.click()
    expect(page.get_by_test_id("rub-out")).to_be_visible()
    table = at_the_table(page)
    page.context.request.post(f"{page.url.partition('/t/')[0]}/api/tables/{table}", data={"id": "c", "say": "wait"})
    expect(page.get_by_role("tab", name="Chat")).to_contain_text("1")
    expect(page.get_by_test_id("rub-out")).to_be_visible()


def test_what_cannot_be_is_refused_in_words(visitor: Come) -> None:
    """Ben cannot have been dealt the tile that Ann has; the page does not know that, the table does."""
    page, rng = opened(visitor, "coda"), Random(1)
    while not (mine := step(page, "coda", rng)).startswith("dealt"):
        pass
    first = news(page)[0]["awaits"]["hand"]
    while news(page)[0]["awaits"]["hand"] in (first, None):
        step(page, "coda", rng)
    unveil(page)
    tapped(page, mine)
    expect(page.get_by_test_id("refused")).to_contain_text("COD-01")
    assert news(page)[0]["awaits"]["hand"] == 1 - first


def typed(page: Page, text: str) -> None:
    """Types what happened, as people say it."""
    if page.get_by_test_id("type-entry").is_visible():
        page.get_by_test_id("type-entry").click()
    page.get_by_test_id("typed").fill(text)
    page.get_by_test_id("enter-typed").click()
    answered(page)


@pytest.mark.parametrize("game", ["coda", "golden21", "sixteen"])
def test_while_somebody_types_on_a_phone_the_board_stays_in_sight(visitor: Come, game: str) -> None:
    page, rng = opened(visitor, game, phone=True, size=BETWEEN_BARS), Random(2)
    page.evaluate(WATCH)
    seen: set[str] = set()
    while len(seen) < 2:  # an outcome of chance, and a choice
        unveil(page)
        kind = news(page)[0]["awaits"]["kind"]
        if kind not in seen:
            seen.add(kind)
            page.get_by_test_id("type-entry").tap()
            expect(page.get_by_test_id("typed")).to_be_focused()
            assert unreachable(page) == []
            for shown in page.locator("[data-testid=outcome-entry], [data-testid=tray] button").all():
                expect(shown).to_be_hidden()
            assert small(page) == [] and violations(page) == []
            board = page.locator(".entry + *").bounding_box()
            assert board and board["y"] < BETWEEN_BARS["height"] * 0.4
            page.get_by_test_id("typed-entry").get_by_role("button", name="Close").tap()
        step(page, game, rng)


def test_an_evening_is_typed_as_people_type_and_corrected_on_a_phone(visitor: Come) -> None:
    """The notation is never seen: dice are `4 6`, an announcement is `7`, points go to a name."""
    page = opened(visitor, "golden21", phone=True)
    unveil(page)
    page.get_by_test_id("type-entry").click()
    expect(page.get_by_test_id("typed-entry")).to_contain_text("such as 4")
    for face in "6321":
        typed(page, face)
    wait_on_page(page, lambda: lines(page) == 4)
    expect(page.get_by_test_id("typed-entry")).to_contain_text("such as 7")
    assert violations(page) == []
    seat = news(page)[0]["awaits"]["seats"][0]
    typed(page, "7")
    wait_on_page(page, lambda: lines(page) == 5)
    typed(page, "9 9")
    expect(page.get_by_test_id("refused")).to_contain_text("G21-10")
    typed(page, "63")
    wait_on_page(page, lambda: lines(page) == 6)
    assert news(page)[seat]["view"]["traders"][seat]["debt"] == 2
    page.get_by_test_id("undo-entry").click()  # the roll was misread
    wait_on_page(page, lambda: lines(page) == 5)
    expect(page.get_by_test_id("undone")).to_contain_text("6")
    page.get_by_test_id("undo-entry").click()  # and so was the announcement
    wait_on_page(page, lambda: lines(page) == 4)
    typed(page, "5")
    wait_on_page(page, lambda: lines(page) == 5)
    page.reload()  # the phone was locked meanwhile
    unveil(page)
    typed(page, "3,1")
    wait_on_page(page, lambda: lines(page) == 6)
    assert news(page)[seat]["view"]["traders"][seat]["debt"] == 1
    page.get_by_test_id("open-bourse").click()
    page.get_by_test_id("print-bourse").last.click()  # a copy of the whole Bourse, in a frame of its own
    printed = page.frame_locator("iframe[data-print]").locator("body")
    expect(printed).to_contain_text("The Golden 21")
    expect(printed.locator("table")).to_have_attribute("border", "1")
    assert printed.locator("tbody tr").first.inner_text().split()[-4:] == ["0"] * 4
    page.keyboard.press("Escape")
    assert not re.search(r"rolled \d,|announce \d+|bonus [+-]", page.inner_text("body"))
