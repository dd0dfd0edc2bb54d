"""An evening at a real table on one phone: typed and tapped as people do, with errors, corrections and a killed server.

Notebooks that one player alone keeps: see `test_notebook.py`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browsing import Visitor, served
from tests.page.looking import small, violations
from tests.page.playing import wait_on_page
from tests.page.test_notebook import BETWEEN_BARS, noted, tap
from tests.page.test_real import lines, news, typed, unveil
from tests.server.serving import Served

FOUR = ("Ana", "Ben", "Cléo", "Dan")
IN_A_WEEK = """import time

WEEK = 7 * 24 * 3600
seconds, nanoseconds = time.time, time.time_ns
time.time = lambda: seconds() + WEEK
time.time_ns = lambda: nanoseconds() + WEEK * 10**9

from tablee.__main__ import main

if __name__ == "__main__":
    raise SystemExit(main())
"""  # the program, as it finds the clock in a week


@pytest.fixture(scope="module")
def own_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that may be killed."""
    with served(Path(tmp_path_factory.mktemp("evening"))) as running:
        yield running


@pytest.fixture
def ana(chromium: Browser, own_house: Served) -> Iterator[Visitor]:
    """Whoever keeps the table, with a phone."""
    visitor = Visitor(chromium, own_house.address, phone=True, size=BETWEEN_BARS)
    yield visitor
    visitor.close()


def begin(ana: Visitor, game: str, players: int, options: dict[str, str], keep: str = "") -> Page:
    page = ana.visit(f"/g/{game}")
    page.get_by_test_id("way-real").tap()
    if keep:
        page.get_by_test_id(keep).tap()
    page.get_by_test_id(f"players-{players}").check(force=True)
    page.get_by_test_id("my-name").fill(FOUR[0])
    for field, name in zip(page.get_by_test_id(re.compile(r"^name-\d+$")).all(), FOUR[1:], strict=False):
        field.fill(name)
    if options:
        page.get_by_test_id("rules-one-by-one").locator("summary").tap()
    for name, value in options.items():
        field = page.locator(f"#option-{name}")
        if field.evaluate("node => node.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_test_id("open-real").tap()
    return page


def enter(page: Page, *texts: str) -> None:
    """Each is typed by whoever is asked, and stored before the next one."""
    for text in texts:
        unveil(page)
        before = lines(page)
        typed(page, text)
        wait_on_page(page, lambda before=before: lines(page) > before, text)  # type: ignore[misc]


def undo(page: Page) -> None:
    unveil(page)
    before = lines(page)
    page.get_by_test_id("undo-entry").tap()
    wait_on_page(page, lambda: lines(page) < before)


def refused(page: Page, text: str, rule: str) -> None:
    unveil(page)
    typed(page, text)
    expect(page.get_by_test_id("refused")).to_contain_text(rule)


def kill(house: Served, page: Page) -> None:
    """The server is killed, and comes back; the phone was locked meanwhile."""
    house.kill()
    house.start()
    page.reload()


def read(page: Page, button: str) -> str:
    """What a button opens, as it is read: the sheet, or the whole Bourse."""
    page.get_by_test_id(button).tap()
    found = page.get_by_role("dialog")
    expect(found).to_be_visible()
    expect(found).not_to_contain_text("Un instant…")
    text = found.inner_text()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(found).to_have_count(0)
    return text


def test_g21_an_evening_of_the_golden_21_with_four_on_one_phone(ana: Visitor, own_house: Served) -> None:
    page = begin(ana, "golden21", 4, {"years": "1"})
    page.wait_for_url("**/t/*")
    enter(page, "1", "2", "3", "4")  # who goes first
    refused(page, "14", "G21-10")
    assert small(page) == []
    page.get_by_test_id("house-rule").tap()  # at this table, anything may be announced
    expect(page.get_by_test_id("house-rule-said")).to_contain_text("Ana annonce 12")
    enter(page, "6 5")
    undo(page)  # it was a 1
    enter(page, "11")
    kill(own_house, page)
    while (asked := news(page)[0]["awaits"])["kind"] != "over":
        enter(page, unlucky(page, asked["kind"]))
    expect(page.get_by_test_id("result")).to_be_visible()
    undo(page)  # the very last roll was another one
    expect(page.get_by_test_id("result")).to_have_count(0)
    enter(page, unlucky(page, "chance").replace("1", "2", 1))
    expect(page.get_by_test_id("result")).to_be_visible()
    written = read(page, "open-sheet").replace("\u00a0", " ")
    assert "bilan" in written and "(G21-52)" in written and "Ana : Annoncer 14 (G21-10)" in written
    assert not re.search(r"rolled \d,|announce \d+", page.inner_text("body"))
    assert "# house rule: 0: announce 14 (G21-10)\n0: announce 12\n" in record(page)


def unlucky(page: Page, kind: str) -> str:
    """What is typed by whoever announces the most and rolls the least: soon only one trader is left."""
    due = next(one for one in news(page) if one["seat"] in one["awaits"]["seats"])
    if kind == "chance":
        return " ".join("1" * due["question"]["facts"].get("n", 1))
    totals: list[str] = [action.split()[1] for action in due["legal"] if action.startswith("announce ")]
    if totals:
        return max(totals, key=int)
    names = [FOUR[int(action.split()[1])] for action in due["legal"] if action.startswith("give ")]
    return names[0] if names else "fini"


def record(page: Page) -> str:
    """The file of the game, once it is over."""
    return str(page.request.get(page.url.replace("/t/", "/api/tables/") + "/record").text())


def test_c21_an_evening_of_code_21_with_stakes_that_nobody_sees(ana: Visitor, own_house: Served) -> None:
    page = begin(ana, "code21", 3, {})
    page.wait_for_url("**/t/*")
    enter(page, "ana", "8", "5 visible", "4 caché")  # who begins, the mission, two soldiers
    undo(page)  # it was the 3
    refused(page, "20 visible", "C21-01")
    kill(own_house, page)
    enter(page, "3 caché", "accuse")
    refused(page, "9", "C21-20")
    page.get_by_test_id("house-rule").tap()  # they stake more here: the closest counts
    wait_on_page(page, lambda: news(page)[0]["awaits"]["kind"] == "choice" and lines(page) == 6, "the closest stake")
    assert "9" not in page.get_by_test_id("house-rule-said").inner_text()  # a stake is secret
    while news(page)[0]["awaits"]["kind"] == "choice" and lines(page) < 8:
        enter(page, "rien")
    unveil(page)
    written = read(page, "open-sheet").replace("\u00a0", " ")
    assert re.search(r"1\. mission 8", written, re.IGNORECASE) and "5 (Ana) + 3 (Ben) = 8" in written
    assert "(C21-20)" in written and "mise 9" not in written


def test_s16_the_score_of_sixteen_is_kept_by_tapping_what_is_played(ana: Visitor, own_house: Served) -> None:
    page = begin(ana, "sixteen", 2, {}, "keep-notebook")
    page.wait_for_url("**/n/*")
    tap(page, "1")
    noted(page, "Ben joue en premier")
    assert violations(page) == []
    assert small(page) == []
    tap(page, "o6")
    noted(page, "6 orange")
    tap(page, "g6")
    noted(page, "6 vert")
    page.get_by_test_id("cross-out").tap()  # it was the orange one
    noted(page, "Ben joue le 6 orange")
    tap(page, "o6")
    noted(page, "Ana joue le 6 orange")
    expect(page.locator('[data-note="o6"]')).to_have_attribute("aria-disabled", "true")  # there are two
    own_house.kill()
    tap(page, "joker", "g4")
    expect(page.get_by_test_id("refused")).to_have_text("Le serveur ne répond pas")
    own_house.start()
    tap(page, "g4")
    expect(page.get_by_test_id("won-1")).to_have_attribute("data-won", "1")  # 6 + 6 + 4: Ben's series
    page.reload()
    expect(page.get_by_test_id("won-1")).to_have_attribute("data-won", "1")
    for card in ("b6", "p5", "g6"):  # 17: a bust of Ben's, so the series is Ana's
        tap(page, card)
        wait_on_page(page, lambda card=card: page.locator(f'[data-note="{card}"]').count() == 1)  # type: ignore[misc]
    expect(page.get_by_test_id("won-0")).to_have_attribute("data-won", "1")
    page.get_by_test_id("won-0").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Bust")


def test_s16_an_evening_of_sixteen_with_hands(ana: Visitor, own_house: Served) -> None:
    page = begin(ana, "sixteen", 2, {}, "keep-table")
    page.wait_for_url("**/t/*")
    enter(page, "ben", "3 vert, 6 v, bleu 4")  # who begins, and a whole hand: one card is dealt, two wait on the phone
    expect(page.get_by_test_id("curtain")).to_be_visible()  # for Ana
    wait_on_page(page, lambda: "bleu 4" in page.evaluate("JSON.stringify(sessionStorage)"), "the rest of the hand")
    kill(own_house, page)
    unveil(page)
    typed(page, "6 orange, 2 orange, 5 violet")
    expect(page.get_by_test_id("refused")).to_contain_text("6 vert ♣ · Carte donnée : 6 violet ●")  # which of them?
    assert lines(page) == 3
    unveil(page)
    typed(page, "6 vert, bleu 4")
    wait_on_page(page, lambda: lines(page) == 7, "both hands")
    enter(page, "1 bleu")  # Ben draws
    refused(page, "4 violet", "S16-10")
    enter(page, "6 vert", "3 orange", "6 orange", "4 violet", "4 violet")
    undo(page)  # it was the blue one
    kill(own_house, page)
    enter(page, "4 bleu")  # 6 + 6 + 4: Sixteen
    written = read(page, "open-sheet").replace("\u00a0", " ")
    assert "Ana : 0 série" in written and "Ben : 1 série" in written and "= 16" in written
    undo(page)
    undo(page)  # what Ben had drawn was another card, too
    enter(page, "5 bleu")
    refused(page, "4 violet", "S16-10")
    enter(page, "5 bleu")  # 17: a bust
    written = read(page, "open-sheet").replace("\u00a0", " ")
    assert "Ana : 1 série" in written and "Ben : 0 série" in written and "= 17" in written
    page.get_by_test_id("open-sheet").tap()
    page.get_by_test_id("print-sheet").tap()
    printed = page.frame_locator("iframe[data-print]").locator("svg").first
    assert printed.evaluate("sign => sign.getBoundingClientRect().height") < 30  # a letter's height on paper


def test_c77_an_evening_of_code_777_at_a_whole_table(ana: Visitor, own_house: Served) -> None:
    """Nobody counts what they see: the racks are known, so the answers are, too (C77-10)."""
    page = begin(ana, "code777", 3, {"target": "1"}, "keep-table")
    page.wait_for_url("**/t/*")
    enter(page, "ben", "5 rouge, 4 brun, 4 brun", "1 vert 2 jaune 3 noir")
    refused(page, "1 vert 5 noir 7 bleu", "C77-01")  # there is one green 1, and Ben has it
    enter(page, "5 noir 6 rose 7 jaune")
    undo(page)  # the 7 is blue
    enter(page, "bleu 7, rose 6, noir 5")
    kill(own_house, page)
    enter(page, "6 vert 6 vert 7 rose", "question", "16", "question")
    refused(page, "16", "C77-04")
    enter(page, "12")
    kill(own_house, page)
    enter(page, "544")  # Ana declares what she has
    expect(page.get_by_test_id("result")).to_contain_text("Ana")
    undo(page)
    expect(page.get_by_test_id("result")).to_have_count(0)
    enter(page, "4 5 5", "2 jaune 3 noir 7 jaune", "question", "10")  # not what she has: her rack is filled again
    written = read(page, "open-sheet").replace("\u00a0", " ")
    assert "Ana déclare 4, 5, 5" in written and "question 10" in written
    assert "Ben, question 16 : autant de 7 bleus que de 7 d’autres couleurs" in written


def test_cod_an_evening_of_code_de_vinci_at_a_whole_table(ana: Visitor, own_house: Served) -> None:
    page = begin(ana, "coda", 2, {}, "keep-table")
    page.wait_for_url("**/t/*")
    enter(page, "ben", "2", "2 noir", "0")  # who begins, how many black ones, and which
    refused(page, "3 noir", "COD-02")
    enter(page, "1 blanc", "8 blanc")
    undo(page)  # it was a 7
    enter(page, "blanc 7", "2", "5 noir", "3", "2 blanc")
    kill(own_house, page)
    enter(page, "9 blanc", "blanc", "10", "1 5")  # Ana's row is complete; Ben takes a white tile, and is wrong
    enter(page, "noir", "7", "1 0", "2 1", "3 2")  # Ana is right three times
    refused(page, "5 7", "COD-11")  # that tile lies open
    kill(own_house, page)
    enter(page, "4 8")
    undo(page)
    enter(page, "4 7")
    expect(page.get_by_test_id("result")).to_contain_text("Ana")
    assert record(page).endswith("# corrected: 0: attack 1 3 8\n0: attack 1 3 7\n")


def test_an_evening_goes_on_next_week(chromium: Browser, tmp_path: Path) -> None:
    """The same phone finds it on the home page; another one, by its link, sees the same Bourse."""
    in_a_week = datetime.now(UTC) + timedelta(days=7)
    with served(tmp_path) as house:
        ana = Visitor(chromium, house.address, phone=True, size=BETWEEN_BARS)
        page = begin(ana, "golden21", 4, {"years": "1"})
        page.wait_for_url("**/t/*")
        enter(page, "1", "2", "3", "4", "7", "3 5")
        left, path = read(page, "open-bourse"), page.url.removeprefix(house.address)
        page.close()
        house.stop()
        later = tmp_path / "in_a_week.py"
        later.write_text(IN_A_WEEK, encoding="utf-8")
        house.command = [sys.executable, str(later)]
        house.start()

        ana.page = page = ana.context.new_page()
        page.clock.set_system_time(in_a_week)
        ana.visit("/")
        page.locator("[data-table]").tap()
        page.wait_for_url(f"**{path}")
        unveil(page)
        assert read(page, "open-bourse") == left
        enter(page, "7", "44")
        other = Visitor(chromium, house.address, phone=True, size=BETWEEN_BARS)
        other.page.clock.set_system_time(in_a_week)
        other.visit(path)
        assert read(other.page, "open-bourse") == read(page, "open-bourse") != left
        expect(other.page.get_by_test_id("type-entry")).to_have_count(0)
        assert ana.errors == other.errors == []
        for visitor in (ana, other):
            visitor.close()
